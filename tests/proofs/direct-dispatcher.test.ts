import { expect, it } from "@jest/globals";
import type { Traffic } from "../../proofs/direct-dispatcher";
import { VirtualClock } from "../../proofs/virtual-clock";
import { clientOn, virtualPlatform } from "../../proofs/virtual-platform";

it("a log stream of the virtual platform is read to the newest line, followed, and left", async () => {
  const clock = new VirtualClock();
  const traffic: Traffic = { fate: () => "ok", latencyMs: () => 100 };
  const platform = virtualPlatform(clock, traffic, () => 0, { creditUsd: 1e9 });
  const client = clientOn(platform.dispatcher, clock, () => 0);
  const seen = await clock.run(
    (async () => {
      const { id } = await client.pods.create({ name: "it", image: "i:1", gpu: { id: "NVIDIA L40S" } });
      await clock.sleep(10 * 60_000);
      const last = await client.pods.lastLines(id);
      const followed: string[] = [];
      const leave = new AbortController();
      for await (const { line } of client.pods.logs(id, { signal: leave.signal })) {
        followed.push(line);
        if (followed.length === 2) break;
      }
      return { last: last.length, followed: followed.length, isThere: (await client.pods.get(id)).id === id };
    })(),
  );
  platform.close();
  expect(seen).toEqual({ last: expect.any(Number), followed: 2, isThere: true });
  expect(seen.last).toBeGreaterThan(0);
});

it("the last lines of a log that has come to its end are read within the client's patience", async () => {
  const clock = new VirtualClock();
  const traffic: Traffic = { fate: () => "ok", latencyMs: () => 100 };
  const platform = virtualPlatform(clock, traffic, () => 0, { creditUsd: 1e9 });
  const client = clientOn(platform.dispatcher, clock, () => 0);
  const seen = await clock.run(
    (async () => {
      const { id } = await client.pods.create({ name: "it", image: "i:1", gpu: { id: "NVIDIA L40S" } });
      await clock.sleep(20_000);
      await client.pods.stop(id);
      const asked = clock.now();
      const lines = await client.pods.lastLines(id, { tail: 5_000 });
      return { lines: lines.length, tookMs: clock.now() - asked };
    })(),
  );
  platform.close();
  expect(seen.lines).toBeGreaterThan(0);
  expect(seen.tookMs).toBeLessThan(5_000);
});

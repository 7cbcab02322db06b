import { afterAll, beforeAll, expect, it } from "@jest/globals";
import fc from "fast-check";
import { clientOn, type VirtualPlatform, virtualPlatform } from "../../../proofs/virtual-platform";
import { ManualClock } from "../../support/manual-clock";
import { quickScrypt } from "../../support/quick-scrypt";
import { programs } from "../programs";
import { Stack } from "../rig";

quickScrypt();

/** Real providers, client and emulator, without sockets and in virtual time. */
const clock = new ManualClock(Date.UTC(2026, 4, 4, 9));
const random = () => 0.5;
let platform: VirtualPlatform;

beforeAll(async () => {
  platform = virtualPlatform(clock, { fate: () => "ok", latencyMs: () => 0 }, random, {
    rateLimit: null,
    creditUsd: 1e12,
  });
});
afterAll(() => platform.close());

// `npm run prove -- drift` shows the same of 100,000 programs.
it("after any up, and any other up after it: a refresh finds nothing, and another up does nothing", async () => {
  await fc.assert(
    fc.asyncProperty(programs, programs, async (first, second) => {
      platform.store.reset();
      platform.store.sshKeys = ["ssh-ed25519 AAAAC3Nza1made2up3key4for5tests6only7 ops@example.org"];
      const stack = new Stack(clock, () => clientOn(platform.dispatcher, clock, random), {
        "compute:apiKey": "prove-key",
        "compute:apiUrl": "https://platform.test",
        "compute:queueUrl": "https://platform.test/queue",
      });
      for (const program of [first, second]) {
        await stack.up(program);
        expect(await stack.refresh()).toEqual([]);
        expect(new Set(Object.values(await stack.up(program)))).toEqual(new Set(["same"]));
      }
      await stack.destroy();
      expect(platform.store.pods.size + platform.store.registries.size).toBe(0);
    }),
    { numRuns: 20, endOnFailure: true },
  );
}, 120_000);

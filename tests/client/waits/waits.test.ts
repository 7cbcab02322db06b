import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { createClient, NotFoundError, WaitFailedError, WaitTimeoutError, type Client } from "../../../client";
import type { Pod } from "../../../api/pods";
import { ManualClock } from "../../support/manual-clock";
import { podNamed } from "../../support/pod-samples";
import { absent, answer, startScriptedServer, type ScriptedServer } from "../../support/scripted-server";

let server: ScriptedServer;
let client: Client;
let clock: ManualClock;
/** When each request came, in ms since the start. */
let times: number[];
let refuse: number | undefined;
/** Status by pod, as of now; undefined: gone. Not listed: `hidden`. */
let statusOf: (id: string, at: number) => string | undefined;
let listed: string[];
/** What answers tell of the hour's requests, if anything. */
let hour: { readonly left: number; readonly resetsIn: number } | undefined;

beforeEach(async () => {
  clock = new ManualClock();
  times = [];
  listed = [];
  refuse = undefined;
  hour = undefined;
  server = await startScriptedServer((request, response) => {
    times.push(clock.now());
    if (hour) {
      response.setHeader("RateLimit", `"minute";r=60;t=60, "hour";r=${hour.left};t=${hour.resetsIn}`);
      response.setHeader("RateLimit-Policy", '"minute";q=60;w=60, "hour";q=3000;w=3600');
    }
    if (refuse !== undefined) return answer(response, { status: refuse, body: { detail: "no" } });
    const id = request.url?.split("?")[0]?.split("/")[3];
    const show = (name: string) => podNamed(name, { status: statusOf(name, clock.now()) ?? "GONE" });
    if (id === undefined) {
      const pods = listed.filter((name) => statusOf(name, clock.now()) !== undefined).map(show);
      return answer(response, { status: 200, body: { pods } });
    }
    if (statusOf(id, clock.now()) === undefined) return answer(response, absent("gone"));
    answer(response, { status: 200, body: show(id) });
  });
  client = createClient({ apiUrl: server.url, apiKey: "key", clock, random: () => 0, retry: { attempts: 1 } });
});
afterEach(async () => {
  await client.close();
  await server.close();
});

const isDone = ({ status }: Pod) => status === "RUNNING";
const failure = ({ status }: Pod) => (status === "ERROR" ? "it is in ERROR" : undefined);
const many = (count: number) => Array.from({ length: count }, (_, i) => `pod-${i}`);

describe("waiting", () => {
  it("P-13: looks after 1 s, then backs off from 2 to 10 s", async () => {
    statusOf = (_, at) => (at >= 60_000 ? "RUNNING" : "STARTING");
    expect((await client.waits.pod("a", { isDone, failure, withinMs: 120_000 })).status).toBe("RUNNING");
    expect(times).toEqual([1_000, 4_000, 8_500, 15_250, 25_250, 35_250, 45_250, 55_250, 65_250]);
  });

  it("a hundred pods that become ready together take one poll each time, at most 15 a minute", async () => {
    listed = many(100);
    statusOf = (_, at) => (at >= 120_000 ? "RUNNING" : "STARTING");
    await Promise.all(listed.map((id) => client.waits.pod(id, { isDone, withinMs: 300_000 })));
    expect(new Set(server.lines)).toEqual(new Set(["GET /v2/pods?limit=1000"]));
    for (const from of times)
      expect(times.filter((at) => at >= from && at < from + 60_000).length).toBeLessThanOrEqual(15);
  });

  it("each has its own predicate, deadline and signal", async () => {
    listed = ["up", "late", "bad", "left"];
    statusOf = (id, at) =>
      ({ up: "RUNNING", late: "STARTING", bad: at > 5_000 ? "ERROR" : "STARTING", left: "STARTING" })[id];
    const stop = new AbortController();
    const ends = [
      client.waits.pod("up", { isDone, withinMs: 60_000 }),
      client.waits.pod("late", { isDone, withinMs: 30_000 }),
      client.waits.pod("bad", { isDone, failure, withinMs: 60_000 }),
      client.waits.pod("left", {
        isDone,
        withinMs: 60_000,
        signal: stop.signal,
        onValue: () => stop.abort(new Error("enough")),
      }),
    ].map((wait) => wait.catch((error: unknown) => error));
    const [up, late, bad, left] = await Promise.all(ends);
    expect(up).toMatchObject({ status: "RUNNING" });
    expect(late).toBeInstanceOf(WaitTimeoutError);
    expect((late as Error).message).toBe(
      "Timed out after 30 s waiting for pod late; last seen: status STARTING. Nothing was undone. Wait again, or allow more time.",
    );
    expect(bad).toBeInstanceOf(WaitFailedError);
    expect(left).toMatchObject({ message: "enough" });
    expect(clock.now()).toBe(30_000);
  });

  it("absent from the list is not gone: it is asked for by id, and a 404 ends the wait", async () => {
    listed = ["a"];
    statusOf = (id, at) => (id === "gone" ? undefined : at > 10_000 ? "RUNNING" : "STARTING");
    const ids = ["a", "hidden", "gone"];
    const ends = ids.map((id) => client.waits.pod(id, { isDone, withinMs: 60_000 }).catch((error: unknown) => error));
    const [a, hidden, gone] = await Promise.all(ends);
    expect([a, hidden]).toMatchObject([{ id: "a" }, { id: "hidden" }]);
    expect(gone).toBeInstanceOf(NotFoundError);
  });

  it("P-47: a hundred deleted pods are gone after one list", async () => {
    statusOf = () => undefined;
    await Promise.all(many(100).map((id) => client.waits.podGone(id, { withinMs: 60_000 })));
    expect(server.lines).toEqual(["GET /v2/pods?limit=1000"]);
  });

  it("P-47: looks at once for what was deleted", async () => {
    statusOf = () => undefined;
    for (const id of many(3)) await client.waits.podGone(id, { withinMs: 60_000 });
    expect(times).toEqual([0, 0, 0]);
  });

  it.each([408, 429, 503])("A-30: a %d passes: it is waited out", async (status) => {
    refuse = status;
    statusOf = () => "RUNNING";
    const wait = client.waits.pod("a", {
      isDone,
      withinMs: 60_000,
    });
    const recover = async () => {
      while (times.length < 3) await new Promise(setImmediate);
      refuse = undefined;
    };
    await Promise.all([recover(), wait]);
    expect((await wait).status).toBe("RUNNING");
  });

  it("A-21: a refused key ends every wait at once", async () => {
    refuse = 401;
    const waits = many(3).map((id) => client.waits.pod(id, { isDone, withinMs: 60_000 }));
    const ends = await Promise.allSettled(waits);
    expect(ends).toMatchObject(ends.map(() => ({ status: "rejected", reason: { code: "unauthenticated" } })));
    expect(server.lines).toHaveLength(1);
  });

  it("a predicate that throws ends its own wait alone", async () => {
    listed = ["a", "b"];
    statusOf = () => "RUNNING";
    const broken = client.waits.pod("a", {
      isDone: () => {
        throw new Error("mine");
      },
      withinMs: 60_000,
    });
    const other = client.waits.pod("b", { isDone, withinMs: 60_000 });
    await expect(broken).rejects.toThrow("mine");
    expect((await other).id).toBe("b");
  });
});

describe("a wait for which the rate limit leaves little", () => {
  it("A-50: goes on although less than a tenth of the hour's requests is left", async () => {
    hour = { left: 250, resetsIn: 3_000 };
    statusOf = (_, at) => (at >= 5_000 ? "RUNNING" : "STARTING");
    await client.pods.get("a");
    expect((await client.waits.pod("a", { isDone, withinMs: 60_000 })).status).toBe("RUNNING");
    expect(clock.now()).toBeLessThan(10_000);
  });

  it("A-50: ends at its deadline where the hour's requests are used up until after it, and says so", async () => {
    hour = { left: 0, resetsIn: 3_000 };
    statusOf = () => "RUNNING";
    await client.pods.get("a");
    const ends = [
      client.waits.pod("a", { isDone, withinMs: 600_000 }),
      client.waits.podGone("b", { withinMs: 300_000 }),
    ].map((wait) =>
      wait.then(
        () => 0,
        () => clock.now(),
      ),
    );
    expect(await Promise.all(ends)).toEqual([600_000, 300_000]);
    const late = await client.waits.pod("a", { isDone, withinMs: 5_000 }).catch((error: unknown) => error as Error);
    expect(late).toMatchObject({
      code: "wait_timeout",
      message: expect.stringMatching(/last seen: nothing; the last look failed: GET .* the rate limit lets nothing/),
    });
    expect(server.lines).toHaveLength(1);
  });

  it("A-50: of the workers of an endpoint is as any other", async () => {
    hour = { left: 0, resetsIn: 3_000 };
    statusOf = () => "RUNNING";
    await client.pods.get("a");
    const wait = client.waits.workers("e", { isDone: () => true, withinMs: 60_000 });
    await expect(wait).rejects.toMatchObject({ code: "wait_timeout" });
    expect(clock.now()).toBe(60_000);
  });
});

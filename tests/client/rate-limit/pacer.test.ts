import { describe, expect, it } from "@jest/globals";
import { getEventListeners } from "node:events";
import { type ApiError, type WaitEvent, waitSentence } from "../../../client";
import { Pacer, type Place } from "../../../client/rate-limit/pacer";
import { CountingClock, PacedPlatform } from "./paced-platform";

const many = (count: number) => Array.from({ length: count }, (_, i) => i);
const minute = { quota: 60, windowMs: 60_000 };
const caught = (error: unknown) => error as Error;

/** Reads one line, so that the stream is opened. */
const open = async (platform: PacedPlatform, signal: AbortSignal) => {
  for await (const { line } of platform.client.pods.logs("pod-1", { signal })) return line;
  return "ended";
};

describe("places in the rate windows", () => {
  it("four log streams that are aborted before their answer do not block the calls after them", async () => {
    const fates = [{ latencyMs: 10_000, end: "ok" as const }];
    const platform = new PacedPlatform({ ...minute, fate: (i) => (i < 4 ? fates[0]! : { latencyMs: 10, end: "ok" }) });
    await platform.run(async () => {
      const stop = new AbortController();
      const streams = many(4).map(() => open(platform, stop.signal).catch(caught));
      await platform.clock.sleep(1_000);
      stop.abort(new Error("enough"));
      expect((await Promise.all(streams)).map(String)).toEqual(many(4).map(() => "Error: enough"));
      expect(await platform.client.pods.get("pod-1")).toMatchObject({ name: "trainer-a" });
    });
  });

  it("a caller who leaves the queue leaves neither a timer nor a listener, and lets those behind move up", async () => {
    const platform = new PacedPlatform({ ...minute, quota: 4 });
    await platform.run(async () => {
      const { pods } = platform.client;
      await Promise.all(many(4).map(() => pods.get("pod-1")));
      const stop = new AbortController();
      const queued = pods.get("pod-1", { signal: stop.signal }).catch(caught);
      await platform.clock.sleep(10);
      stop.abort(new Error("enough"));
      expect(await queued).toMatchObject({ message: "enough" });
      await Promise.resolve();
      expect(platform.clock.sleeping).toBe(0);
      expect(getEventListeners(stop.signal, "abort")).toEqual([]);
    });
  });

  it("those who stay go as soon as there is room for them when others leave", async () => {
    const platform = new PacedPlatform({ ...minute, quota: 10 });
    await platform.run(async () => {
      const { pods } = platform.client;
      const stop = new AbortController();
      // The first four answers tell that 6 places are left for the other 16 calls, which are spread over the minute.
      const leaving = many(15).map(() => pods.get("pod-1", { signal: stop.signal }).catch(caught));
      const staying = many(5).map(() => pods.get("pod-1"));
      await platform.clock.sleep(100);
      const before = platform.clock.now();
      stop.abort(new Error("enough"));
      await Promise.all([...leaving, ...staying]);
      expect(platform.clock.now() - before).toBeLessThan(100);
    });
  });
});

describe("a place", () => {
  it("is given back once, however often its end is told", () => {
    const pacer = new Pacer(new CountingClock());
    const ask = () => pacer.acquire({ priority: "normal", patienceMs: 1_000, refuse: () => new Error("refused") });
    // Before the first answer there are four places.
    const places = many(4).map(() => ask() as Place);
    for (const _ of many(3)) places[0]?.release();
    expect(ask()).not.toBeInstanceOf(Promise);
    expect(ask()).toBeInstanceOf(Promise);
  });
});

describe("a wait for the rate limit", () => {
  const told = async (quota: number, calls: number) => {
    const said: { requests: number; leftMs: number; at: number }[] = [];
    const onWait = (event: WaitEvent) => void said.push({ ...event, at: platform.clock.now() - startedAt });
    const platform = new PacedPlatform({ ...minute, quota, client: { hooks: { onWait } } });
    let startedAt = 0;
    await platform.run(async () => {
      startedAt = platform.clock.now();
      await Promise.all(many(calls).map(() => platform.client.pods.get("pod-1")));
    });
    return said;
  };

  it("is told of after one second, once, with how many wait and how long", async () => {
    const said = await told(5, 6);
    expect(said).toHaveLength(1);
    expect(said[0]?.requests).toBe(2);
    expect(said[0]?.at).toBeGreaterThanOrEqual(1_000);
    expect(said[0]?.at).toBeLessThan(1_200);
    expect(said[0]?.leftMs).toBeGreaterThan(1_000);
    expect(waitSentence(said[0]!)).toMatch(
      /^Waiting for the rate limit, because .*: 2 requests wait, the next one goes in \d+ s\.$/,
    );
  });

  it("is not told of where there is none", async () => {
    expect(await told(60, 6)).toEqual([]);
  });

  it("is told of twice a minute while it lasts, not for each request", async () => {
    const said = await told(10, 40);
    expect(said.length).toBeGreaterThan(2);
    expect(said.length).toBeLessThanOrEqual(8);
  });
});

describe("a wait for a pod", () => {
  it("looks in its last two minutes although writes that came before it are still to be sent", async () => {
    const platform = new PacedPlatform({ ...minute, quota: 10 });
    await platform.run(async () => {
      const { pods, waits } = platform.client;
      const startedAt = platform.clock.now();
      const writes = many(60).map(() => pods.update("pod-1", { name: "a" }));
      await waits.pod("pod-1", { isDone: () => true, withinMs: 180_000 });
      expect(platform.clock.now() - startedAt).toBeLessThanOrEqual(180_000);
      await Promise.all(writes);
    });
  });
});

describe("the longest wait for the rate limit", () => {
  it("holds for each of many calls that queue at once", async () => {
    const platform = new PacedPlatform({ ...minute, quota: 10, client: { limiter: { maxWaitMs: 90_000 } } });
    await platform.run(async () => {
      const startedAt = platform.clock.now();
      const ends = many(100).map(async () => {
        const end = await platform.client.pods.get("pod-1").catch((error: unknown) => error as ApiError);
        return { end, afterMs: platform.clock.now() - startedAt };
      });
      const all = await Promise.all(ends);
      const refused = all.filter(({ end }) => end instanceof Error);
      expect(Math.max(...all.map(({ afterMs }) => afterMs))).toBeLessThanOrEqual(90_100);
      // Two windows are used as far as they go.
      expect(all.length - refused.length).toBeGreaterThanOrEqual(15);
      expect(new Set(refused.map(({ end }) => (end as ApiError).code))).toEqual(new Set(["rate_limited"]));
      expect((refused[0]?.end as Error).message).toMatch(/waited 90 s .*maxWaitMs/);
    });
  });

  it("ends the wait of those in the queue as soon as the platform asks for more than they may wait", async () => {
    const platform = new PacedPlatform({
      ...minute,
      fate: (i) => ({ latencyMs: 100, end: i < 4 ? { retryAfter: 7_200 } : "ok" }),
    });
    await platform.run(async () => {
      const startedAt = platform.clock.now();
      const ends = await Promise.all(many(10).map(() => platform.client.pods.get("pod-1").catch(caught)));
      expect(ends.every((end) => (end as ApiError).code === "rate_limited")).toBe(true);
      expect(platform.clock.now() - startedAt).toBeLessThan(1_000);
      expect(platform.sentAt).toHaveLength(4);
    });
  });

  it("counts the time of refused attempts to the whole call's time: a slow 429 does not make it endless", async () => {
    const platform = new PacedPlatform({
      ...minute,
      fate: () => ({ latencyMs: 50_000, end: { retryAfter: 1 } }),
      client: { timeouts: { totalMs: 300_000 } },
    });
    await platform.run(async () => {
      const startedAt = platform.clock.now();
      expect(await platform.client.pods.get("pod-1").catch(caught)).toMatchObject({ code: "rate_limited" });
      expect(platform.clock.now() - startedAt).toBeLessThan(400_000);
    });
  });
});

import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { getEventListeners } from "node:events";
import type { Client, Priority } from "../../../client";
import { PacedPlatform, type Fate } from "./paced-platform";

/** What one caller does. Times are milliseconds after the start. */
interface Caller {
  readonly at: number;
  readonly call: "get" | "create" | "shared read" | "log";
  readonly priority: Priority;
  /** Aborted that long after the call; zero is before it. Undefined: never, but a log, which has no end, at last. */
  readonly abortAfter: number | undefined;
}

interface Life {
  readonly quota: number;
  readonly maxWaitMs: number;
  readonly callers: readonly Caller[];
  readonly fates: readonly Fate[];
}

const windowMs = 60_000;
const totalMs = 300_000;
/** The longest that one attempt can take here: a hang, or the slowest answer. */
const attemptMs = 90_000;
/** When every log that is still open is left. */
const endMs = 3_600_000;

const time = (max: number) => fc.oneof(fc.nat(max), fc.constantFrom(0, 10, 5_000));
const fate: fc.Arbitrary<Fate> = fc.record({
  latencyMs: fc.oneof(fc.constant(10), fc.nat(30_000)),
  end: fc.oneof(
    { weight: 4, arbitrary: fc.constant("ok" as const) },
    fc.constantFrom("lost" as const, "hang" as const),
    fc.record({ status: fc.constantFrom(401 as const, 404 as const, 500 as const, 503 as const) }),
    fc.record({ retryAfter: fc.constantFrom(undefined, 0, 1, 30, 4_000) }),
  ),
});
const caller: fc.Arbitrary<Caller> = fc.record({
  at: time(90_000),
  call: fc.constantFrom("get", "create", "shared read", "log"),
  priority: fc.constantFrom("foreground", "normal", "background"),
  abortAfter: fc.option(time(120_000), { nil: undefined }),
});
const life: fc.Arbitrary<Life> = fc.record({
  quota: fc.integer({ min: 4, max: 12 }),
  maxWaitMs: fc.constantFrom(0, 1_000, 45_000, 200_000),
  callers: fc.array(caller, { minLength: 1, maxLength: 40 }),
  // After the last of these the platform is well again.
  fates: fc.array(fate, { maxLength: 40 }),
});

describe("any callers, who leave at any time, of a platform that fails in any way", () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);

  it("each call ends in its time, and every place, timer and listener is given back", async () => {
    process.on("unhandledRejection", note);
    try {
      await fc.assert(fc.asyncProperty(life, live), { numRuns: 100 });
    } finally {
      process.off("unhandledRejection", note);
    }
    expect(unhandled).toEqual([]);
  });
});

async function live({ quota, maxWaitMs, callers, fates }: Life): Promise<void> {
  let isWell = false;
  const platform = new PacedPlatform({
    quota,
    windowMs,
    fate: (index) => (isWell ? undefined : fates[index]) ?? { latencyMs: 10, end: "ok" },
    client: { limiter: { maxWaitMs }, timeouts: { totalMs } },
  });
  const { clock, client } = platform;
  await platform.run(async () => {
    const startedAt = clock.now();
    const stops = callers.map(() => new AbortController());
    await Promise.all(
      callers.map(async ({ at, call, priority, abortAfter }, i) => {
        const stop = stops[i]!;
        if (at > 0) await clock.sleep(at);
        const calledAt = clock.now();
        const leavesAt =
          abortAfter !== undefined ? calledAt + abortAfter : call === "log" ? startedAt + endMs : Infinity;
        const leave = () => stop.abort(new Error("enough"));
        if (leavesAt <= calledAt) leave();
        const running = calls[call](client, { priority, signal: stop.signal });
        const ended = new AbortController();
        if (leavesAt > calledAt && leavesAt < Infinity)
          void clock.sleep(leavesAt - calledAt, ended.signal).then(leave, () => undefined);
        const what = await running.then(
          () => "done",
          (error: Error) => error.message,
        );
        const settledAt = clock.now();
        ended.abort();

        // Whoever leaves is told so at once, and nobody hears it who did not leave.
        expect(settledAt).toBeLessThanOrEqual(leavesAt);
        if (what === "enough") expect(settledAt).toBe(leavesAt);
        if (call === "log") return;
        // A shared read may be a list that fails, and then its own call; each within its time.
        const limit = (maxWaitMs + totalMs + 2 * attemptMs) * (call === "shared read" ? 2 : 1);
        expect(settledAt - calledAt).toBeLessThanOrEqual(limit);
      }),
    );

    // What shared reads that nobody waits for any more are doing ends in the same bounds.
    await clock.sleep(2 * (maxWaitMs + totalMs + 2 * attemptMs));
    expect(platform.underWay).toBe(0);
    expect(clock.sleeping).toBe(0);
    for (const { signal } of stops) expect(getEventListeners(signal, "abort")).toEqual([]);

    isWell = true;
    // Long after, a window that nobody has used is there as a whole: no place is missing.
    await clock.sleep(4_000_000 + 2 * windowMs);
    await client.pods.get("pod-1");
    await clock.sleep(2 * windowMs);
    const probedAt = clock.now();
    const before = platform.sentAt.length;
    await Promise.all(Array.from({ length: quota }, () => client.pods.get("pod-1")));
    expect(platform.sentAt.slice(before)).toEqual(Array.from({ length: quota }, () => probedAt));
  });
}

interface Options {
  readonly priority: Priority;
  readonly signal: AbortSignal;
}

const calls: Record<Caller["call"], (client: Client, options: Options) => Promise<unknown>> = {
  get: (client, options) => client.pods.get("pod-1", options),
  create: (client, options) =>
    client.pods.create({ name: "a", image: "i:1", cpu: { id: "cpu3c", vcpuCount: 2 } }, options),
  "shared read": (client, { signal }) => client.reads.pod("pod-1", { signal }),
  log: (client, { signal }) => client.pods.logs("pod-1", { signal }).next(),
};

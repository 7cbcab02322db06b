import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { readRateHeaders, readRetryAfter } from "../../../client/rate-limit/rate-headers";
import { RateWindows } from "../../../client/rate-limit/rate-windows";
import { useEmulatedClient } from "../../support/emulated-client";

const cpuPod = { name: "worker", image: "registry.example.com/acme/worker:1", cpu: { id: "cpu3c", vcpuCount: 2 } };
const many = (count: number) => Array.from({ length: count }, (_, i) => i);

describe("the headers", () => {
  it("A-55, A-56: the three windows are read", () => {
    const limit = '"minute";r=41;t=22, "hour";r=2790;t=1340, "day";r=48950;t=60210';
    const policy = '"minute";q=60;w=60, "hour";q=3000;w=3600, "day";q=50000;w=86400';
    expect(readRateHeaders(limit, policy)).toEqual([
      { name: "minute", remaining: 41, resetMs: 22_000, quota: 60, lengthMs: 60_000 },
      { name: "hour", remaining: 2_790, resetMs: 1_340_000, quota: 3_000, lengthMs: 3_600_000 },
      { name: "day", remaining: 48_950, resetMs: 60_210_000, quota: 50_000, lengthMs: 86_400_000 },
    ]);
  });

  it("A-55, A-56: a window ends within its length, whatever is said", () => {
    expect(readRateHeaders('"minute";r=0;t=9007199254740991', '"minute";q=60;w=60')).toMatchObject([
      { resetMs: 60_000 },
    ]);
  });

  it("A-54: what is absent or malformed is left out", () => {
    expect(readRateHeaders(undefined, undefined)).toEqual([]);
    expect(readRateHeaders('"minute";r=x;t=1, "hour";r=1', "?")).toEqual([]);
    expect(readRateHeaders('"minute"; t=1 ;r=2', undefined)).toEqual([
      { name: "minute", remaining: 2, resetMs: 1_000 },
    ]);
    expect(readRateHeaders(['"minute";r=1;t=1', '"hour";r=2;t=2'], undefined)).toHaveLength(2);
  });

  it("any text is read without an error and in no time", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ maxLength: 3_000 }), fc.stringMatching(/^["minute;rt=0-9, ]{0,400}$/)),
        (text) => {
          for (const { remaining, resetMs } of readRateHeaders(text, text)) {
            expect(remaining).toBeGreaterThanOrEqual(0);
            expect(resetMs).toBeGreaterThanOrEqual(0);
          }
        },
      ),
    );
  });

  it("A-52: Retry-After is seconds, or a date", () => {
    const read = (text: string | undefined, now = 0) => readRetryAfter({ "retry-after": text }, now);
    expect(read("22")).toBe(22_000);
    expect(read("Tue, 05 May 2026 08:00:09 GMT", Date.parse("2026-05-05T08:00:00Z"))).toBe(9_000);
    expect([read("soon"), read("-1"), read(undefined), read("Tue, 05 May 2026 08:00:09")]).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
  });

  it.each(["2020-01-01T00:00:00Z", "2026-05-05T08:00:00Z", "2031-01-01T00:00:00Z"])(
    "a date in Retry-After is judged by the answer's own Date when this machine thinks it is %s",
    (now) => {
      const headers = { "retry-after": "Tue, 05 May 2026 08:00:09 GMT", date: "Tue, 05 May 2026 08:00:00 GMT" };
      expect(readRetryAfter(headers, Date.parse(now))).toBe(9_000);
    },
  );
});

describe("the windows", () => {
  const minute = (remaining: number, t: number) => [
    { name: "minute", remaining, resetMs: t * 1_000, quota: 60, lengthMs: 60_000 },
  ];

  it("before the first answer, only a few requests go", () => {
    const windows = new RateWindows();
    for (const _ of many(4)) {
      expect(windows.nextAt(0, 1, "normal")).toBe(0);
      windows.sent(0);
    }
    expect(windows.nextAt(0, 1, "normal")).toBe(Number.POSITIVE_INFINITY);
    windows.lost();
    expect(windows.nextAt(0, 1, "normal")).toBe(0);
  });

  it("A-54: without headers nothing is held back", () => {
    const windows = new RateWindows();
    windows.sent(0);
    windows.answered({ windows: [] }, 0);
    expect(windows.nextAt(0, 1_000_000, "background")).toBe(0);
  });

  it("what fits is not delayed, what does not is spread over the rest of the window", () => {
    const windows = new RateWindows();
    windows.sent(0);
    windows.answered({ windows: minute(9, 50) }, 0);
    expect(windows.nextAt(0, 9, "normal")).toBe(0);
    expect(windows.nextAt(0, 10, "normal")).toBe(5_100);
    windows.sent(5_100);
    expect(windows.nextAt(5_100, 10, "normal")).toBe(5_100 + 45_900 / 9);
  });

  it("an empty window waits for its end, and background work leaves a tenth of it to the others", () => {
    const windows = new RateWindows();
    windows.sent(0);
    windows.answered({ windows: minute(6, 30) }, 0);
    expect(windows.nextAt(0, 1, "background")).toBe(31_000);
    expect(windows.nextAt(0, 1, "normal")).toBe(0);
    for (const _ of many(6)) windows.sent(0);
    expect(windows.nextAt(0, 1, "foreground")).toBe(31_000);
  });

  it.each([
    ["hour", 3_600],
    ["day", 86_400],
  ])("background work does not wait for the end of the %s", (name, seconds) => {
    const windows = new RateWindows();
    windows.sent(0);
    const report = { name, remaining: 1, resetMs: 3_000_000, quota: 3_000, lengthMs: seconds * 1_000 };
    windows.answered({ windows: [report] }, 0);
    expect(windows.nextAt(0, 1, "background")).toBe(0);
  });

  it("a quota of nothing is asked about again once its window is over", () => {
    const windows = new RateWindows();
    windows.sent(0);
    windows.answered({ windows: [{ name: "minute", remaining: 0, resetMs: 30_000, quota: 0, lengthMs: 60_000 }] }, 0);
    expect(windows.nextAt(0, 1, "normal")).toBe(31_000);
    expect(windows.nextAt(31_000, 1, "normal")).toBe(31_000);
  });

  it("a request of another process that is dated in the future is forgotten like any other", () => {
    const windows = new RateWindows();
    windows.sent(0);
    windows.answered({ windows: minute(60, 30) }, 0);
    for (const _ of many(60)) windows.elsewhere({ at: 9_999_999_999_999, what: "sent" }, 0);
    expect(windows.nextAt(0, 1, "normal")).toBe(31_000);
    // A window later nothing of it is left.
    expect(windows.nextAt(61_001, 60, "normal")).toBe(61_001);
  });

  it("answers that overtake each other never raise what is left", () => {
    const windows = new RateWindows();
    for (const _ of many(3)) windows.sent(0);
    windows.answered({ windows: minute(1, 30) }, 10);
    windows.answered({ windows: minute(3, 30) }, 20);
    windows.answered({ windows: minute(2, 30) }, 30);
    expect(windows.nextAt(30, 1, "normal")).toBe(30);
    windows.sent(30);
    expect(windows.nextAt(30, 1, "normal")).toBeGreaterThan(30_000);
  });

  it("no platform that counts as the headers say is ever sent more than it takes", () => {
    const run = fc.record({
      // A smaller one than the first burst can't be known in time.
      quota: fc.integer({ min: 4, max: 40 }),
      isCeil: fc.boolean(),
      requests: fc.integer({ min: 1, max: 120 }),
      latencies: fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 1, maxLength: 8 }),
    });
    fc.assert(
      fc.property(run, (row) => expect(refusalsOf(row)).toBe(0)),
      { numRuns: 500 },
    );
  });
});

/** A fixed window of a minute on the platform's side, and all requests waiting at once on ours; how many are refused. */
function refusalsOf({
  quota,
  isCeil,
  requests,
  latencies,
}: {
  quota: number;
  isCeil: boolean;
  requests: number;
  latencies: number[];
}): number {
  const windows = new RateWindows();
  let opened = 0;
  let used = 0;
  let refusals = 0;
  const answers: { at: number; report: () => void }[] = [];
  let now = 0;
  for (let left = requests; left > 0; ) {
    const at = windows.nextAt(now, left, "normal");
    const due = answers.sort((a, b) => a.at - b.at)[0];
    if (due && due.at <= at) {
      answers.shift();
      now = Math.max(now, due.at);
      due.report();
      continue;
    }
    now = Math.max(now, at);
    windows.sent(now);
    left -= 1;
    // The platform counts a request the moment it is sent; its answer takes a while.
    if (now - opened >= 60_000 || used === 0) [opened, used] = [now, 0];
    used += 1;
    if (used > quota) refusals += 1;
    const exact = (opened + 60_000 - now) / 1_000;
    const report = {
      name: "minute",
      remaining: Math.max(0, quota - used),
      resetMs: (isCeil ? Math.ceil(exact) : Math.floor(exact)) * 1_000,
      quota,
      lengthMs: 60_000,
    };
    const sentAt = now;
    const arrival = now + (latencies[left % latencies.length] ?? 0);
    answers.push({ at: arrival, report: () => windows.answered({ windows: [report] }, arrival, sentAt) });
  }
  return refusals;
}

describe("against the platform's quotas", () => {
  const platform = useEmulatedClient({ rateLimit: true });
  const statuses = () => platform.emulator.requests.list().map(({ status }) => status);

  it("A-51, A-57: a hundred creates at once take the quota's own minimum of time, and none is refused", async () => {
    const startedAt = platform.emulator.clock.now();
    await Promise.all(many(100).map((i) => platform.client.pods.create({ ...cpuPod, name: `pod-${i}` })));
    expect(statuses().filter((status) => status !== 201)).toEqual([]);
    expect(platform.emulator.clock.now() - startedAt).toBeLessThanOrEqual(60_000 * 1.05);
  });

  it("creates one after the other take no longer", async () => {
    const startedAt = platform.emulator.clock.now();
    for (const i of many(100)) await platform.client.pods.create({ ...cpuPod, name: `pod-${i}` });
    expect(new Set(statuses())).toEqual(new Set([201]));
    expect(platform.emulator.clock.now() - startedAt).toBeLessThanOrEqual(60_000 * 1.05);
  });

  it("a foreground read goes before creates that wait", async () => {
    const done: string[] = [];
    const { pods } = platform.client;
    const creates = many(80).map((i) => pods.create({ ...cpuPod, name: `pod-${i}` }).then(() => done.push("create")));
    const read = pods.list().then(() => done.push("read"));
    await Promise.all([...creates, read]);
    expect(done.indexOf("read")).toBeLessThan(60);
  });

  it("A-29: what others with the same key use up is never seen by the caller", async () => {
    const { apiUrl, apiKey } = platform.emulator;
    const other = () => fetch(`${apiUrl}/v2/pods`, { headers: { authorization: `Bearer ${apiKey}` } });
    await platform.client.pods.list();
    for (const _ of many(59)) await other();
    expect((await platform.client.pods.list()).pods).toEqual([]);
    expect(statuses().filter((status) => status === 429).length).toBeLessThanOrEqual(1);
  });

  it("a wait longer than the limiter may take is an error that says how long", async () => {
    const { emulator } = platform;
    emulator.store.settings.rateLimit = { minute: 60, hour: 3_000, day: 2 };
    const { pods } = platform.client;
    await pods.list();
    await pods.list();
    await expect(pods.list()).rejects.toMatchObject({ code: "rate_limited", outcome: "refused" });
    expect(statuses()).toEqual([200, 200]);
  });

  it("a caller who gives up leaves the queue", async () => {
    const stop = new AbortController();
    const { pods } = platform.client;
    const creates = many(50).map((i) =>
      pods.create({ ...cpuPod, name: `pod-${i}` }, { signal: stop.signal }).catch((e: unknown) => e),
    );
    stop.abort(new Error("enough"));
    const ends = await Promise.all(creates);
    expect(ends.every((end) => (end as Error).message === "enough")).toBe(true);
    expect(statuses().length).toBeLessThanOrEqual(4);
  });
});

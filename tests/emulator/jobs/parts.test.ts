import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { splitChunk } from "../../../emulator/jobs/chunks";
import { runHandler, type HandlerContext } from "../../../emulator/jobs/handlers";
import { jobView, removedAt, setLife, submitted } from "../../../emulator/jobs/job";
import { syncRetention } from "../../../emulator/jobs/limits";
import { cancel, drain, emit, finish, retry, start, timeOut } from "../../../emulator/jobs/machine";
import { planOf } from "../../../emulator/jobs/plan";
import { baseLimits, QueueLimits } from "../../../emulator/jobs/rate-limits";
import { deliverWebhook } from "../../../emulator/jobs/webhooks";

const minute = 60_000;
const job = (kind: "run" | "runsync" = "run", waitMs?: number) =>
  submitted("j1", kind, { input: { a: 1 } }, 1_000, waitMs);

describe("retention", () => {
  it.each([
    { wait: undefined, keptMs: minute },
    { wait: 5_000, keptMs: minute },
    { wait: 120_000, keptMs: 2 * minute },
    { wait: 300_000, keptMs: 5 * minute },
    { wait: 900_000, keptMs: 5 * minute },
  ])("J-37: a runsync that waited $wait ms is kept $keptMs ms", ({ wait, keptMs }) => {
    expect(syncRetention(wait)).toBe(keptMs);
  });

  it("J-33: status?ttl sets what is left, shorter or longer, up to 7 days", () => {
    const done = job();
    start(done, "w1", 2_000);
    finish(done, { output: 1 }, 3_000);
    setLife(done, 100 * minute, 4_000);
    expect(removedAt(done)).toBe(4_000 + 100 * minute);
    setLife(done, minute, 4_000);
    expect(removedAt(done)).toBe(4_000 + minute);
    setLife(done, 2 * minute, 4_000);
    expect(removedAt(done)).toBe(4_000 + 2 * minute);
    setLife(done, Number.MAX_SAFE_INTEGER, 4_000);
    expect(removedAt(done)).toBe(4_000 + 7 * 24 * 60 * minute);
  });
});

describe("job machine", () => {
  const at = {
    IN_QUEUE: () => job(),
    IN_PROGRESS: () => {
      const one = job();
      start(one, "w1", 1_500);
      return one;
    },
    COMPLETED: () => {
      const one = at.IN_PROGRESS();
      finish(one, { output: { ok: true } }, 2_500);
      return one;
    },
    FAILED: () => {
      const one = at.IN_PROGRESS();
      finish(one, { error: "boom" }, 2_500);
      return one;
    },
    TIMED_OUT: () => {
      const one = at.IN_PROGRESS();
      timeOut(one, 2_500);
      return one;
    },
    CANCELLED: () => {
      const one = at.IN_PROGRESS();
      cancel(one, 2_500);
      return one;
    },
  };
  const statuses = Object.keys(at) as (keyof typeof at)[];

  it.each([
    { operation: cancel, name: "cancel", allowed: ["IN_QUEUE", "IN_PROGRESS", "CANCELLED"], to: "CANCELLED" },
    { operation: retry, name: "retry", allowed: ["FAILED", "TIMED_OUT"], to: "IN_QUEUE" },
  ])("J-38, J-39: $name is allowed from $allowed only", ({ operation, allowed, to }) => {
    for (const status of statuses) {
      const one = at[status]();
      if (allowed.includes(status)) {
        operation(one, 9_000);
        expect(one.status).toBe(to);
      } else {
        expect(() => operation(one, 9_000)).toThrow(status);
        expect(one.status).toBe(status);
      }
    }
  });

  it("J-32, J-39: a retried job keeps id, input and ttl clock, and loses its old result", () => {
    const failed = at.FAILED();
    const { ttlAt } = failed;
    retry(failed, 10_000);
    expect(jobView(failed)).toEqual({ id: "j1", status: "IN_QUEUE" });
    expect(failed).toMatchObject({ input: { a: 1 }, ttlAt });
    start(failed, "w2", 11_000);
    finish(failed, { output: "now" }, 12_000);
    expect(jobView(failed)).toEqual({
      id: "j1",
      status: "COMPLETED",
      output: "now",
      delayTime: 1_000,
      executionTime: 1_000,
      workerId: "w2",
    });
    expect(removedAt(failed)).toBe(12_000 + 30 * minute);
  });

  it("J-15: a result above the limit fails the job", () => {
    const big = at.IN_PROGRESS();
    finish(big, { output: "x".repeat(10 * 1_048_576) }, 2_000);
    expect(big).toMatchObject({
      status: "FAILED",
      output: undefined,
      error: expect.stringContaining("exceeds the limit"),
    });
    const fits = at.IN_PROGRESS();
    finish(fits, { output: "x".repeat(10 * 1_048_576 - 2) }, 2_000);
    expect(fits.status).toBe("COMPLETED");
  });

  it("J-42: draining takes what was streamed since the last time, once", () => {
    const running = at.IN_PROGRESS();
    emit(running, { output: 1 });
    emit(running, { output: 2 });
    expect(drain(running)).toEqual([{ output: 1 }, { output: 2 }]);
    expect(drain(running)).toEqual([]);
  });
});

describe("chunks", () => {
  const size = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

  it("J-41: whatever is streamed, no chunk exceeds the limit and nothing is lost", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: "grapheme", maxLength: 300 }), fc.array(fc.string(), { maxLength: 60 })),
        (output) => {
          const chunks = splitChunk({ output }, 64);
          for (const chunk of chunks) expect(size(chunk)).toBeLessThanOrEqual(64);
          const text = (each: unknown): string => (Array.isArray(each) ? each.map(text).join("") : String(each));
          const isWhole = Array.isArray(output) ? output.every((each) => size({ output: [each] }) <= 64) : true;
          const joined = chunks.map((chunk) => text(chunk.output)).join("");
          expect(isWhole ? joined : text(output)).toBe(text(output));
        },
      ),
    );
  });

  it("J-41: metrics that leave no room for any output are refused with a sentence", () => {
    const metrics = { note: "m".repeat(1_048_576) };
    expect(() => splitChunk({ output: "x", metrics })).toThrow(
      "the metrics of a chunk take 1048587 bytes; with its output they must fit into 1048576 bytes",
    );
  });

  it("J-41: at the real limit, 1 MB of text makes two chunks and the metrics stay with the first", () => {
    const chunks = splitChunk({ output: "x".repeat(1_048_576), metrics: { running: 1 } });
    expect(chunks).toHaveLength(2);
    expect(chunks.map((chunk) => chunk.metrics)).toEqual([{ running: 1 }, undefined]);
    expect(chunks.map((chunk) => chunk.output).join("")).toHaveLength(1_048_576);
  });
});

describe("default worker", () => {
  it.each([
    { instructions: undefined, end: { afterMs: 100, outcome: { output: { a: 1 } } } },
    { instructions: { delayMs: 5 }, end: { afterMs: 5, outcome: { output: { a: 1, $emulate: { delayMs: 5 } } } } },
    { instructions: { fail: "no luck" }, end: { afterMs: 100, outcome: { error: "no luck" } } },
    { instructions: { hang: true }, end: undefined },
    { instructions: { chunks: 2, chunkBytes: 4 }, end: { afterMs: 100, outcome: { output: undefined } } },
    {
      instructions: { chunks: 2, chunkBytes: 4, aggregate: true },
      end: { afterMs: 100, outcome: { output: ["0:xx", "1:xx"] } },
    },
  ])("$instructions → $end", ({ instructions, end }) => {
    expect(planOf(instructions ? { a: 1, $emulate: instructions } : { a: 1 }).end).toEqual(end);
  });

  it("spreads its chunks over its time and logs first", () => {
    const { steps } = planOf({ $emulate: { delayMs: 300, chunks: 2, chunkBytes: 3, log: ["a", "b"], progress: [50] } });
    expect(steps).toEqual([
      { afterMs: 0, log: "a" },
      { afterMs: 0, log: "b" },
      { afterMs: 100, chunk: { output: "0:x" } },
      { afterMs: 150, progress: 50 },
      { afterMs: 200, chunk: { output: "1:x" } },
    ]);
  });
});

describe("programmed handlers", () => {
  const contextOf = (emitted: unknown[] = []): HandlerContext => ({
    jobId: "j1",
    endpointId: "e1",
    workerId: "w1",
    attempt: 1,
    s3Config: undefined,
    signal: new AbortController().signal,
    progress: () => undefined,
    emit: (output) => void emitted.push(output),
    log: () => undefined,
    sleep: () => Promise.resolve(),
  });

  it("hands out a copy of the input, and copies the result", async () => {
    const input = { list: [1] };
    const handler = (given: any) => {
      given.list.push(2);
      return { at: new Date(0), given };
    };
    expect(await runHandler({ handler }, input, contextOf())).toEqual({
      output: { at: "1970-01-01T00:00:00.000Z", given: { list: [1, 2] } },
    });
    expect(input).toEqual({ list: [1] });
  });

  it("J-44: a generator's chunks are the output only when aggregated, and what it returns is", async () => {
    async function* count() {
      yield 1;
      yield 2;
    }
    async function* countAndReturn() {
      yield 1;
      return "done";
    }
    const emitted: unknown[] = [];
    expect(await runHandler({ handler: count }, {}, contextOf(emitted))).toEqual({ output: undefined });
    expect(emitted).toEqual([1, 2]);
    expect(await runHandler({ handler: count, aggregate: true }, {}, contextOf())).toEqual({ output: [1, 2] });
    expect(await runHandler({ handler: countAndReturn }, {}, contextOf())).toEqual({ output: "done" });
  });

  it("turns a throw, and a module without a function, into a failure", async () => {
    const handler = () => {
      throw new Error("out of memory");
    };
    expect(await runHandler({ handler }, {}, contextOf())).toEqual({ error: "out of memory" });
    const missing = await runHandler({ handler: "./no-such-module.cjs" }, {}, contextOf());
    expect(missing).toEqual({ error: expect.stringContaining("no-such-module") });
  });
});

describe("webhooks", () => {
  const clockOf = (sleeps: number[]) => ({ sleep: async (ms: number) => void sleeps.push(ms) });

  it.each([
    { answers: [200], tries: 1, sleeps: [] },
    { answers: [500, 200], tries: 2, sleeps: [10_000] },
    { answers: [204, 0, 503, 200], tries: 3, sleeps: [10_000, 10_000] },
  ])("J-40: answers $answers make $tries tries", async ({ answers, tries, sleeps }) => {
    const slept: number[] = [];
    const queue = [...answers];
    const post = async () => {
      const status = queue.shift();
      if (!status) throw new Error("refused");
      return status;
    };
    expect(await deliverWebhook("http://x", {}, clockOf(slept), new AbortController().signal, post)).toBe(tries);
    expect(slept).toEqual(sleeps);
  });
});

describe("operation limits", () => {
  const who = { user: "u", endpointId: "e", operation: "purge-queue" as const, workersAllow: 0, now: 0 };

  it("J-63: counts by user, endpoint and operation in windows of 10 s", () => {
    const limits = new QueueLimits();
    expect(limits.enter(who)).toBeDefined();
    expect(limits.enter({ ...who, now: 9_999 })).toBeDefined();
    expect(limits.enter({ ...who, now: 9_999 })).toBeUndefined();
    expect(limits.enter({ ...who, user: "other" })).toBeDefined();
    expect(limits.enter({ ...who, endpointId: "other" })).toBeDefined();
    expect(limits.enter({ ...who, now: 10_000 })).toBeDefined();
  });

  it("J-63: counts requests held at the same time until they are answered", () => {
    const limits = new QueueLimits({ ...baseLimits, run: { requests: 9, concurrent: 1 } });
    const leave = limits.enter({ ...who, operation: "run" });
    expect(limits.enter({ ...who, operation: "run" })).toBeUndefined();
    leave?.();
    expect(limits.enter({ ...who, operation: "run" })).toBeDefined();
  });

  it("J-67: running workers raise the limit above the base figure, never below it", () => {
    const limits = new QueueLimits();
    const enter = (workersAllow: number) => limits.enter({ ...who, workersAllow });
    expect([enter(0), enter(1), enter(1)].map(Boolean)).toEqual([true, true, false]);
    expect([enter(4), enter(4), enter(4)].map(Boolean)).toEqual([true, true, false]);
  });
});

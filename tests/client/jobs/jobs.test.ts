import { afterEach, describe, expect, it } from "@jest/globals";
import * as z from "zod";
import {
  createClient,
  JobFailedError,
  ResponseShapeError,
  WaitTimeoutError,
  type Client,
  type Queue,
} from "../../../client";
import { ManualClock } from "../../support/manual-clock";
import { collect } from "../../support/emulated-client";
import {
  answer,
  startScriptedServer,
  type Answer,
  type Script,
  type ScriptedServer,
} from "../../support/scripted-server";

let server: ScriptedServer;
let client: Client;
let clock: ManualClock;
afterEach(async () => {
  await client.close();
  await server.close();
});

async function queueWith(...script: (Answer | Script)[]): Promise<Queue> {
  clock = new ManualClock();
  server = await startScriptedServer(script);
  client = createClient({ queueUrl: server.url, apiKey: "key", clock, random: () => 0.5 });
  return client.queue("e1");
}

const ok = (body: unknown) => ({ status: 200, body });
const job = (status: string, more: object = {}) => ok({ id: "j1", status, ...more });
const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );
const MB = 1_048_576;

describe("submitting", () => {
  it("J-1, J-16: run sends input and options, and answers a handle", async () => {
    const queue = await queueWith(job("IN_QUEUE"));
    const handle = await queue.run(
      { prompt: "p" },
      { webhook: "https://hooks.example.org/jobs", policy: { ttl: 60_000 } },
    );
    expect(handle.id).toBe("j1");
    expect(server.lines).toEqual(["POST /v2/e1/run"]);
    expect(JSON.parse(server.asked[0]?.body ?? "")).toEqual({
      input: { prompt: "p" },
      webhook: "https://hooks.example.org/jobs",
      policy: { ttl: 60_000 },
    });
  });

  it("J-14: 10 MB for run and 20 MB for runsync are checked before sending", async () => {
    const queue = await queueWith(job("COMPLETED"));
    const input = (bytes: number) => ({ data: "x".repeat(bytes) });
    expect(await failure(queue.run(input(10 * MB)))).toMatchObject({ code: "invalid_request", outcome: "not-sent" });
    expect(await failure(queue.runSync(input(20 * MB)))).toMatchObject({ code: "invalid_request" });
    expect(server.lines).toEqual([]);
    await queue.runSync(input(10 * MB));
    expect(server.lines).toEqual(["POST /v2/e1/runsync"]);
  });

  it("J-1: an input that JSON can't say is refused before sending", async () => {
    const queue = await queueWith(job("COMPLETED"));
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    for (const input of [circle, { size: 1n }, { deep: [{ size: Number.NaN }] }, { size: Infinity }])
      expect(await failure(queue.run(input))).toMatchObject({ code: "invalid_request", issues: [{ path: "$" }] });
    expect(server.lines).toEqual([]);
  });

  it.each([999, 300_001, 1_500.5])("J-17: a wait of %d ms is refused before sending", async (waitMs) => {
    const queue = await queueWith(job("COMPLETED"));
    expect(await failure(queue.runSync({}, { waitMs }))).toMatchObject({ issues: [{ path: "$.query.wait" }] });
    expect(server.lines).toEqual([]);
  });

  it.each([{ executionTimeout: 4_999 }, { executionTimeout: 604_800_001 }, { ttl: 9_999 }, { ttl: 604_800_001 }])(
    "J-18: a policy of %j is refused before sending",
    async (policy) => {
      const queue = await queueWith(job("IN_QUEUE"));
      expect(await failure(queue.run({}, { policy }))).toMatchObject({ code: "invalid_request" });
      expect(server.lines).toEqual([]);
    },
  );

  it("A-31: a run whose answer was lost is not sent again", async () => {
    const queue = await queueWith((_, response) => void response.destroy());
    expect(await failure(queue.run({}))).toMatchObject({ code: "connection", outcome: "unknown" });
    expect(server.lines).toHaveLength(1);
  });

  it("J-63: a 429 backs off exponentially, and honours Retry-After where there is one", async () => {
    const refused = { status: 429, body: { error: "slow down" } };
    const queue = await queueWith(refused, refused, { ...refused, headers: { "retry-after": "9" } }, job("IN_QUEUE"));
    await queue.run({});
    expect(clock.sleeps).toEqual([125, 250, 9_000]);
  });
});

describe("results", () => {
  it("J-4: result asks the held form until the job has ended", async () => {
    const queue = await queueWith(job("IN_QUEUE"), job("IN_PROGRESS"), job("COMPLETED", { output: 7 }));
    expect(await queue.job("j1").result()).toEqual({ id: "j1", status: "COMPLETED", output: 7 });
    expect(server.lines).toEqual(Array(3).fill("GET /v2/e1/status-sync/j1?wait=60000"));
  });

  it("questions that are answered at once are kept apart, further and further", async () => {
    const queue = await queueWith(...Array<Answer>(7).fill(job("IN_PROGRESS")), job("COMPLETED"));
    await queue.job("j1").result();
    expect(clock.sleeps).toEqual([500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  });

  it("J-12: an unknown status is not an end", async () => {
    const queue = await queueWith(job("RUNNING"), job("MOVING"), job("COMPLETED"));
    expect((await queue.job("j1").result()).status).toBe("COMPLETED");
  });

  it.each(["FAILED", "CANCELLED", "TIMED_OUT"])("J-12: %s is an end, and an error with the job", async (status) => {
    const queue = await queueWith(job(status, { error: "CANARY" }));
    const error = (await failure(queue.job("j1").result())) as JobFailedError;
    expect(error).toBeInstanceOf(JobFailedError);
    expect(error.job).toMatchObject({ status, error: "CANARY" });
    expect(error.message).toMatch(new RegExp(`^Job j1 ended ${status}\\.`));
    expect(error.message).not.toContain("CANARY");
  });

  it("a time limit ends the waiting and not the job", async () => {
    const queue = await queueWith(job("IN_PROGRESS"));
    const error = await failure(queue.job("j1").result({ timeoutMs: 5_000 }));
    expect(error).toBeInstanceOf(WaitTimeoutError);
    expect(error).toMatchObject({ last: { status: "IN_PROGRESS" }, withinMs: 5_000 });
    expect(clock.now()).toBe(5_000);
    expect(server.lines.at(-1)).toBe("GET /v2/e1/status/j1");
  });

  const down = { status: 503, body: { error: "no" } };

  it("A-30: faults that pass are waited out within the time limit", async () => {
    const faults = Array.from({ length: 9 }, () => down);
    const queue = await queueWith(job("IN_PROGRESS"), ...faults, job("COMPLETED"));
    expect((await queue.job("j1").result({ timeoutMs: 600_000 })).status).toBe("COMPLETED");
  });

  it("A-30: a fault that lasts is the reason when the time is up, and an error without a time limit", async () => {
    const queue = await queueWith(down);
    expect(await failure(queue.job("j1").result({ timeoutMs: 600_000 }))).toMatchObject({
      code: "wait_timeout",
      message: expect.stringMatching(/last seen: nothing; the last look failed: GET .* 503/),
    });
    expect(await failure(queue.job("j1").result())).toMatchObject({ status: 503 });
  });

  it("a signal ends the waiting with its reason", async () => {
    const stop = new AbortController();
    const queue = await queueWith((_, response) => {
      stop.abort(new Error("enough"));
      response.end();
    });
    expect(await failure(queue.job("j1").result({ signal: stop.signal }))).toMatchObject({ message: "enough" });
  });

  it.each([404, 405])("J-4: a platform without the held form, which answers %d, is asked plainly", async (status) => {
    const queue = await queueWith({ status, body: { error: "no" } }, job("IN_PROGRESS"), job("COMPLETED"));
    expect((await queue.job("j1").result()).status).toBe("COMPLETED");
    expect(server.lines).toEqual([
      "GET /v2/e1/status-sync/j1?wait=60000",
      "GET /v2/e1/status/j1",
      "GET /v2/e1/status/j1",
    ]);
  });

  it("J-62: an unknown job is not found", async () => {
    const queue = await queueWith({ status: 404, body: { error: "job not found" } });
    expect(await failure(queue.job("j1").result())).toMatchObject({ code: "not_found", detail: "job not found" });
  });

  it("J-20: an unfinished runsync is waited for by its id, within its own limit", async () => {
    const queue = await queueWith(job("IN_PROGRESS"), job("COMPLETED", { output: "o" }));
    expect(await queue.runSync({}, { waitMs: 2_000, timeoutMs: 30_000 })).toMatchObject({ output: "o" });
    expect(server.lines).toEqual(["POST /v2/e1/runsync?wait=2000", "GET /v2/e1/status-sync/j1?wait=30000"]);
  });

  it("J-17, J-20: a runsync is held no longer than the time that there is in all, of which the error tells", async () => {
    const queue = await queueWith(
      (_, response) => (clock.advance(5_000), answer(response, job("IN_QUEUE"))),
      job("IN_QUEUE"),
    );
    const error = await failure(queue.runSync({}, { timeoutMs: 5_000 }));
    expect(server.lines).toEqual(["POST /v2/e1/runsync?wait=5000", "GET /v2/e1/status/j1"]);
    expect(error).toMatchObject({ code: "wait_timeout", message: expect.stringContaining("after 5 s") });
  });

  it("an output is checked and typed by the schema that was given", async () => {
    const queue = await queueWith(
      job("IN_QUEUE"),
      job("COMPLETED", { output: { seed: 9 } }),
      job("COMPLETED", { output: { seed: "CANARY" } }),
    );
    const handle = await queue.run({}, { output: z.object({ seed: z.number() }) });
    const { output } = await handle.result();
    expect(output.seed.toFixed(1)).toBe("9.0");
    const error = await failure(handle.result());
    expect(error).toBeInstanceOf(ResponseShapeError);
    expect(String(error)).toMatch(/\$\.output\.seed/);
    expect(String(error)).not.toContain("CANARY");
  });
});

describe("streams", () => {
  const chunk = (n: number) => ({ output: { text: [String(n)] }, metrics: { stream_index: n } });

  it.each([
    { form: "array", answer: (...chunks: object[]) => ok(chunks) },
    { form: "object", answer: (...chunks: object[]) => ok({ status: "IN_PROGRESS", stream: chunks }) },
  ])("J-43: the $form form is read", async ({ answer }) => {
    const queue = await queueWith(answer(chunk(1), chunk(2)), answer(), job("COMPLETED"), answer());
    expect(await collect(queue.job("j1").stream())).toEqual([chunk(1), chunk(2)]);
  });

  it.each([
    { what: "a chunk whose metrics are null", answer: [{ output: 1, metrics: null }], chunks: [{ output: 1 }] },
    { what: "the same in an object", answer: { stream: [{ output: 1, metrics: null }] }, chunks: [{ output: 1 }] },
    { what: "an object without chunks", answer: { status: "IN_QUEUE" }, chunks: [] },
    { what: "an object whose chunks are null", answer: { status: "IN_QUEUE", stream: null }, chunks: [] },
  ])("J-13, J-43, A-75: $what is read as what it means", async ({ answer, chunks }) => {
    const queue = await queueWith(ok(answer));
    expect(await queue.stream("j1")).toEqual(chunks);
  });

  it("J-42: a last chunk that came between an empty answer and the end is not lost", async () => {
    const queue = await queueWith(ok([]), job("COMPLETED"), ok([chunk(3)]), ok([]));
    expect(await collect(queue.job("j1").stream())).toEqual([chunk(3)]);
  });

  it("J-42: an answer that was lost is not asked for again: its chunks are gone", async () => {
    const queue = await queueWith((_, response) => void response.destroy());
    expect(await failure(collect(queue.job("j1").stream()))).toMatchObject({ code: "connection" });
    expect(server.lines).toHaveLength(1);
  });

  it("a job that fails gives its chunks first, then its end", async () => {
    const queue = await queueWith(ok([chunk(1)]), ok([]), job("FAILED"), ok([]));
    const told: unknown[] = [];
    const loop = async () => {
      for await (const one of queue.job("j1").stream()) told.push(one);
    };
    expect(await failure(loop())).toBeInstanceOf(JobFailedError);
    expect(told).toEqual([chunk(1)]);
  });

  it("J-54: more counters of workers pass through", async () => {
    const jobs = { completed: 1, failed: 0, inProgress: 0, inQueue: 0, retried: 0 };
    const queue = await queueWith(ok({ jobs, workers: { idle: 0, running: 1, throttled: 2 } }));
    expect((await queue.health()).workers).toEqual({ idle: 0, running: 1, throttled: 2 });
  });
});

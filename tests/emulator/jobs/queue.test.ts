import { describe, expect, it } from "@jest/globals";
import { usePlatform } from "../support/platform";
import { bootMs, newQueue, queueEndpoint, untilBusy, untilHeld } from "../support/serverless";

const platform = usePlatform();
const minute = 60_000;

describe("submitting", () => {
  it("J-1, J-11, J-23: run answers at once with an id and IN_QUEUE", async () => {
    const queue = await newQueue(platform);
    const { status, body } = await queue.post("run", { input: { prompt: "a red bicycle" } });
    expect(status).toBe(200);
    expect(body).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}-u1$/), status: "IN_QUEUE" });
  });

  it("J-23: run says IN_QUEUE even where an idle worker takes the job in the same moment", async () => {
    const queue = await newQueue(platform, { workers: { min: 1 } });
    await platform.advance(bootMs);
    const { body } = await queue.post("run", { input: {} });
    expect(body.status).toBe("IN_QUEUE");
    expect((await queue.status(body.id)).status).toBe("IN_PROGRESS");
  });

  it("J-3, J-10, J-12, J-25, J-26: the job goes from queue to worker to result, with its times", async () => {
    const queue = await newQueue(platform);
    const id = await queue.run({ prompt: "p", $emulate: { delayMs: 2_000 } });
    expect(await queue.status(id)).toEqual({ id, status: "IN_QUEUE" });
    await platform.advance(bootMs);
    const running = await queue.status(id);
    expect(running).toEqual({ id, status: "IN_PROGRESS", delayTime: bootMs, workerId: expect.any(String) });
    await platform.advance(2_000);
    expect(await queue.status(id)).toEqual({
      ...running,
      status: "COMPLETED",
      executionTime: 2_000,
      output: { prompt: "p", $emulate: { delayMs: 2_000 } },
    });
  });

  it("J-2, J-24: runsync holds the request until the job ended", async () => {
    const queue = await newQueue(platform);
    const answer = queue.post("runsync", { input: { a: 1 } });
    await untilBusy(queue);
    await platform.advance(10_000);
    const { status, body } = await answer;
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: expect.stringMatching(/^sync-/), status: "COMPLETED", output: { a: 1 } });
  });

  it("J-20, J-45: an unfinished runsync answers without output, whatever progress was published", async () => {
    const queue = await newQueue(platform, { workers: { min: 1 } });
    await platform.advance(bootMs);
    const input = { $emulate: { delayMs: 60_000, progress: [{ done: 1 }] } };
    const answer = queue.post("runsync?wait=50000", { input });
    await untilHeld(platform, queue);
    await platform.advance(50_000);
    const { body } = await answer;
    expect(body).toMatchObject({ status: "IN_PROGRESS", delayTime: expect.any(Number) });
    expect(body).not.toHaveProperty("output");
    expect((await queue.status(body.id)).output).toEqual({ done: 1 });
  });

  it.each(["nope", "ftp://hooks.example.org/x", ""])("J-60: a webhook that is no URL (%j) → 400", async (webhook) => {
    const queue = await newQueue(platform);
    const refused = await queue.post("run", { input: {}, webhook });
    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining("$.webhook: ") } });
  });

  it("J-20, J-24: when wait ends first, runsync answers the status of the moment, and the job goes on", async () => {
    const queue = await newQueue(platform);
    const answer = queue.post("runsync?wait=5000", { input: { $emulate: { delayMs: 10_000 } } });
    await untilBusy(queue);
    await platform.advance(5_000);
    const { status, body } = await answer;
    expect({ status, jobStatus: body.status }).toEqual({ status: 200, jobStatus: "IN_PROGRESS" });
    expect(body).not.toHaveProperty("output");
    await platform.advance(10_000);
    expect((await queue.status(body.id)).status).toBe("COMPLETED");
  });

  it("J-2: without wait runsync waits 90 s", async () => {
    const queue = await newQueue(platform, { workers: { max: 0 } });
    const answer = queue.post("runsync", { input: {} });
    await untilBusy(queue);
    await platform.advance(89_999);
    expect((await queue.health()).jobs.inQueue).toBe(1);
    await platform.advance(1);
    expect((await answer).body.status).toBe("IN_QUEUE");
  });

  it("J-22: a client that goes away during runsync does not cancel the job", async () => {
    const queue = await newQueue(platform);
    const { queueUrl, apiKey } = platform.emulator;
    const leaving = new AbortController();
    const request = fetch(`${queueUrl}/v2/${queue.id}/runsync`, {
      method: "POST",
      headers: { authorization: apiKey, "content-type": "application/json" },
      body: '{"input":{}}',
      signal: leaving.signal,
    });
    await untilBusy(queue);
    leaving.abort();
    await expect(request).rejects.toThrow();
    await platform.advance(10_000);
    expect((await queue.health()).jobs).toMatchObject({ completed: 1, inQueue: 0 });
  });

  it("J-4: status-sync holds like runsync, for a job that is there", async () => {
    const queue = await newQueue(platform);
    const id = await queue.run({ a: 1 });
    const early = queue.get(`status-sync/${id}?wait=1000`);
    await untilHeld(platform, queue);
    await platform.advance(1_000);
    expect((await early).body).toEqual({ id, status: "IN_QUEUE" });
    const late = queue.get(`status-sync/${id}`);
    await untilHeld(platform, queue);
    await platform.advance(10_000);
    expect((await late).body).toMatchObject({ status: "COMPLETED", output: { a: 1 } });
    expect((await queue.get("status-sync/nobody")).status).toBe(404);
  });
});

describe("bad submissions", () => {
  it.each([
    { rule: "J-16", why: "no input", operation: "run", body: {} },
    { rule: "J-16", why: "an input that is no object", operation: "run", body: { input: [1] } },
    { rule: "J-16", why: "a text for input", operation: "runsync", body: { input: "x" } },
    { rule: "J-16", why: "invalid JSON", operation: "run", body: "{" },
    { rule: "J-16", why: "no body", operation: "run", body: undefined },
    { rule: "J-17", why: "a wait below 1000", operation: "runsync?wait=999", body: { input: {} } },
    { rule: "J-17", why: "a wait above 300000", operation: "runsync?wait=300001", body: { input: {} } },
    { rule: "J-17", why: "a wait that is no integer", operation: "runsync?wait=soon", body: { input: {} } },
    {
      rule: "J-18",
      why: "an execution timeout below 5 s",
      operation: "run",
      body: { input: {}, policy: { executionTimeout: 4_999 } },
    },
    {
      rule: "J-18",
      why: "an execution timeout above 7 days",
      operation: "run",
      body: { input: {}, policy: { executionTimeout: 604_800_001 } },
    },
    { rule: "J-18", why: "a ttl below 10 s", operation: "run", body: { input: {}, policy: { ttl: 9_999 } } },
    { rule: "J-18", why: "a ttl above 7 days", operation: "run", body: { input: {}, policy: { ttl: 604_800_001 } } },
  ])("$rule, J-60, J-65: refuses $why with 400 and an error body", async ({ operation, body }) => {
    const queue = await newQueue(platform);
    const answer = await queue.post(operation, body);
    expect(answer.status).toBe(400);
    expect(answer.headers["content-type"]).toBe("application/json");
    expect(answer.body).toEqual({ error: expect.any(String) });
    expect((await queue.health()).jobs).toMatchObject({ inQueue: 0, inProgress: 0 });
  });

  it.each([
    { operation: "run", limit: 10 * 1_048_576 },
    { operation: "runsync", limit: 20 * 1_048_576 },
  ])("J-14: $operation takes a body of $limit bytes and not one more", async ({ operation, limit }) => {
    const queue = await newQueue(platform, { workers: { min: 1 } });
    await platform.advance(bootMs);
    const body = (bytes: number) => `{"input":{"$emulate":{"delayMs":0},"x":"${"x".repeat(bytes - 43)}"}}`;
    expect(Buffer.byteLength(body(limit))).toBe(limit);
    expect((await queue.post(operation, body(limit))).status).toBe(200);
    expect((await queue.post(operation, body(limit + 1))).status).toBe(400);
  });

  it("J-1: other top-level members are ignored", async () => {
    const queue = await newQueue(platform);
    const { status } = await queue.post("run", { input: {}, model: "x", policy: { lowPriority: false, more: 1 } });
    expect(status).toBe(200);
  });
});

describe("ends", () => {
  it.each([
    { why: "the handler raises", input: { $emulate: { fail: "out of memory" } }, error: "out of memory" },
    { why: "the handler returns an error member", input: { error: { code: 7 } }, error: { code: 7 } },
  ])("J-27: when $why the job is FAILED with the detail", async ({ input, error }) => {
    const queue = await newQueue(platform);
    const job = await queue.status(await queue.ended(input));
    expect(job).toMatchObject({ status: "FAILED", error, executionTime: 100 });
    expect(job).not.toHaveProperty("output");
    expect((await queue.health()).jobs.failed).toBe(1);
  });

  it("J-28: the endpoint's timeout stops a job that does not report, and its worker", async () => {
    const queue = await newQueue(platform, { timeout: 20_000, workers: { max: 1 } });
    const id = await queue.started({ $emulate: { hang: true } });
    const [worker] = (await queue.workers()).workers;
    await platform.advance(19_999);
    expect((await queue.status(id)).status).toBe("IN_PROGRESS");
    await platform.advance(1);
    expect(await queue.status(id)).toMatchObject({ status: "TIMED_OUT", executionTime: 20_000 });
    expect((await queue.workers()).workers.map((each: any) => each.id)).not.toContain(worker.id);
  });

  it("J-19: policy.executionTimeout overrides the endpoint's for this job only", async () => {
    const queue = await newQueue(platform, { timeout: 20_000 });
    const policy = { executionTimeout: 60_000 };
    const [patient, other] = [
      await queue.run({ $emulate: { hang: true } }, { policy }),
      await queue.run({ $emulate: { hang: true } }),
    ];
    await platform.advance(bootMs + 20_000);
    expect([(await queue.status(patient)).status, (await queue.status(other)).status]).toEqual([
      "IN_PROGRESS",
      "TIMED_OUT",
    ]);
    await platform.advance(40_000);
    expect((await queue.status(patient)).status).toBe("TIMED_OUT");
  });

  it.each([
    { where: "in the queue", workers: { max: 0 } },
    { where: "in progress, however near its end", workers: { max: 1 } },
  ])("J-29, J-62: ttl removes a job $where", async ({ workers }) => {
    const queue = await newQueue(platform, { workers });
    const id = await queue.run({ $emulate: { delayMs: 10_001 - bootMs } }, { policy: { ttl: 10_000 } });
    await platform.advance(9_999);
    expect((await queue.get(`status/${id}`)).status).toBe(200);
    await platform.advance(1);
    const { status, body } = await queue.get(`status/${id}`);
    expect({ status, body }).toEqual({ status: 404, body: { error: "job not found" } });
    await platform.advance(minute);
    expect((await queue.health()).jobs).toEqual({ completed: 0, failed: 0, inProgress: 0, inQueue: 0, retried: 0 });
  });

  it("J-29: ttl does not touch a job that ended in time", async () => {
    const queue = await newQueue(platform);
    const id = await queue.ended({}, { policy: { ttl: 10_000 } });
    await platform.advance(20 * minute);
    expect((await queue.status(id)).status).toBe("COMPLETED");
  });

  it("J-15: a result above the limit fails the job", async () => {
    const queue = await newQueue(platform);
    const id = await queue.ended({ $emulate: { chunks: 11, chunkBytes: 1_000_000, aggregate: true } });
    expect(await queue.status(id)).toMatchObject({
      status: "FAILED",
      error: expect.stringContaining("exceeds the limit"),
    });
  });

  it("J-50: deleting the endpoint cancels its jobs, and later calls give 404", async () => {
    const queue = await newQueue(platform);
    const answer = queue.post("runsync", { input: { $emulate: { hang: true } } });
    await untilBusy(queue);
    await platform.advance(bootMs);
    await platform.delete(`/v2/serverless/${queue.id}`);
    const { body } = await answer;
    expect(body.status).toBe("CANCELLED");
    expect((await queue.get(`status/${body.id}`)).status).toBe(404);
    expect((await queue.post("run", { input: {} })).status).toBe(404);
  });

  it("J-51: a lost worker fails its job, unless the platform may requeue it", async () => {
    const queue = await newQueue(platform);
    const lose = async (workerId: string) => {
      await platform.post("/_emulator/workers", { endpointId: queue.id, workerId, event: "lost" });
    };
    const first = await queue.started({ $emulate: { delayMs: 5_000 } });
    await lose((await queue.status(first)).workerId);
    expect(await queue.status(first)).toMatchObject({ status: "FAILED", error: "worker exited unexpectedly" });

    await platform.post("/_emulator/settings", { automaticJobRetries: 1 });
    const second = await queue.started({ $emulate: { delayMs: 5_000 } });
    await lose((await queue.status(second)).workerId);
    expect(await queue.status(second)).toEqual({ id: second, status: "IN_QUEUE" });
    await platform.advance(bootMs + 5_000);
    expect((await queue.status(second)).status).toBe("COMPLETED");
    expect((await queue.health()).jobs).toMatchObject({ completed: 1, failed: 1, retried: 1 });
  });
});

describe("retention", () => {
  it("J-35, J-36, J-62: a run is kept 30 minutes after its end, then gone for every operation", async () => {
    const queue = await newQueue(platform);
    const id = await queue.run({ $emulate: { delayMs: 0, fail: "x" } });
    await platform.advance(bootMs + 30 * minute - 1);
    expect((await queue.status(id)).status).toBe("FAILED");
    await platform.advance(1);
    for (const operation of [`status/${id}`, `stream/${id}`, `status-sync/${id}`]) {
      expect((await queue.get(operation)).status).toBe(404);
    }
    for (const operation of [`retry/${id}`, `cancel/${id}`]) expect((await queue.post(operation)).status).toBe(404);
  });

  it.each([
    { wait: "", keptMs: minute },
    { wait: "?wait=2000", keptMs: minute },
    { wait: "?wait=200000", keptMs: 200_000 },
    { wait: "?wait=300000", keptMs: 5 * minute },
  ])("J-21, J-36, J-37: runsync$wait is kept $keptMs ms", async ({ wait, keptMs }) => {
    const queue = await newQueue(platform, { workers: { min: 1 } });
    await platform.advance(bootMs);
    const { body } = await queue.post(`runsync${wait}`, { input: { $emulate: { delayMs: 0 } } });
    await platform.advance(keptMs - 1);
    expect((await queue.status(body.id)).status).toBe("COMPLETED");
    await platform.advance(1);
    expect((await queue.get(`status/${body.id}`)).status).toBe(404);
  });

  it("J-33: status?ttl drops the result earlier or later than its retention", async () => {
    const queue = await newQueue(platform);
    const [short, long] = [await queue.run(), await queue.run()];
    await platform.advance(minute);
    expect((await queue.get(`status/${short}?ttl=5000`)).body.status).toBe("COMPLETED");
    await queue.get(`status/${long}?ttl=${60 * minute}`);
    await platform.advance(5_000);
    expect((await queue.get(`status/${short}`)).status).toBe(404);
    expect((await queue.get(`status/${long}`)).status).toBe(200);
    await platform.advance(58 * minute);
    expect((await queue.get(`status/${long}`)).status).toBe(200);
    await platform.advance(2 * minute);
    expect((await queue.get(`status/${long}`)).status).toBe(404);
    const open = await queue.run();
    expect((await queue.get(`status/${open}?ttl=soon`)).status).toBe(400);
    expect((await queue.get(`status/${open}?ttl=-1`)).status).toBe(400);
  });
});

describe("load balancers", () => {
  it.each([
    ["POST", "run"],
    ["POST", "runsync"],
    ["GET", "status/j1"],
    ["GET", "status-sync/j1"],
    ["GET", "stream/j1"],
    ["POST", "cancel/j1"],
    ["POST", "retry/j1"],
    ["POST", "purge-queue"],
    ["GET", "health"],
  ])("J-66: %s %s on a LOAD_BALANCER endpoint gives 400", async (method, operation) => {
    const { id } = await platform.create("/v2/serverless", queueEndpoint({ type: "LOAD_BALANCER" }));
    const { status, body } = await platform.call(
      method,
      `/queue/v2/${id}/${operation}`,
      method === "POST" ? { input: {} } : undefined,
    );
    expect(status).toBe(400);
    expect(body).toEqual({ error: expect.stringContaining("LOAD_BALANCER") });
  });
});

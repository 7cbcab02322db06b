import { describe, expect, it } from "@jest/globals";
import { usePlatform } from "../support/platform";
import { bootMs, newQueue } from "../support/serverless";

const platform = usePlatform();

describe("cancel", () => {
  it("J-6, J-30: a queued job never starts", async () => {
    const queue = await newQueue(platform);
    const id = await queue.run();
    const { status, body } = await queue.post(`cancel/${id}`);
    expect({ status, body }).toEqual({ status: 200, body: { id, status: "CANCELLED" } });
    await platform.advance(60_000);
    expect(await queue.status(id)).toEqual({ id, status: "CANCELLED" });
  });

  it("J-31: a running job is stopped, and its worker takes the next", async () => {
    const queue = await newQueue(platform, { workers: { max: 1 } });
    const [first, second] = [await queue.run({ $emulate: { hang: true } }), await queue.run()];
    await platform.advance(bootMs);
    expect((await queue.post(`cancel/${first}`)).body.status).toBe("CANCELLED");
    expect((await queue.status(second)).status).toBe("IN_PROGRESS");
    expect(await queue.status(first)).toMatchObject({ status: "CANCELLED", executionTime: 0 });
  });

  it("J-38: cancelling again answers the same; any other final job gives 400", async () => {
    const queue = await newQueue(platform);
    const id = await queue.run();
    const first = await queue.post(`cancel/${id}`);
    const again = await queue.post(`cancel/${id}`);
    expect(again).toMatchObject({ status: 200, body: first.body });
    for (const input of [{}, { $emulate: { fail: "x" } }]) {
      const done = await queue.ended(input);
      expect((await queue.post(`cancel/${done}`)).status).toBe(400);
    }
    expect((await queue.post("cancel/nobody")).status).toBe(404);
  });
});

describe("retry", () => {
  it("J-7, J-32: a failed job is requeued under its id, without its old result, and counted", async () => {
    const queue = await newQueue(platform);
    const id = await queue.ended({ $emulate: { fail: "x", delayMs: 10 } });
    expect(await queue.status(id)).toMatchObject({ status: "FAILED", error: "x" });
    const { status, body } = await queue.post(`retry/${id}`);
    expect({ status, body }).toEqual({ status: 200, body: { id, status: "IN_QUEUE" } });
    expect(await queue.status(id)).not.toHaveProperty("error");
    expect((await queue.health()).jobs.retried).toBe(1);
    await platform.advance(10_000);
    expect((await queue.status(id)).status).toBe("FAILED");
    expect((await queue.health()).jobs).toMatchObject({ failed: 2, retried: 1 });
  });

  it("J-32: a timed-out job can be retried", async () => {
    const queue = await newQueue(platform, { timeout: 5_000 });
    const id = await queue.started({ $emulate: { hang: true } });
    await platform.advance(5_000);
    expect((await queue.status(id)).status).toBe("TIMED_OUT");
    expect((await queue.post(`retry/${id}`)).body.status).toBe("IN_QUEUE");
  });

  it("J-39: any other status gives 400, an unknown job 404", async () => {
    const queue = await newQueue(platform);
    const queued = await queue.run();
    expect((await queue.post(`retry/${queued}`)).status).toBe(400);
    await platform.advance(bootMs + 50);
    expect((await queue.post(`retry/${queued}`)).status).toBe(400);
    await platform.advance(1_000);
    expect((await queue.post(`retry/${queued}`)).body).toEqual({ error: expect.stringContaining("COMPLETED") });
    expect((await queue.post("retry/nobody")).status).toBe(404);
  });

  it("J-39: a retried job has a fresh retention and its old ttl clock", async () => {
    const queue = await newQueue(platform, { workers: { max: 0 } });
    const [kept, expiring] = await Promise.all([
      queue.run(failing, { policy: day }),
      queue.run(failing, { policy: hour }),
    ]);
    await platform.patch(`/v2/serverless/${queue.id}`, { workers: { max: 2 } });
    await platform.advance(10_000);
    await platform.advance(29 * 60_000);
    await queue.post(`retry/${kept}`);
    await platform.advance(10_000);
    await platform.patch(`/v2/serverless/${queue.id}`, { workers: { max: 0 } });
    await queue.post(`retry/${expiring}`);
    await platform.advance(29 * 60_000);
    // `kept` failed a second time, 29 minutes ago; `expiring` still waits, within its hour.
    expect((await queue.status(kept)).status).toBe("FAILED");
    expect((await queue.status(expiring)).status).toBe("IN_QUEUE");
    await platform.advance(2 * 60_000);
    expect((await queue.get(`status/${kept}`)).status).toBe(404);
    expect((await queue.get(`status/${expiring}`)).status).toBe(404);
  });
  const failing = { $emulate: { fail: "x", delayMs: 0 } };
  const hour = { ttl: 3_600_000 };
  const day = { ttl: 86_400_000 };
});

describe("purge-queue and health", () => {
  it("J-8, J-34: drops what is queued and leaves what runs", async () => {
    const queue = await newQueue(platform, { workers: { max: 1 } });
    const running = await queue.started({ $emulate: { delayMs: 20_000 } });
    const queued = [await queue.run(), await queue.run(), await queue.run()];
    const { status, body } = await queue.post("purge-queue");
    expect({ status, body }).toEqual({ status: 200, body: { removed: 3, status: "completed" } });
    for (const id of queued) expect((await queue.get(`status/${id}`)).status).toBe(404);
    await platform.advance(20_000);
    expect((await queue.status(running)).status).toBe("COMPLETED");
  });

  it("J-52: an empty queue has nothing to remove", async () => {
    const queue = await newQueue(platform);
    expect((await queue.post("purge-queue")).body).toEqual({ removed: 0, status: "completed" });
  });

  it("J-9, J-53, J-54: health counts now and ever, and sends the two worker counters", async () => {
    const queue = await newQueue(platform, { workers: { max: 2 }, timeout: 10_000 });
    await queue.ended({ $emulate: { delayMs: 0 } });
    await queue.ended({ $emulate: { fail: "x", delayMs: 0 } });
    const cancelled = await queue.run();
    await queue.post(`cancel/${cancelled}`);
    await queue.run({ $emulate: { hang: true } });
    await platform.advance(bootMs);
    expect(await queue.health()).toEqual({
      jobs: { completed: 1, failed: 1, inProgress: 1, inQueue: 0, retried: 0 },
      workers: { idle: 0, running: 1 },
    });
    await queue.run({ $emulate: { hang: true } });
    await queue.run();
    expect((await queue.health()).jobs).toMatchObject({ inProgress: 1, inQueue: 2 });
    await platform.advance(10_000);
    expect((await queue.health()).jobs).toMatchObject({ failed: 2 });
  });
});

describe("bodies and keys", () => {
  it.each([
    { why: "none at all", body: undefined },
    { why: "an empty object", body: "{}" },
    { why: "null", body: "null" },
  ])("J-55: cancel, retry and purge-queue take $why as their body", async ({ body }) => {
    const queue = await newQueue(platform);
    const headers = { "content-type": "application/json" };
    const failed = await queue.ended({ $emulate: { fail: "x" } });
    const queued = await queue.run();
    expect((await queue.post(`cancel/${queued}`, body, { headers })).status).toBe(200);
    expect((await queue.post(`retry/${failed}`, body, { headers })).status).toBe(200);
    expect((await queue.post("purge-queue", body, { headers })).status).toBe(200);
  });

  it("A-3, J-61: a bare key and a bearer key are both accepted; none and a wrong one give 401", async () => {
    const queue = await newQueue(platform);
    const { apiKey } = platform.emulator;
    const status = async (authorization?: string) => {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      return (await platform.call("GET", `${queue.path}/health`, undefined, { key: null, headers })).status;
    };
    expect([await status(apiKey), await status(`Bearer ${apiKey}`)]).toEqual([200, 200]);
    expect([await status(), await status("wrong"), await status("Bearer wrong")]).toEqual([401, 401, 401]);
    const { body } = await queue.post("run", { input: {} }, { key: null });
    expect(body).toEqual({ error: expect.any(String) });
  });

  it("J-61: a key without access to the endpoint gives 403", async () => {
    const [mine, other] = [await newQueue(platform), await newQueue(platform)];
    const grant = { api: "none", queue: "read-write", endpoints: [mine.id] };
    await platform.post("/_emulator/keys", { key: "narrow", grant });
    expect((await mine.post("run", { input: {} }, { key: "narrow" })).status).toBe(200);
    const refused = await other.post("run", { input: {} }, { key: "narrow" });
    expect(refused).toMatchObject({ status: 403, body: { error: "access denied" } });
  });

  it("J-62, J-65: an unknown endpoint gives 404 with the queue's error body", async () => {
    const { status, body } = await platform.post("/queue/v2/e0/run", { input: {} });
    expect({ status, body }).toEqual({ status: 404, body: { error: "endpoint not found" } });
  });

  it("J-64, J-65: a fault of the platform is a 500 with the queue's error body", async () => {
    const queue = await newQueue(platform);
    await platform.post("/_emulator/faults", { path: "/queue/v2/:id/run", phase: "before", status: 500 });
    const { status, body } = await queue.post("run", { input: {} });
    expect({ status, body }).toEqual({ status: 500, body: { error: "internal error" } });
    expect((await queue.post("run", { input: {} })).status).toBe(200);
  });
});

describe("limits", () => {
  const platform = usePlatform({ rateLimit: true });

  it("J-63, J-65: the third purge within 10 s gives 429, and a later one passes", async () => {
    const queue = await newQueue(platform);
    const purge = () => queue.post("purge-queue");
    expect([(await purge()).status, (await purge()).status]).toEqual([200, 200]);
    const refused = await purge();
    expect(refused).toMatchObject({ status: 429, body: { error: expect.stringContaining("rate limit") } });
    await platform.advance(10_000);
    expect((await purge()).status).toBe(200);
  });

  it("A-32, J-63: what is refused for another reason counts too, and a full window is told first", async () => {
    const queue = await newQueue(platform);
    for (let calls = 0; calls < 100; calls++) expect((await queue.post("cancel/none")).status).toBe(404);
    expect((await queue.post("cancel/none")).status).toBe(429);
    const stranger = { key: "stranger", grant: { api: "none", queue: "read-only" } };
    await platform.post("/_emulator/keys", stranger);
    const purge = () => platform.post(`/queue/v2/${queue.id}/purge-queue`, undefined, { key: stranger.key });
    expect([(await purge()).status, (await purge()).status, (await purge()).status]).toEqual([403, 403, 429]);
    expect((await platform.post("/queue/v2/none/purge-queue")).status).toBe(404);
  });

  it("J-63: a request that was refused does not stay held", async () => {
    const queue = await newQueue(platform);
    for (let calls = 0; calls < 25; calls++) expect((await queue.post("cancel/none")).status).toBe(404);
  });

  it("J-63: a reset begins the counting anew", async () => {
    const fresh = async () => {
      await platform.post("/_emulator/reset");
      return newQueue(platform);
    };
    const { id } = await fresh();
    for (let resets = 0; resets < 3; resets++) {
      const queue = await fresh();
      expect(queue.id).toBe(id);
      for (let calls = 0; calls < 2; calls++) expect((await queue.post("purge-queue")).status).toBe(200);
    }
  });

  it("J-63: where rate limits are switched off, these are too", async () => {
    await platform.post("/_emulator/settings", { rateLimit: null });
    const queue = await newQueue(platform);
    for (let calls = 0; calls < 5; calls++) expect((await queue.post("purge-queue")).status).toBe(200);
  });

  it("J-67: running workers raise an operation's limit", async () => {
    await platform.post("/_emulator/settings", { queueRequestsPerWorker: 3 });
    const queue = await newQueue(platform);
    await queue.started({ $emulate: { hang: true } });
    const statuses: number[] = [];
    for (let calls = 0; calls < 4; calls++) statuses.push((await queue.post("purge-queue")).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it("J-68: a queue that is too long refuses jobs only where that is asked for", async () => {
    const queue = await newQueue(platform, { workers: { max: 0 } });
    for (let jobs = 0; jobs < 51; jobs++) await queue.run();
    expect((await queue.post("run", { input: {} })).status).toBe(200);
    await platform.post("/_emulator/settings", { limitQueueLength: true });
    expect((await queue.post("run", { input: {} })).status).toBe(429);
    await platform.patch(`/v2/serverless/${queue.id}`, { workers: { max: 1 } });
    expect((await queue.post("run", { input: {} })).status).toBe(200);
  });

  it("J-69: queue answers carry no rate limit headers", async () => {
    await platform.post("/_emulator/settings", { rateLimit: { minute: 60, hour: 60, day: 60 } });
    const queue = await newQueue(platform);
    const { headers } = await queue.get("health");
    expect(headers).not.toHaveProperty("ratelimit");
    expect(headers).not.toHaveProperty("ratelimit-policy");
  });
});

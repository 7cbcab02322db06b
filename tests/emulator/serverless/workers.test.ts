import { describe, expect, it } from "@jest/globals";
import { usePlatform } from "../support/platform";
import { bootMs, newQueue, type Queue } from "../support/serverless";

const platform = usePlatform();
const patch = (queue: Queue, change: object) => platform.patch(`/v2/serverless/${queue.id}`, change);
const control = (route: string, body: object) => platform.post(`/_emulator/${route}`, body);

describe("workers", () => {
  it("E-35: jobs are accepted at once, and no worker runs before there is work", async () => {
    const queue = await newQueue(platform);
    await platform.advance(60_000);
    expect((await queue.workers()).summary.total).toBe(0);
    expect((await queue.post("run", { input: {} })).status).toBe(200);
    expect((await queue.workers()).summary.total).toBe(1);
  });

  it("E-35: min above 0 keeps workers without any work", async () => {
    const queue = await newQueue(platform, { workers: { min: 2 } });
    await platform.advance(bootMs);
    expect((await queue.workers()).summary).toMatchObject({ idle: 2, total: 2 });
  });

  it("E-6, E-16: a worker is nobody until placed, then shows where and since when it runs", async () => {
    const queue = await newQueue(platform, { gpu: { pools: ["AMPERE_16"], count: 2 }, workers: { min: 1 } });
    const { workers, endpointVersion } = await queue.workers();
    expect(endpointVersion).toBe(1);
    expect(workers).toEqual([
      {
        id: expect.any(String),
        status: "INITIALIZING",
        isStale: false,
        version: 1,
        gpuCount: 2,
        image: null,
        uptimeSeconds: null,
        gpuTypeId: null,
        dataCenterId: null,
        startedAt: null,
      },
    ]);
    await platform.advance(bootMs + 5_000);
    expect((await queue.workers()).workers[0]).toMatchObject({
      status: "IDLE",
      image: "registry.example.com/acme/gen-worker:3.1",
      uptimeSeconds: 5,
      gpuTypeId: "NVIDIA RTX A4000",
      dataCenterId: "US-XX-1",
      startedAt: expect.stringMatching(/Z$/),
    });
  });

  it("E-16: CPU workers have no GPU", async () => {
    const queue = await newQueue(platform, {
      gpu: undefined,
      cpu: [{ id: "cpu3c", vcpuCount: 2 }],
      workers: { min: 1 },
    });
    await platform.advance(bootMs);
    expect((await queue.workers()).workers[0]).toMatchObject({
      gpuCount: 0,
      gpuTypeId: null,
      dataCenterId: expect.any(String),
    });
  });

  it("E-16: without capacity a worker is THROTTLED until there is some", async () => {
    const type = "NVIDIA RTX A4000";
    await control("capacity", { type, free: 0 });
    const queue = await newQueue(platform, { gpu: { pools: ["AMPERE_16"] } });
    const job = await queue.run();
    await platform.advance(20_000);
    expect((await queue.workers()).summary).toMatchObject({ throttled: 1, total: 1 });
    await control("capacity", { type, free: 1 });
    await platform.advance(10_000);
    expect(await queue.status(job)).toMatchObject({ status: "COMPLETED" });
  });

  it("E-16, E-40: an unhealthy worker gets no job, and the counts still add up", async () => {
    const queue = await newQueue(platform, { workers: { min: 2, max: 2 } });
    await platform.advance(bootMs);
    const [sick] = (await queue.workers()).workers;
    await control("workers", { endpointId: queue.id, workerId: sick.id, event: "unhealthy" });
    const job = await queue.run({ $emulate: { hang: true } });
    const { workers, summary } = await queue.workers();
    expect(summary).toEqual({ running: 1, idle: 0, initializing: 0, throttled: 0, unhealthy: 1, total: 2 });
    expect(workers).toHaveLength(2);
    expect((await queue.status(job)).workerId).not.toBe(sick.id);
    await control("workers", { endpointId: queue.id, workerId: sick.id, event: "healthy" });
    expect((await queue.workers()).summary).toMatchObject({ idle: 1, unhealthy: 0 });
  });

  it("E-36: REQUEST_COUNT has one worker for so many requests, and none when they are done", async () => {
    const queue = await newQueue(platform, { scaling: { type: "REQUEST_COUNT", requestCount: 2 } });
    for (let jobs = 0; jobs < 5; jobs++) await queue.run({ $emulate: { delayMs: 60_000 } });
    expect((await queue.workers()).summary.total).toBe(3);
    await platform.advance(200_000);
    expect((await queue.health()).jobs.completed).toBe(5);
    expect((await queue.workers()).summary.total).toBe(0);
  });

  it("E-36, E-40: QUEUE_DELAY adds a worker when a job has waited too long, and idle ones vanish in their time", async () => {
    const scaling = { type: "QUEUE_DELAY", queueDelay: 4 };
    const queue = await newQueue(platform, { scaling, workers: { idleTimeout: 30 } });
    await queue.run();
    await platform.advance(3_999);
    expect((await queue.workers()).summary.total).toBe(0);
    await platform.advance(1);
    expect((await queue.workers()).summary).toMatchObject({ initializing: 1, total: 1 });
    await platform.advance(bootMs + 100);
    expect((await queue.workers()).summary).toMatchObject({ idle: 1, total: 1 });
    await platform.advance(29_999);
    expect((await queue.workers()).summary.total).toBe(1);
    await platform.advance(1);
    expect((await queue.workers()).workers).toEqual([]);
  });

  it("E-36: a low-priority job calls for no worker, but an idle one takes it", async () => {
    const queue = await newQueue(platform);
    const patient = await queue.run({}, { policy: { lowPriority: true } });
    await platform.advance(60_000);
    expect((await queue.workers()).summary.total).toBe(0);
    await queue.ended();
    await platform.advance(1_000);
    expect(await queue.status(patient)).toMatchObject({ status: "COMPLETED" });
  });

  it("E-41: without the live view the shape stays and statuses follow the life cycle", async () => {
    const queue = await newQueue(platform, { workers: { min: 1 } });
    await platform.advance(bootMs);
    const live = await queue.workers();
    await control("live-view", { endpointId: queue.id, available: false });
    const blind = await queue.workers();
    expect(live.summary).toMatchObject({ idle: 1, running: 0 });
    expect(blind.summary).toMatchObject({ idle: 0, running: 1, total: 1 });
    expect(Object.keys(blind.workers[0])).toEqual(Object.keys(live.workers[0]));
  });

  it("E-42: a worker runs where a listed volume is", async () => {
    const volume = await platform.create("/v2/network-volumes", { name: "v", size: 10, dataCenter: "US-XX-1" });
    const gpu = { pools: ["ADA_48_PRO"] };
    const queue = await newQueue(platform, { gpu, networkVolumes: [volume.id], workers: { min: 1 } });
    await platform.advance(bootMs);
    expect((await queue.workers()).workers[0].dataCenterId).toBe("US-XX-1");
  });
});

describe("changes", () => {
  const newImage = "registry.example.com/acme/gen-worker:4";

  it("E-37: workers, scaling and timeout act at once and make no release", async () => {
    const queue = await newQueue(platform, { workers: { min: 2 } });
    await platform.advance(bootMs);
    await patch(queue, { workers: { min: 1, max: 1 }, timeout: 5_000 });
    expect((await queue.workers()).summary.total).toBe(1);
    const job = await queue.started({ $emulate: { hang: true } });
    await platform.advance(5_000);
    expect((await queue.status(job)).status).toBe("TIMED_OUT");
    expect((await queue.releases()).releases).toHaveLength(1);
  });

  it("E-37: a lowered max lets a busy worker finish", async () => {
    const queue = await newQueue(platform);
    const job = await queue.started({ $emulate: { delayMs: 10_000 } });
    await patch(queue, { workers: { max: 0 } });
    expect((await queue.workers()).summary.running).toBe(1);
    await platform.advance(10_000);
    expect((await queue.status(job)).status).toBe("COMPLETED");
    expect((await queue.workers()).summary.total).toBe(0);
  });

  it("E-37, E-38, E-39: a new image is a new release; idle workers are replaced at once, busy ones after their job", async () => {
    const queue = await newQueue(platform, { workers: { min: 2, max: 2 } });
    await platform.advance(bootMs);
    const job = await queue.run({ $emulate: { delayMs: 60_000 } });
    await patch(queue, { image: newImage });

    const { workers, endpointVersion } = await queue.workers();
    expect(endpointVersion).toBe(2);
    const byVersion = Object.fromEntries(workers.map((worker: any) => [worker.version, worker]));
    expect(byVersion[1]).toMatchObject({ status: "RUNNING", isStale: true });
    expect(byVersion[2]).toMatchObject({ status: "INITIALIZING", isStale: false });

    await platform.advance(60_000 + bootMs);
    expect((await queue.status(job)).status).toBe("COMPLETED");
    const after = (await queue.workers()).workers;
    expect(after.map((worker: any) => [worker.version, worker.image])).toEqual([
      [2, newImage],
      [2, newImage],
    ]);
  });

  it("E-7, E-17: a release tells what it changed in internal names, and how far it has come", async () => {
    const queue = await newQueue(platform, { workers: { min: 2, max: 2 } });
    await platform.advance(bootMs);
    await queue.run({ $emulate: { delayMs: 60_000 } });
    await patch(queue, { image: newImage, gpu: { count: 2 } });
    const { releases, rollout, endpointVersion, pagination } = await queue.releases();
    expect(endpointVersion).toBe(2);
    expect(rollout).toEqual({ inProgress: true, workersOnLatest: 1, workersTotal: 2, percentOnLatest: 50 });
    expect(pagination).toEqual({ nextCursor: null, hasNextPage: false });
    expect(releases).toEqual([
      {
        id: expect.any(String),
        version: 2,
        source: "MANUAL",
        buildId: null,
        createdByUserId: expect.any(String),
        createdAt: expect.stringMatching(/Z$/),
        workerCount: 1,
        diff: [
          { field: "gpuCount", old: 1, new: 2 },
          { field: "template.imageName", old: "registry.example.com/acme/gen-worker:3.1", new: newImage },
        ],
      },
      expect.objectContaining({ version: 1, workerCount: 1, diff: [] }),
    ]);
    const page = (await platform.get(`/v2/serverless/${queue.id}/releases?limit=1`)).body;
    expect(page.pagination.hasNextPage).toBe(true);
    const next = `/v2/serverless/${queue.id}/releases?limit=1&cursor=${page.pagination.nextCursor}`;
    expect((await platform.get(next)).body.releases[0].version).toBe(1);
  });

  it("E-17: without workers a rollout is at 0 percent", async () => {
    const { rollout } = await (await newQueue(platform)).releases();
    expect(rollout).toEqual({ inProgress: false, workersOnLatest: 0, workersTotal: 0, percentOnLatest: 0 });
  });
});

describe("builds", () => {
  const imageName = "registry.example.com/built:1";

  it("E-8, E-9, E-18: a build goes through its stages; a completed one is a release of its own", async () => {
    const queue = await newQueue(platform);
    const path = `/v2/serverless/${queue.id}/builds`;
    const { body: made } = await control("builds", {
      endpointId: queue.id,
      imageName,
      commitHash: "abc123",
      branch: "main",
    });
    const build = async () => (await platform.get(`${path}/${made.id}`)).body;
    expect(await build()).toMatchObject({
      id: made.id,
      status: "PENDING",
      startedAt: null,
      imageName: null,
      commitHash: "abc123",
    });
    const seen = ["PENDING"];
    for (let step = 0; step < 30; step++) {
      await platform.advance(5_000);
      const { status } = await build();
      if (status !== seen.at(-1)) seen.push(status as string);
    }
    expect(seen).toEqual(["PENDING", "BUILDING", "UPLOADING", "TESTING", "COMPLETED"]);
    expect((await platform.get(path)).body.builds).toEqual([
      expect.objectContaining({ id: made.id, status: "COMPLETED", imageName }),
    ]);
    const [release] = (await queue.releases()).releases;
    expect(release).toMatchObject({ source: "GIT_BUILD", buildId: made.id, version: 2, createdByUserId: null });
    expect((await platform.get(`/v2/serverless/${queue.id}`)).body.image).toBe(imageName);
  });

  it.each(["FAILED", "CANCELLED", "TEST_FAILED"])("E-18: a build that ends %s changes nothing", async (outcome) => {
    const queue = await newQueue(platform);
    await control("builds", { endpointId: queue.id, imageName, outcome, error: "exit code 1" });
    await platform.advance(200_000);
    const { builds, pagination } = (await platform.get(`/v2/serverless/${queue.id}/builds`)).body;
    expect(builds).toEqual([expect.objectContaining({ status: outcome, error: "exit code 1", imageName: null })]);
    expect(pagination).toEqual({ nextCursor: null, hasNextPage: false });
    expect((await queue.releases()).endpointVersion).toBe(1);
  });

  it("E-8: pages of at most 100, in order of creation, newest first", async () => {
    const queue = await newQueue(platform);
    const path = `/v2/serverless/${queue.id}/builds`;
    expect((await platform.get(`${path}?limit=101`)).body.errors).toEqual([
      "$.query.limit: maximum: got 101, want 100",
    ]);
    for (let count = 0; count < 3; count++) await control("builds", { endpointId: queue.id, imageName });
    const first = (await platform.get(`${path}?limit=2`)).body;
    const second = (await platform.get(`${path}?limit=2&cursor=${first.pagination.nextCursor}`)).body;
    expect([first.builds.length, second.builds.length]).toEqual([2, 1]);
  });

  it("E-9: an unknown build gives 404", async () => {
    const queue = await newQueue(platform);
    expect((await platform.get(`/v2/serverless/${queue.id}/builds/b0`)).body.detail).toBe("build not found");
  });
});

describe("load balancers", () => {
  it("E-12, E-22: scale by requests only, and keep an idle timeout", async () => {
    const queue = await newQueue(platform, { type: "LOAD_BALANCER", workers: { idleTimeout: 7 } });
    const { body } = await platform.get(`/v2/serverless/${queue.id}`);
    expect(body).toMatchObject({ type: "LOAD_BALANCER", workers: { idleTimeout: 7 } });
  });
});

import { describe, expect, it } from "@jest/globals";
import { usePlatform } from "../support/platform";
import { newQueue, queueEndpoint } from "../support/serverless";

const platform = usePlatform();
const path = "/v2/serverless";
const gpuless = { gpu: undefined };

describe("create", () => {
  it("E-2, E-14, E-15, E-31: answers 201 with the whole endpoint and its defaults", async () => {
    const { status, body } = await platform.post(
      path,
      queueEndpoint({ scaling: { type: "QUEUE_DELAY", queueDelay: 3 } }),
    );
    const { queueUrl } = platform.emulator;
    const url = (end: string) => `${queueUrl}/v2/${body.id}/${end}`;
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^e[a-z0-9]{9}$/),
      name: "img-gen",
      type: "QUEUE",
      requestUrls: {
        run: url("run"),
        runSync: url("runsync"),
        status: url("status/{job_id}"),
        stream: url("stream/{job_id}"),
        cancel: url("cancel/{job_id}"),
        retry: url("retry/{job_id}"),
        purgeQueue: url("purge-queue"),
        health: url("health"),
      },
      image: "registry.example.com/acme/gen-worker:3.1",
      args: "",
      cmd: [],
      entrypoint: [],
      disk: 20,
      ports: [],
      env: {},
      registry: null,
      gpu: { pools: ["ADA_24", "AMPERE_48"], count: 1, allowedCudaVersions: [], minCudaVersion: null },
      workers: { min: 0, max: 3, idleTimeout: 10 },
      scaling: { type: "QUEUE_DELAY", queueDelay: 3 },
      dataCenterIds: [],
      networkVolumes: [],
      timeout: 300_000,
      flashboot: "OFF",
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  it("E-15, E-43: a load balancer has a host of its own and a health path from its env", async () => {
    const balancer = { type: "LOAD_BALANCER", env: { HEALTH_CHECK_PATH: "/healthz" } };
    const { requestUrls } = await platform.create(path, queueEndpoint(balancer));
    expect(requestUrls).toEqual({ base: expect.stringMatching(/^https:/), health: `${requestUrls.base}/healthz` });
    const plain = await platform.create(path, queueEndpoint({ type: "LOAD_BALANCER" }));
    expect(plain.requestUrls.health).toBe(`${plain.requestUrls.base}/ping`);
  });

  it.each([
    {
      rule: "E-2",
      why: "neither image nor template",
      change: { image: undefined },
      error: "$: missing property 'image'",
    },
    {
      rule: "E-2",
      why: "a stranger member",
      change: { colour: 1 },
      error: "$: additional properties 'colour' not allowed",
    },
    {
      rule: "E-11",
      why: "an idle timeout out of bounds",
      change: { workers: { idleTimeout: 3601 } },
      error: "$.workers.idleTimeout: maximum: got 3601, want 3600",
    },
    {
      rule: "E-11",
      why: "a stranger among the workers",
      change: { workers: { mid: 2 } },
      error: "$.workers: additional properties 'mid' not allowed",
    },
    {
      rule: "E-12",
      why: "a delay below half a second",
      change: { scaling: { type: "QUEUE_DELAY", queueDelay: 0.4 } },
      error: "$.scaling.queueDelay: minimum: got 0.4, want 0.5",
    },
    {
      rule: "E-12",
      why: "no request count",
      change: { scaling: { type: "REQUEST_COUNT", requestCount: 0 } },
      error: "$.scaling.requestCount: minimum: got 0, want 1",
    },
    {
      rule: "E-12",
      why: "the other way's member",
      change: { scaling: { type: "REQUEST_COUNT", requestCount: 1, queueDelay: 1 } },
      error: "$.scaling: additional properties 'queueDelay' not allowed",
    },
    { rule: "E-13", why: "no pool", change: { gpu: { pools: [] } }, error: "$.gpu.pools: minItems: got 0, want 1" },
    {
      rule: "E-13",
      why: "an exclusion like a flag",
      change: { gpu: { pools: ["ADA_24"], excludedTypes: ["-x"] } },
      error: String.raw`$.gpu.excludedTypes[0]: '-x' does not match pattern '^\s*[^-\s]'`,
    },
    {
      rule: "E-21",
      why: "a load balancer that measures delay",
      change: { type: "LOAD_BALANCER", scaling: { type: "QUEUE_DELAY", queueDelay: 4 } },
      error: "$.scaling.type: value must be one of 'REQUEST_COUNT'",
    },
    {
      rule: "E-26",
      why: "the same CPU twice",
      change: {
        ...gpuless,
        cpu: [
          { id: "cpu3c", vcpuCount: 2 },
          { id: "cpu3c", vcpuCount: 2 },
        ],
      },
      error: "$.cpu: items at 0 and 1 are equal",
    },
    {
      rule: "E-32",
      why: "CUDA on a CPU",
      change: { ...gpuless, cpu: [{ id: "cpu3c", vcpuCount: 2, minCudaVersion: "12.4" }] },
      error: "$.cpu[0]: additional properties 'minCudaVersion' not allowed",
    },
    {
      rule: "E-32",
      why: "CUDA at the top",
      change: { minCudaVersion: "12.4" },
      error: "$: additional properties 'minCudaVersion' not allowed",
    },
  ])("$rule: refuses $why with 422", async ({ change, error }) => {
    const { status, body } = await platform.post(path, queueEndpoint(change));
    expect({ status, errors: body.errors }).toEqual({ status: 422, errors: [error] });
  });

  it.each([
    { rule: "E-20", why: "neither gpu nor cpu", change: gpuless },
    { rule: "E-20", why: "both gpu and cpu", change: { cpu: [{ id: "cpu3c", vcpuCount: 2 }] } },
    { rule: "E-22", why: "an idle timeout on a queue that counts", change: { workers: { idleTimeout: 5 } } },
    { rule: "E-24", why: "min above max", change: { workers: { min: 4 } } },
    {
      rule: "E-29",
      why: "an exclusion outside the pools",
      change: { gpu: { pools: ["ADA_24"], excludedTypes: ["NVIDIA A40"] } },
    },
    {
      rule: "E-29",
      why: "a selection that leaves nothing",
      change: { gpu: { pools: ["ADA_24"], excludedTypes: ["NVIDIA GeForce RTX 4090"] } },
    },
    {
      rule: "E-30",
      why: "both CUDA fields",
      change: { gpu: { pools: ["ADA_24"], allowedCudaVersions: ["12.6"], minCudaVersion: "12.4" } },
    },
    { rule: "E-42", why: "an unknown volume", change: { networkVolumes: ["v0"] } },
    { rule: "E-47", why: "an unknown pool", change: { gpu: { pools: ["PENTIUM_4"] } } },
    { rule: "E-47", why: "an unknown GPU type", change: { gpu: { pools: ["ADA_24"], excludedTypes: ["Voodoo 2"] } } },
    { rule: "E-47", why: "an unknown flavor", change: { ...gpuless, cpu: [{ id: "cpu0", vcpuCount: 2 }] } },
  ])("$rule: refuses $why with 400", async ({ change }) => {
    expect((await platform.post(path, queueEndpoint(change))).status).toBe(400);
    expect((await platform.get(path)).body.endpoints).toEqual([]);
  });

  it("E-13: exclusions are trimmed, and answered once each", async () => {
    const gpu = { pools: ["AMPERE_48"], excludedTypes: [" NVIDIA A40 ", "NVIDIA A40"] };
    expect((await platform.create(path, queueEndpoint({ gpu }))).gpu.excludedTypes).toEqual(["NVIDIA A40"]);
  });

  it("E-14, E-26: a CPU endpoint keeps the submitted order and derives memory", async () => {
    const cpu = [
      { id: "cpu5c", vcpuCount: 4 },
      { id: "cpu5c", vcpuCount: 2 },
    ];
    const made = await platform.create(path, queueEndpoint({ gpu: undefined, cpu }));
    expect(made.cpu).toEqual([
      { id: "cpu5c", vcpuCount: 4, memory: 9 },
      { id: "cpu5c", vcpuCount: 2, memory: 4 },
    ]);
    expect(made).not.toHaveProperty("gpu");
  });

  it("E-22: a queue that counts requests shows no idle timeout", async () => {
    expect((await platform.create(path, queueEndpoint())).workers).toEqual({ min: 0, max: 3 });
  });

  it("E-42: one volume per data center", async () => {
    const volume = async (dataCenter: string) =>
      (await platform.create("/v2/network-volumes", { name: "v", size: 10, dataCenter })).id as string;
    const [eu, eu2, us] = [await volume("EU-XX-1"), await volume("EU-XX-1"), await volume("US-XX-1")];
    expect((await platform.post(path, queueEndpoint({ networkVolumes: [eu, eu2] }))).status).toBe(400);
    expect((await platform.create(path, queueEndpoint({ networkVolumes: [eu, us] }))).networkVolumes).toEqual([eu, us]);
    expect((await platform.delete(`/v2/network-volumes/${eu}`)).status).toBe(400);
  });

  it("E-45: any timeout is stored", async () => {
    expect((await platform.create(path, queueEndpoint({ timeout: 1 }))).timeout).toBe(1);
    expect((await platform.create(path, queueEndpoint({ timeout: 700_000_000 }))).timeout).toBe(700_000_000);
  });

  it("E-46: the number of workers is not held against the balance", async () => {
    expect((await platform.create(path, queueEndpoint({ workers: { max: 500 } }))).workers.max).toBe(500);
  });
});

describe("templates", () => {
  const template = {
    name: "gen",
    image: "registry.example.com/acme/gen:9",
    args: "serve --fast",
    env: { A: "t", B: "t" },
    disk: 33,
    ports: ["80/http"],
    serverless: true,
    allowedCudaVersions: ["12.8"],
  };
  const fromTemplate = (templateId: string, body: object = {}) =>
    queueEndpoint({ image: undefined, templateId, ...body });

  it("E-33: a create takes the template's settings and keeps no link", async () => {
    const { id } = await platform.create("/v2/templates", template);
    const made = await platform.create(path, fromTemplate(id, { env: { B: "mine" } }));
    expect(made).toMatchObject({
      image: template.image,
      args: "serve --fast",
      cmd: ["serve", "--fast"],
      disk: 33,
      ports: ["80/http"],
      env: { A: "t", B: "mine" },
      gpu: { allowedCudaVersions: ["12.8"] },
    });
    expect(made).not.toHaveProperty("templateId");
    expect((await platform.delete(`/v2/templates/${id}`)).status).toBe(204);
  });

  it("E-33: the template's CUDA list gives way to either CUDA field", async () => {
    const { id } = await platform.create("/v2/templates", template);
    const made = await platform.create(path, fromTemplate(id, { gpu: { pools: ["ADA_24"], minCudaVersion: "12.4" } }));
    expect(made.gpu).toMatchObject({ allowedCudaVersions: [], minCudaVersion: "12.4" });
  });

  it.each([
    { why: "an unknown template", id: "t0", status: 404 },
    { why: "a pod template", id: "t0official", status: 422 },
    { why: "a public serverless template", id: "t1serverless", status: 201 },
  ])("E-33, E-34: $why gives $status", async ({ id, status }) => {
    expect((await platform.post(path, fromTemplate(id))).status).toBe(status);
    const made = await platform.create(path, queueEndpoint());
    expect((await platform.patch(`${path}/${made.id}`, { templateId: id })).status).toBe(status === 201 ? 200 : status);
  });

  it("E-34: on PATCH the env is merged and replaces, and the CUDA list is not applied", async () => {
    const { id } = await platform.create("/v2/templates", template);
    const made = await platform.create(path, queueEndpoint({ env: { OLD: "1" } }));
    const { body } = await platform.patch(`${path}/${made.id}`, { templateId: id, env: { B: "mine" }, disk: 5 });
    expect(body).toMatchObject({
      image: template.image,
      args: "serve --fast",
      disk: 5,
      gpu: { allowedCudaVersions: [] },
    });
    expect(body.env).toEqual({ A: "t", B: "mine" });
  });
});

describe("read and list", () => {
  it("E-1, E-3: lists newest first in pages, and gets one", async () => {
    const ids: string[] = [];
    for (const name of ["a", "b", "c"]) ids.push((await platform.create(path, queueEndpoint({ name }))).id);
    const first = (await platform.get(`${path}?limit=2`)).body;
    expect(first.endpoints.map(({ id }: any) => id)).toEqual([ids[2], ids[1]]);
    expect(first.pagination.hasNextPage).toBe(true);
    const rest = (await platform.get(`${path}?limit=2&cursor=${first.pagination.nextCursor}`)).body;
    expect(rest.endpoints.map(({ id }: any) => id)).toEqual([ids[0]]);
    expect(rest.pagination).toEqual({ nextCursor: null, hasNextPage: false });
    expect((await platform.get(`${path}/${ids[0]}`)).body).toEqual(rest.endpoints[0]);
  });

  it.each(["", "/workers", "/releases", "/builds", "/builds/b1", "/workers/w1/logs"])(
    "E-3, E-6, E-7, E-8, E-9, E-10: an unknown endpoint%s gives 404",
    async (end) => {
      const { status, body } = await platform.get(`${path}/e0${end}`);
      expect({ status, detail: body.detail }).toEqual({ status: 404, detail: "endpoint not found" });
    },
  );
});

describe("delete", () => {
  it("E-5: ends workers and jobs and leaves nothing", async () => {
    const queue = await newQueue(platform, { workers: { max: 1 } });
    const [running, queued] = [await queue.run({ $emulate: { hang: true } }), await queue.run()];
    await platform.advance(5_000);
    expect((await platform.delete(`${path}/${queue.id}`)).status).toBe(204);
    expect((await platform.get(`${path}/${queue.id}`)).status).toBe(404);
    for (const job of [running, queued]) expect((await queue.get(`status/${job}`)).status).toBe(404);
    expect((await platform.delete(`${path}/${queue.id}`)).status).toBe(404);
    expect((await platform.get("/v1/pods?includeWorkers=true")).body).toEqual([]);
    expect((await platform.get("/_emulator/state")).body.account.ratePerHourUsd).toBe(0);
  });
});

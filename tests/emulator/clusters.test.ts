import { describe, expect, it } from "@jest/globals";
import { clusterBody, usePlatform } from "./support/platform";

const platform = usePlatform();
const statusOf = async (body: object) => (await platform.post("/v2/clusters", clusterBody(body))).status;
const compute = (podCount: number, gpuCountPerPod = 1, gpuTypeId = "NVIDIA H200") => ({
  compute: { gpuTypeId, gpuCountPerPod, podCount },
});
const get = async (id: string) => (await platform.get(`/v2/clusters/${id}`)).body;
const members = async (id: string): Promise<any[]> => (await platform.get(`/v2/clusters/${id}/pods`)).body.pods;

describe("clusters", () => {
  it("C-2, C-3, C-11, A-75: a new cluster has no place, network or primary yet", async () => {
    const created = await platform.post("/v2/clusters", clusterBody());
    expect(created).toMatchObject({ status: 201 });
    expect(created.body).toEqual({
      id: expect.stringMatching(/^[a-z0-9]+$/),
      name: "train",
      type: "TRAINING",
      compute: { gpuTypeId: "NVIDIA H200", gpuCountPerPod: 8, podCount: 2 },
      pods: { total: 2, byStatus: { PROVISIONING: 2 } },
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(await get(created.body.id)).toEqual(created.body);
  });

  it("C-11, C-25, C-28, C-30: members come up, then everything is known", async () => {
    const { id } = await platform.create("/v2/clusters", clusterBody({ ports: ["22/tcp"] }));
    await platform.advance(2_000);
    const starting = await get(id);
    expect(starting).toMatchObject({
      dataCenterId: "EU-XX-1",
      network: { cidr: expect.stringMatching(/^10\.\d+\.0\.0\/16$/), vxlanId: expect.any(Number), vxlanPort: 4789 },
      primary: { status: "STARTING" },
      pods: { total: 2, byStatus: { STARTING: 2 } },
    });
    expect(starting.primary).not.toHaveProperty("sshEndpoint");
    await platform.advance(1_000);
    const running = await get(id);
    const [first] = await members(id);
    expect(running.pods.byStatus).toEqual({ RUNNING: running.compute.podCount });
    const { host, port } = first.ssh.direct;
    expect(running.primary).toEqual({ podId: first.id, status: "RUNNING", sshEndpoint: `${host}:${port}` });
    expect(new Set((await members(id)).map(({ dataCenterId }) => dataCenterId)).size).toBe(1);
  });

  it("C-28: without 22/tcp the primary has no sshEndpoint", async () => {
    const { id } = await platform.create("/v2/clusters", clusterBody());
    await platform.advance(10_000);
    expect((await get(id)).primary).toEqual({ podId: expect.any(String), status: "RUNNING" });
  });

  it("C-6, C-24, C-29, P-31: members are complete pods, all alike, readable by id", async () => {
    const { id } = await platform.create("/v2/clusters", clusterBody({ ...compute(3, 2), disk: 77, env: { A: "1" } }));
    await platform.advance(10_000);
    const pods = await members(id);
    expect(pods).toHaveLength(3);
    pods.forEach((pod, rank) => {
      expect(pod).toMatchObject({
        status: "RUNNING",
        disk: 77,
        gpu: { id: "NVIDIA H200", count: 2 },
        cluster: { id, rank, ip: expect.stringMatching(/^10\./) },
      });
      expect(pod.cluster).not.toHaveProperty("role");
    });
    expect((await platform.get(`/v2/pods/${pods[1].id}`)).body).toEqual(pods[1]);
    expect((await platform.get("/v2/pods")).body.pods).toEqual([]);
    expect((await platform.get("/v2/pods?includeClusterPods=true")).body.pods).toHaveLength(3);
  });

  it("P-31, A-75: rank and address of a member are unknown until it is placed, its role is not", async () => {
    const { id } = await platform.create("/v2/clusters", clusterBody({ type: "SLURM" }));
    expect((await members(id)).map(({ cluster }) => cluster)).toEqual([
      { id, rank: null, role: "SLURM_CONTROLLER" },
      { id, rank: null, role: "SLURM_COMPUTE" },
    ]);
    const without = await platform.create("/v2/clusters", clusterBody({ type: "TRAINING" }));
    expect((await members(without.id))[0].cluster).toEqual({ id: without.id, rank: null });
  });

  it.each([
    { type: "SLURM", roles: ["SLURM_CONTROLLER", "SLURM_COMPUTE", "SLURM_COMPUTE"] },
    { type: "RAY", roles: ["RAY_HEAD", "RAY_WORKER", "RAY_WORKER"] },
    { type: "APPLICATION", roles: [undefined, undefined, undefined] },
    { type: "TRAINING", roles: [undefined, undefined, undefined] },
  ])("C-27: roles in $type, rank 0 first", async ({ type, roles }) => {
    const { id } = await platform.create("/v2/clusters", clusterBody({ type, ...compute(3) }));
    await platform.advance(10_000);
    const pods = await members(id);
    expect(pods.map(({ cluster }) => cluster.role)).toEqual(roles);
    expect((await get(id)).primary.podId).toBe(pods[0].id);
  });

  it("C-27: roles are those of the type that the cluster has now", async () => {
    const { id } = await platform.create("/v2/clusters", clusterBody({ type: "SLURM" }));
    Object.assign(platform.emulator.store.clusters.get(id)!, { type: "RAY" });
    expect((await members(id)).map(({ cluster }) => cluster.role)).toEqual(["RAY_HEAD", "RAY_WORKER"]);
  });

  it("C-31: members find each other through their environment", async () => {
    const { id } = await platform.create("/v2/clusters", clusterBody({ ...compute(2, 4), env: { MINE: "1" } }));
    await platform.advance(10_000);
    const [first, second] = await members(id);
    expect(second.env).toEqual({
      MINE: "1",
      PRIMARY_ADDR: first.cluster.ip,
      PRIMARY_PORT: "29500",
      NODE_ADDR: second.cluster.ip,
      NODE_RANK: "1",
      NUM_NODES: "2",
      NUM_TRAINERS: "4",
      WORLD_SIZE: "8",
    });
  });

  it("C-4, C-20, A-84: only the name changes; anything else and an empty body → 422", async () => {
    const { id } = await platform.create("/v2/clusters", clusterBody());
    const renamed = await platform.patch(`/v2/clusters/${id}`, { name: "other" });
    expect(renamed).toMatchObject({ status: 200, body: { id, name: "other", type: "TRAINING" } });
    for (const body of [{}, { name: "" }, { name: "n", type: "RAY" }, { compute: {} }, { image: "i" }]) {
      expect((await platform.patch(`/v2/clusters/${id}`, body)).status).toBe(422);
    }
    expect((await get(id)).name).toBe("other");
  });

  it.each([
    { body: {}, errors: ["$: minProperties: got 0, want 1"] },
    { body: { image: "i" }, errors: ["$: additional properties 'image' not allowed"] },
  ])("A-84, C-20: $body is refused for what is wrong with it, and nothing else", async ({ body, errors }) => {
    const { id } = await platform.create("/v2/clusters", clusterBody());
    expect((await platform.patch(`/v2/clusters/${id}`, body)).body.errors).toEqual(errors);
  });

  it("C-5: delete takes the members along, and what was free is free again", async () => {
    const { id } = await platform.create("/v2/clusters", clusterBody());
    const [first] = await members(id);
    expect((await platform.delete(`/v2/clusters/${id}`)).status).toBe(204);
    expect((await platform.get(`/v2/clusters/${id}`)).body.detail).toBe("cluster not found");
    expect((await platform.get(`/v2/clusters/${id}/pods`)).status).toBe(404);
    expect((await platform.get(`/v2/pods/${first.id}`)).status).toBe(404);
    expect((await platform.delete(`/v2/clusters/${id}`)).status).toBe(404);
    expect(platform.emulator.store.ledger.ratePerHourUsd()).toBe(0);
    expect((await platform.get("/v2/clusters")).body).toEqual({ clusters: [] });
  });

  it("C-10: 2 to 250 pods of at least one GPU", async () => {
    for (const [podCount, status] of [
      [1, 422],
      [251, 422],
      [2, 201],
      [250, 201],
    ] as const) {
      expect(await statusOf(compute(podCount, 1, "NVIDIA RTX A4000"))).toBe(status);
    }
    expect(await statusOf(compute(2, 0))).toBe(422);
    expect(await statusOf({ compute: { gpuTypeId: "", gpuCountPerPod: 1, podCount: 2 } })).toBe(422);
    expect(await statusOf({ compute: { ...compute(2).compute, cpu: 1 } })).toBe(422);
  });

  it("C-26: more GPUs per pod than the catalog's maximum, or an unknown type → 400", async () => {
    expect(await statusOf(compute(2, 9))).toBe(400);
    expect(await statusOf(compute(2, 1, "unknown"))).toBe(400);
  });

  it("C-22, C-23: registry is no member (422); neither image nor template → 400", async () => {
    expect(await statusOf({ registry: "r" })).toBe(422);
    expect(await statusOf({ image: undefined })).toBe(400);
  });

  it("C-21, C-22: a template stands alone, is linked, and may bring a credential", async () => {
    const registry = await platform.create("/v2/registries", { name: "r", username: "u", password: "p" });
    const body = { name: "t", image: "from-template", registry: registry.id, disk: 66 };
    const template = await platform.create("/v2/templates", body);
    const from = (more: object) => ({ image: undefined, templateId: template.id, ...more });
    for (const more of [
      { image: "i" },
      { args: "a" },
      { cmd: [] },
      { entrypoint: [] },
      { disk: 1 },
      { env: {} },
      { ports: [] },
      { mounts: {} },
    ]) {
      expect(await statusOf(from(more))).toBe(400);
    }
    expect(await statusOf(from({ templateId: "t-none" }))).toBe(404);
    expect(await statusOf(from({ templateId: "t1serverless" }))).toBe(422);
    const cluster = await platform.create("/v2/clusters", clusterBody(from({ startSsh: false })));
    expect(cluster.template).toBe(template.id);
    expect((await members(cluster.id))[0]).toMatchObject({ image: "from-template", disk: 66, registry: registry.id });
  });

  it("C-25, A-20: all members fit in one data center or there is no capacity", async () => {
    await platform.post("/_emulator/capacity", { type: "NVIDIA H200", free: 8 });
    expect(await statusOf(compute(2, 8))).toBe(400);
    await platform.post("/_emulator/capacity", { type: "NVIDIA H200", dataCenter: "US-XX-1", free: 16 });
    expect(await statusOf({ ...compute(2, 8), dataCenterIds: ["EU-XX-1"] })).toBe(400);
    const { id } = await platform.create("/v2/clusters", clusterBody(compute(2, 8)));
    await platform.advance(10_000);
    expect((await get(id)).dataCenterId).toBe("US-XX-1");
  });

  it("C-29, P-59: members can't be changed, acted on or deleted through the pod paths: 409", async () => {
    const { id } = await platform.create("/v2/clusters", clusterBody());
    await platform.advance(10_000);
    const [member] = await members(id);
    const path = `/v2/pods/${member.id}`;
    const refused = [await platform.patch(path, { name: "n" }), await platform.delete(path)];
    for (const action of ["start", "stop", "restart", "terminate"]) {
      refused.push(await platform.post(`${path}/action`, { action }));
    }
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409, 409]);
    expect((await platform.get(path)).body).toEqual(member);
  });

  it("C-1: the list is whole and newest first", async () => {
    for (const name of ["a", "b"]) await platform.create("/v2/clusters", clusterBody({ name, ...compute(2) }));
    const { clusters } = (await platform.get("/v2/clusters")).body;
    expect(clusters.map(({ name }: { name: string }) => name)).toEqual(["b", "a"]);
    expect(clusters[0]).toEqual(await get(clusters[0].id));
  });

  it("C-30: one member in another status shows in the counts", async () => {
    const { id } = await platform.create("/v2/clusters", clusterBody());
    const [, second] = await members(id);
    platform.emulator.scripts.add({ match: { id: second.id }, failStart: true });
    await platform.advance(10_000);
    expect((await get(id)).pods).toEqual({ total: 2, byStatus: { RUNNING: 1, ERROR: 1 } });
  });
});

import { describe, expect, it } from "@jest/globals";
import { clusterBody, gpuPod, usePlatform } from "../support/platform";
import { bootMs, newQueue } from "../support/serverless";

const platform = usePlatform();
const path = "/v1/pods";
const flat = { imageName: "registry.example.com/acme/trainer:1", gpuTypeIds: ["NVIDIA L40S"] };
const statusOf = async (id: string) => (await platform.get(`/v2/pods/${id}`)).body.status;
const act = (id: string, action: string) => platform.post(`${path}/${id}/${action}`);

async function running(body: object = {}) {
  const { id } = (await platform.post(path, { ...flat, ...body })).body;
  await platform.advance(10_000);
  return id as string;
}

describe("actions", () => {
  it.each([{ ports: ["x"] }, { containerDiskInGb: 0 }, { volumeInGb: 9 }])(
    "O-27, M-10, M-20: %j makes no pod that v2 could not show: 400",
    async (change) => {
      const body = { imageName: "i", gpuTypeIds: ["NVIDIA L40S"], ...change };
      expect((await platform.post("/v1/pods", body)).status).toBe(400);
    },
  );

  it("O-20, O-21: stop and start answer the pod as JSON", async () => {
    const id = await running();
    expect(await act(id, "stop")).toMatchObject({ status: 200, body: { id, desiredStatus: "EXITED" } });
    expect(await statusOf(id)).toBe("EXITED");
    expect(await act(id, "start")).toMatchObject({ status: 200, body: { id, desiredStatus: "RUNNING" } });
    expect(await statusOf(id)).toBe("STARTING");
    await platform.advance(5_000);
    expect(await statusOf(id)).toBe("RUNNING");
  });

  it.each(["reset", "restart"])("O-2, O-22, O-23: %s makes a new container on the same host", async (action) => {
    const id = await running({ ports: ["22/tcp"] });
    const before = (await platform.get(`/v2/pods/${id}`)).body;
    expect(await act(id, action)).toMatchObject({ status: 200, body: { id, desiredStatus: "RUNNING" } });
    expect(await statusOf(id)).toBe("STARTING");
    await platform.advance(5_000);
    const after = (await platform.get(`/v2/pods/${id}`)).body;
    expect(after.status).toBe("RUNNING");
    expect(after.ssh.direct.host).toBe(before.ssh.direct.host);
    expect(after.ssh.direct.port).not.toBe(before.ssh.direct.port);
  });

  it("O-24: start on a running pod and stop on a stopped one do nothing, with 200", async () => {
    const id = await running();
    expect((await act(id, "start")).status).toBe(200);
    expect(await statusOf(id)).toBe("RUNNING");
    await act(id, "stop");
    expect((await act(id, "stop")).status).toBe(200);
    expect(await statusOf(id)).toBe("EXITED");
  });

  it("O-25: stop and reset of a locked pod give 400; restart stays possible", async () => {
    const id = await running({ locked: true });
    for (const action of ["stop", "reset"]) expect((await act(id, action)).status).toBe(400);
    expect(await statusOf(id)).toBe("RUNNING");
    expect((await act(id, "restart")).status).toBe(200);
  });

  it.each(["start", "stop", "reset", "restart"])(
    "O-26: %s of a cluster member or a worker gives 400",
    async (action) => {
      const cluster = await platform.create("/v2/clusters", clusterBody());
      const [member] = (await platform.get(`/v2/clusters/${cluster.id}/pods`)).body.pods;
      const queue = await newQueue(platform, { workers: { min: 1 } });
      await platform.advance(bootMs);
      const [worker] = (await queue.workers()).workers;
      for (const id of [member.id, worker.id]) {
        const { status, body } = await act(id as string, action);
        expect({ status, hasMessage: typeof body.message }).toEqual({ status: 400, hasMessage: "string" });
      }
    },
  );
});

describe("create", () => {
  it("O-2, O-27: 201 with v1's defaults", async () => {
    const { status, body } = await platform.post(path, flat);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^p/),
      name: "my pod",
      desiredStatus: "RUNNING",
      image: flat.imageName,
      costPerHr: 0.86,
      gpu: { id: "NVIDIA L40S", count: 1 },
      machineId: null,
      publicIp: null,
      portMappings: null,
      templateId: null,
      lastStartedAt: null,
      locked: false,
    });
    expect((await platform.get(`/v2/pods/${body.id}`)).body).toMatchObject({
      disk: 50,
      cloud: "SECURE",
      mounts: { persistent: { size: 20, path: "/workspace" } },
    });
  });

  it("O-27: the flat members mean what v2's mean", async () => {
    const volume = await platform.create("/v2/network-volumes", { name: "v", size: 10, dataCenter: "EU-XX-1" });
    const { body } = await platform.post(path, {
      ...flat,
      name: "n",
      gpuCount: 2,
      containerDiskInGb: 7,
      env: { A: "1" },
      ports: ["22/tcp"],
      dockerEntrypoint: ["/bin/sh"],
      dockerStartCmd: ["-c", "x"],
      networkVolumeId: volume.id,
      volumeMountPath: "/data",
      dataCenterIds: ["EU-XX-1"],
      locked: true,
    });
    expect((await platform.get(`/v2/pods/${body.id}`)).body).toMatchObject({
      name: "n",
      disk: 7,
      env: { A: "1" },
      ports: ["22/tcp"],
      entrypoint: ["/bin/sh"],
      cmd: ["-c", "x"],
      gpu: { id: "NVIDIA L40S", count: 2 },
      mounts: { network: [{ volumeId: volume.id, path: "/data" }] },
      locked: true,
    });
  });

  it("O-27: CPU pods, with two vCPUs unless told otherwise", async () => {
    const { status, body } = await platform.post(path, {
      imageName: "i:1",
      computeType: "CPU",
      cpuFlavorIds: ["cpu3c"],
    });
    expect(status).toBe(201);
    expect((await platform.get(`/v2/pods/${body.id}`)).body).toMatchObject({
      cpu: { id: "cpu3c", vcpuCount: 2, memory: 4 },
    });
  });

  it("O-27: the next GPU type is taken when the first has no capacity", async () => {
    await platform.post("/_emulator/capacity", { type: "NVIDIA L40S", free: 0 });
    const gpuTypeIds = ["NVIDIA L40S", "NVIDIA A40"];
    expect((await platform.post(path, { ...flat, gpuTypeIds })).body.gpu.id).toBe("NVIDIA A40");
    expect((await platform.post(path, flat)).status).toBe(400);
  });

  it("O-27, P-34: a pod made here keeps its template, and v2 shows it", async () => {
    const template = await platform.create("/v2/templates", { name: "t", image: "tpl:1", env: { A: "t" } });
    const { body } = await platform.post(path, {
      templateId: template.id,
      gpuTypeIds: ["NVIDIA L40S"],
      env: { B: "b" },
    });
    expect(body).toMatchObject({ templateId: template.id, image: "tpl:1" });
    const shown = (await platform.get(`/v2/pods/${body.id}`)).body;
    expect(shown).toMatchObject({ template: template.id, env: { A: "t", B: "b" } });
    expect((await platform.delete(`/v2/templates/${template.id}`)).status).toBe(400);
  });

  it.each([
    { why: "neither image nor template", body: { gpuTypeIds: ["NVIDIA L40S"] } },
    { why: "no GPU type", body: { imageName: "i" } },
    { why: "no CPU flavor", body: { imageName: "i", computeType: "CPU" } },
    { why: "a name of 192", body: { ...flat, name: "n".repeat(192) } },
    { why: "a serverless template", body: { ...flat, templateId: "t1serverless" } },
  ])("O-4, O-27: $why gives 400", async ({ body }) => {
    expect((await platform.post(path, body)).status).toBe(400);
  });
});

describe("read, update, delete", () => {
  it("O-27: a running pod shows its machine, its ports and when it started", async () => {
    const id = await running({ ports: ["22/tcp", "8888/http"] });
    const { ssh } = (await platform.get(`/v2/pods/${id}`)).body;
    expect((await platform.get(`${path}/${id}`)).body).toMatchObject({
      machineId: expect.any(String),
      publicIp: ssh.direct.host,
      portMappings: { "22": ssh.direct.port },
      lastStartedAt: expect.stringMatching(/\.\d{3}Z$/),
    });
    await act(id, "stop");
    expect((await platform.get(`${path}/${id}`)).body).toMatchObject({
      desiredStatus: "EXITED",
      costPerHr: 0,
      publicIp: null,
    });
  });

  it.each([
    { query: "computeType=CPU", names: ["cpu"] },
    { query: "desiredStatus=EXITED", names: ["stopped"] },
    { query: "dataCenterId=US-XX-1&dataCenterId=AS-XX-1", names: ["us"] },
    { query: "gpuTypeId=NVIDIA%20A40&gpuTypeId=NVIDIA%20H200", names: ["stopped"] },
    { query: "cpuFlavorId=cpu3c", names: ["cpu"] },
    { query: "imageName=special:1", names: ["us"] },
    { query: "name=us", names: ["us"] },
    { query: "name=nobody", names: [] },
    { query: "", names: ["cpu", "stopped", "us"] },
  ])("O-27, A-73: the filter '$query' leaves $names", async ({ query, names }) => {
    await platform.post(path, { ...flat, name: "us", dataCenterIds: ["US-XX-1"], imageName: "special:1" });
    const stopped = await platform.post(path, { ...flat, name: "stopped", gpuTypeIds: ["NVIDIA A40"] });
    await act(stopped.body.id as string, "stop");
    await platform.post(path, { name: "cpu", imageName: "i:1", computeType: "CPU", cpuFlavorIds: ["cpu3c"] });
    const { body } = await platform.get(`${path}?${query}`);
    expect(body.map(({ name }: any) => name).sort()).toEqual(names);
  });

  it("O-27: includes come with the list, workers among them", async () => {
    const volume = await platform.create("/v2/network-volumes", { name: "v", size: 10, dataCenter: "EU-XX-1" });
    const template = await platform.create("/v2/templates", { name: "t", image: "tpl:1" });
    await running({ networkVolumeId: volume.id, templateId: template.id });
    const queue = await newQueue(platform, { workers: { min: 1 } });
    await platform.advance(bootMs);
    const include = "includeMachine=true&includeNetworkVolume=true&includeTemplate=true&includeSavingsPlans=true";
    const [pod] = (await platform.get(`${path}?${include}`)).body;
    expect(pod).toMatchObject({
      machine: { dataCenterId: "EU-XX-1" },
      networkVolume: { id: volume.id },
      template: { id: template.id },
      savingsPlans: [],
    });
    const workers = (await platform.get(`${path}?includeWorkers=true&endpointId=${queue.id}`)).body;
    expect(workers).toEqual([expect.objectContaining({ endpointId: queue.id, desiredStatus: "RUNNING" })]);
    expect((await platform.get(`${path}/${workers[0].id}`)).body).toEqual(workers[0]);
    expect((await platform.get(`${path}?networkVolumeId=${volume.id}&templateId=${template.id}`)).body).toHaveLength(1);
  });

  it.each([
    { change: { name: "other" }, resets: false },
    { change: { locked: true }, resets: false },
    { change: { name: "other", imageName: "new:2" }, resets: true },
    { change: { env: { A: "1" } }, resets: true },
    { change: { volumeInGb: 30 }, resets: true },
    { change: { globalNetworking: true }, resets: true },
  ])("O-5, O-27: PATCH and its synonym with $change: resets the pod: $resets", async ({ change, resets }) => {
    for (const send of [
      (id: string) => platform.patch(`${path}/${id}`, change),
      (id: string) => platform.post(`${path}/${id}/update`, change),
    ]) {
      const id = await running();
      const { status, body } = await send(id);
      expect(status).toBe(200);
      if (change.name) expect(body.name).toBe("other");
      expect(await statusOf(id)).toBe(resets ? "STARTING" : "RUNNING");
    }
  });

  it("O-2, O-27: DELETE 204, gone on both surfaces; members and workers stay", async () => {
    const id = await running();
    expect(await platform.delete(`${path}/${id}`)).toMatchObject({ status: 204, body: undefined });
    expect((await platform.get(`/v2/pods/${id}`)).status).toBe(404);
    const cluster = await platform.create("/v2/clusters", clusterBody());
    const [member] = (await platform.get(`/v2/clusters/${cluster.id}/pods`)).body.pods;
    expect((await platform.delete(`${path}/${member.id}`)).status).toBe(400);
    expect((await platform.patch(`${path}/${member.id}`, { name: "x" })).status).toBe(400);
  });

  it("O-9: v1 and v2 show the same pods", async () => {
    const v2 = await platform.create("/v2/pods", gpuPod());
    const v1 = (await platform.post(path, flat)).body;
    expect((await platform.get(path)).body.map(({ id }: any) => id)).toEqual([v1.id, v2.id]);
    expect((await platform.get("/v2/pods")).body.pods.map(({ id }: any) => id)).toEqual([v1.id, v2.id]);
  });
});

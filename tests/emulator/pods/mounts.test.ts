import { beforeEach, describe, expect, it } from "@jest/globals";
import { clusterBody, cpuPod, gpuPod, usePlatform } from "../support/platform";

const platform = usePlatform();
const persistent = (size = 20, path = "/data") => ({ mounts: { persistent: { size, path } } });
const network = (volumeId: string, path = "/data") => ({ mounts: { network: [{ volumeId, path }] } });
const statusOf = async (body: unknown) => (await platform.post("/v2/pods", body)).status;

let volume: { id: string };
beforeEach(async () => {
  volume = await platform.create("/v2/network-volumes", { name: "v", size: 10, dataCenter: "EU-XX-1" });
});

describe("mounts on create", () => {
  it("M-20, M-34: one of each kind, and three ways of none", async () => {
    expect((await platform.create("/v2/pods", gpuPod(persistent()))).mounts).toEqual(persistent().mounts);
    expect((await platform.create("/v2/pods", gpuPod(network(volume.id)))).mounts).toEqual(network(volume.id).mounts);
    for (const body of [{}, { mounts: {} }, { mounts: { network: [] } }]) {
      expect((await platform.create("/v2/pods", gpuPod(body))).mounts).toEqual({});
    }
  });

  it("M-20: below 10 GB → 422", async () => {
    const refused = await platform.post("/v2/pods", gpuPod(persistent(9)));
    expect(refused.body.errors).toEqual(["$.mounts.persistent.size: minimum: got 9, want 10"]);
  });

  it("M-21: both kinds → 400", async () => {
    const mounts = { ...persistent().mounts, ...network(volume.id).mounts };
    expect(await statusOf(gpuPod({ mounts }))).toBe(400);
    expect(await statusOf(gpuPod({ mounts: { ...persistent().mounts, network: [] } }))).toBe(400);
  });

  it("M-22: a CPU pod takes a network volume but no persistent mount (400)", async () => {
    expect(await statusOf(cpuPod(persistent()))).toBe(400);
    expect(await statusOf(cpuPod(network(volume.id)))).toBe(201);
  });

  it.each([
    { mounts: { persistent: { size: 20 } }, missing: "$.mounts.persistent: missing property 'path'" },
    { mounts: { persistent: { path: "/d" } }, missing: "$.mounts.persistent: missing property 'size'" },
    { mounts: { network: [{ path: "/d" }] }, missing: "$.mounts.network[0]: missing property 'volumeId'" },
    { mounts: { network: [{ volumeId: "v" }] }, missing: "$.mounts.network[0]: missing property 'path'" },
  ])("M-23: a partial entry → 422: $missing", async ({ mounts, missing }) => {
    const refused = await platform.post("/v2/pods", gpuPod({ mounts }));
    expect(refused).toMatchObject({ status: 422, body: { errors: [missing] } });
  });

  it("M-24: two network entries → 422", async () => {
    const entry = { volumeId: volume.id, path: "/a" };
    expect(await statusOf(gpuPod({ mounts: { network: [entry, entry] } }))).toBe(422);
  });

  it("M-32: the volume must exist and be where the pod may be; the pod goes where the volume is", async () => {
    expect(await statusOf(gpuPod(network("v-none")))).toBe(400);
    expect(await statusOf(gpuPod({ ...network(volume.id), dataCenterIds: ["US-XX-1"] }))).toBe(400);
    const far = await platform.create("/v2/network-volumes", { name: "v", size: 10, dataCenter: "US-XX-1" });
    expect((await platform.runningPod(network(far.id))).dataCenterId).toBe("US-XX-1");
    expect(await statusOf(gpuPod({ ...network(far.id), gpu: { id: "NVIDIA A40" } }))).toBe(400);
  });

  it("M-33: a COMMUNITY pod can't have one", async () => {
    const gpu = { id: "NVIDIA GeForce RTX 4090" };
    expect(await statusOf(gpuPod({ ...network(volume.id), gpu, cloud: "COMMUNITY" }))).toBe(400);
    expect(await statusOf(gpuPod({ ...network(volume.id), gpu }))).toBe(201);
  });

  it("M-20, M-21, C-2: the same rules hold for clusters", async () => {
    const statusOfCluster = async (body: object) => (await platform.post("/v2/clusters", clusterBody(body))).status;
    expect(await statusOfCluster({ mounts: { ...persistent().mounts, ...network(volume.id).mounts } })).toBe(400);
    expect(await statusOfCluster(network("v-none"))).toBe(400);
    expect(await statusOfCluster(network(volume.id))).toBe(201);
  });
});

describe("mounts on update", () => {
  const patch = (id: string, body: unknown) => platform.patch(`/v2/pods/${id}`, body);

  it("M-25: mounts absent or {} leave the mount as it is", async () => {
    const { id, mounts } = await platform.create("/v2/pods", gpuPod(persistent()));
    expect((await patch(id, { name: "n" })).body.mounts).toEqual(mounts);
    expect((await patch(id, { mounts: {} })).body.mounts).toEqual(mounts);
  });

  it("M-26: an empty network list → 400", async () => {
    const { id, mounts } = await platform.create("/v2/pods", gpuPod(network(volume.id)));
    expect((await patch(id, { mounts: { network: [] } })).status).toBe(400);
    expect((await platform.get(`/v2/pods/${id}`)).body.mounts).toEqual(mounts);
  });

  it("M-27: a kind that the pod was not created with → 400, in all three variants", async () => {
    const onNetwork = await platform.create("/v2/pods", gpuPod(network(volume.id)));
    const onPersistent = await platform.create("/v2/pods", gpuPod(persistent()));
    const without = await platform.create("/v2/pods", gpuPod());
    expect((await patch(onNetwork.id, persistent())).status).toBe(400);
    expect((await patch(onPersistent.id, network(volume.id))).status).toBe(400);
    expect((await patch(without.id, persistent())).status).toBe(400);
    expect((await patch(without.id, network(volume.id))).status).toBe(400);
  });

  it("M-28, M-29: another volume → 400, another path is fine", async () => {
    const other = await platform.create("/v2/network-volumes", { name: "o", size: 10, dataCenter: "EU-XX-1" });
    const { id } = await platform.create("/v2/pods", gpuPod(network(volume.id)));
    expect((await patch(id, network(other.id))).status).toBe(400);
    expect((await patch(id, network(volume.id, "/else"))).body.mounts.network[0].path).toBe("/else");
  });

  it("M-29, M-30: a persistent mount moves and grows, and never shrinks", async () => {
    const { id } = await platform.create("/v2/pods", gpuPod(persistent(20)));
    expect((await patch(id, persistent(30, "/else"))).body.mounts).toEqual(persistent(30, "/else").mounts);
    expect((await patch(id, persistent(29, "/else"))).status).toBe(400);
    expect((await patch(id, persistent(30, "/else"))).status).toBe(200);
  });

  it("M-31, V-17: a pod's end detaches the volume and leaves it", async () => {
    const { id } = await platform.create("/v2/pods", gpuPod(network(volume.id)));
    expect((await platform.delete(`/v2/network-volumes/${volume.id}`)).status).toBe(400);
    await platform.delete(`/v2/pods/${id}`);
    expect((await platform.get(`/v2/network-volumes/${volume.id}`)).status).toBe(200);
    expect((await platform.delete(`/v2/network-volumes/${volume.id}`)).status).toBe(204);
  });
});

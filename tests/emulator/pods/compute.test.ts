import { describe, expect, it } from "@jest/globals";
import { cpuPod, gpuPod, usePlatform } from "../support/platform";

const platform = usePlatform();
const gpu = (more: object = {}) => gpuPod({ gpu: { id: "NVIDIA L40S", ...more } });
const cpu = (vcpuCount: number, id = "cpu3c") => cpuPod({ cpu: { id, vcpuCount } });
const statusOf = async (body: unknown) => (await platform.post("/v2/pods", body)).status;

describe("GPUs", () => {
  it("M-50: count defaults to 1; a count of 0 and unknown members → 422", async () => {
    expect((await platform.create("/v2/pods", gpu())).gpu.count).toBe(1);
    expect(await statusOf(gpu({ count: 0 }))).toBe(422);
    expect(await statusOf(gpu({ model: "x" }))).toBe(422);
    expect(await statusOf(gpu({ minRamPerGpu: 0 }))).toBe(422);
    expect(await statusOf(gpu({ minVcpuCountPerGpu: 0 }))).toBe(422);
  });

  it("M-50: RAM and vCPU floors filter machines", async () => {
    expect(await statusOf(gpu({ minRamPerGpu: 94, minVcpuCountPerGpu: 12 }))).toBe(201);
    expect(await statusOf(gpu({ minRamPerGpu: 95 }))).toBe(400);
    expect(await statusOf(gpu({ minVcpuCountPerGpu: 13 }))).toBe(400);
  });

  it("M-51: CUDA fields at the top level or on a CPU are unknown: 422", async () => {
    expect(await statusOf(gpuPod({ minCudaVersion: "12.1" }))).toBe(422);
    expect(await statusOf(gpuPod({ allowedCudaVersions: ["12.1"] }))).toBe(422);
    expect(await statusOf(cpuPod({ cpu: { id: "cpu3c", vcpuCount: 2, minCudaVersion: "12.1" } }))).toBe(422);
  });

  it("M-52: a list of versions and a floor exclude each other; an empty list does not count", async () => {
    expect(await statusOf(gpu({ allowedCudaVersions: ["12.6"], minCudaVersion: "12.1" }))).toBe(400);
    expect(await statusOf(gpu({ allowedCudaVersions: [], minCudaVersion: "12.1" }))).toBe(201);
  });

  it("M-53, A-76: versions match exactly, floors number by number; none that fits is no capacity", async () => {
    const { id } = await platform.create("/v2/pods", gpu({ allowedCudaVersions: ["12.8"] }));
    await platform.advance(10_000);
    expect((await platform.get(`/v2/pods/${id}`)).body.cudaVersion).toBe("12.8");
    expect(await statusOf(gpu({ allowedCudaVersions: ["12.7"] }))).toBe(400);
    expect(await statusOf(gpu({ minCudaVersion: "12.8" }))).toBe(201);
    // 12.11 is newer than 12.8, and no machine has it.
    expect(await statusOf(gpu({ minCudaVersion: "12.11" }))).toBe(400);
    const old = gpuPod({ gpu: { id: "NVIDIA GeForce RTX 4090", minCudaVersion: "12.11" }, dataCenterIds: ["AS-XX-1"] });
    expect(await statusOf(old)).toBe(400);
    expect(await statusOf({ ...old, gpu: { id: "NVIDIA GeForce RTX 4090", minCudaVersion: "12.2" } })).toBe(201);
  });

  it("M-54, A-71: the very type is used or none; unknown ids → 400", async () => {
    await platform.post("/_emulator/capacity", { type: "NVIDIA A40", free: 0 });
    expect(await statusOf(gpuPod({ gpu: { id: "NVIDIA A40" } }))).toBe(400);
    expect(await statusOf(gpuPod({ gpu: { id: "nvidia a40" } }))).toBe(400);
    expect(await statusOf(gpuPod({ gpu: { id: "AMPERE_48" } }))).toBe(400);
  });

  it("M-55: at most the type's maximum for the cloud", async () => {
    const type = { id: "NVIDIA RTX A4000" };
    expect(await statusOf(gpuPod({ gpu: { ...type, count: 8 } }))).toBe(201);
    expect(await statusOf(gpuPod({ gpu: { ...type, count: 9 } }))).toBe(400);
    expect(await statusOf(gpuPod({ gpu: { ...type, count: 4 }, cloud: "COMMUNITY" }))).toBe(201);
    expect(await statusOf(gpuPod({ gpu: { ...type, count: 5 }, cloud: "COMMUNITY" }))).toBe(400);
    expect(await statusOf(gpuPod({ cloud: "COMMUNITY" }))).toBe(400);
  });
});

describe("CPUs", () => {
  it("M-60, M-61: below 2 → 422; no power of two, out of the flavor's range or an unknown flavor → 400", async () => {
    expect(await statusOf(cpu(1))).toBe(422);
    expect(await statusOf(cpuPod({ cpu: { id: "cpu3c" } }))).toBe(422);
    expect(await statusOf(cpuPod({ cpu: { id: "", vcpuCount: 2 } }))).toBe(422);
    expect(await statusOf(cpu(6))).toBe(400);
    expect(await statusOf(cpu(64))).toBe(400);
    expect(await statusOf(cpu(2, "cpu9z"))).toBe(400);
    expect(await statusOf(cpu(32))).toBe(201);
  });

  it("M-62, M-64: memory is derived; sending it → 422", async () => {
    expect((await platform.create("/v2/pods", cpu(4))).cpu).toEqual({ id: "cpu3c", vcpuCount: 4, memory: 8 });
    const refused = await platform.post("/v2/pods", cpuPod({ cpu: { id: "cpu3c", vcpuCount: 2, memory: 4 } }));
    expect(refused.body.errors).toEqual(["$.cpu: additional properties 'memory' not allowed"]);
  });
});

import { describe, expect, it } from "@jest/globals";
import { cpuPod, gpuPod, usePlatform } from "./support/platform";

const platform = usePlatform();
const catalog = (path: string) => platform.get(`/v2/catalog/${path}`);
const gpus = async (query: string): Promise<any[]> =>
  (await catalog(`gpus?include=AVAILABILITY&product=POD&${query}`)).body.gpus;
const ids = (things: readonly { id: string }[]) => things.map(({ id }) => id);
const l40s = encodeURIComponent("NVIDIA L40S");

describe("GPU types", () => {
  it("K-1, K-10, K-23: plain, without availability; pools and types are different names", async () => {
    const { gpus: types } = (await catalog("gpus")).body;
    expect(types.find(({ id }: { id: string }) => id === "NVIDIA L40S")).toEqual({
      id: "NVIDIA L40S",
      name: "L40S",
      pool: "ADA_48_PRO",
      manufacturer: "NVIDIA",
      memory: 48,
      secure: true,
      community: false,
      price: { secure: 0.86, community: 0, serverless: 1.9 },
      maxCount: { secure: 8, community: 0 },
    });
    const pools = types.map(({ pool }: { pool: string | null }) => pool);
    expect(ids(types).some((id) => pools.includes(id))).toBe(false);
  });

  it("K-2, A-71: one type by its percent-encoded id; unknown → 404", async () => {
    expect((await catalog(`gpus/${l40s}`)).body.id).toBe("NVIDIA L40S");
    expect((await catalog("gpus/none")).status).toBe(404);
    expect((await catalog(`gpus/${encodeURIComponent("nvidia l40s")}`)).status).toBe(404);
  });

  it.each([
    { query: "include=AVAILABILITY", status: 400 },
    { query: "product=POD", status: 400 },
    { query: "count=2", status: 400 },
    { query: "cloud=SECURE", status: 400 },
    { query: "countryCodes=DE", status: 400 },
    { query: "cudaVersions=12.6", status: 400 },
    { query: "minCudaVersion=12", status: 400 },
    { query: "include=AVAILABILITY&product=POD&cudaVersions=12.6&minCudaVersion=12", status: 400 },
    { query: "include=STOCK&product=POD", status: 422 },
    { query: "include=AVAILABILITY,AVAILABILITY&product=POD", status: 422 },
    { query: "include=AVAILABILITY&product=PODS", status: 422 },
    { query: "include=AVAILABILITY&product=POD&countryCodes=de", status: 422 },
    { query: "include=AVAILABILITY&product=POD&cudaVersions=12", status: 422 },
    { query: "include=AVAILABILITY&product=POD&count=0", status: 422 },
    { query: "include=AVAILABILITY&product=POD,CLUSTER,SERVERLESS&minCudaVersion=12", status: 200 },
  ])("K-1, K-2, A-73: ?$query → $status", async ({ query, status }) => {
    expect((await catalog(`gpus?${query}`)).status).toBe(status);
    expect((await catalog(`gpus/${l40s}?${query}`)).status).toBe(status);
  });

  it("K-10, K-21: availability follows what is free", async () => {
    const one = async (): Promise<any> => (await gpus("")).find(({ id }) => id === "NVIDIA A40");
    expect(await one()).toMatchObject({
      availability: "HIGH",
      dataCenters: [
        { id: "EU-XX-1", name: "Example Europe 1", availability: "HIGH" },
        { id: "AS-XX-1", availability: "HIGH" },
      ],
      cudaVersions: [
        { version: "11.8", available: true },
        { version: "12.4", available: true },
      ],
    });
    for (let i = 0; i < 2; i++) await platform.create("/v2/pods", gpuPod({ gpu: { id: "NVIDIA A40", count: 8 } }));
    const scarce = await one();
    expect(scarce.availability).toBe("LOW");
    expect(ids(scarce.dataCenters)).toEqual(["AS-XX-1"]);
    expect(scarce.cudaVersions[1]).toEqual({ version: "12.4", available: false });
    await platform.post("/_emulator/capacity", { type: "NVIDIA A40", free: 0 });
    const none = await one();
    expect(none.availability).toBe("NONE");
    expect(none).not.toHaveProperty("dataCenters");
  });

  it("K-1: count, cloud and CUDA versions narrow what counts as available", async () => {
    const level = async (query: string, id: string) => (await gpus(query)).find((type) => type.id === id).availability;
    expect(await level("count=5", "NVIDIA A40")).not.toBe("NONE");
    expect((await gpus("count=5")).find(({ id }) => id === "NVIDIA A40").dataCenters).toHaveLength(1);
    expect(await level("cloud=COMMUNITY", "NVIDIA L40S")).toBe("NONE");
    expect(await level("cudaVersions=12.4,12.2", "NVIDIA A40")).toBe("HIGH");
    expect(await level("minCudaVersion=12.5", "NVIDIA A40")).toBe("NONE");
    expect(await level("minCudaVersion=12", "NVIDIA A40")).toBe("HIGH");
    expect((await gpus("")).find(({ manufacturer }) => manufacturer === "AMD")).not.toHaveProperty("cudaVersions");
  });

  it("K-10: only hardware without CUDA has no cudaVersions; what the filters leave out is not available", async () => {
    const versions = async (query: string) => (await gpus(query)).find(({ id }) => id === "NVIDIA A40").cudaVersions;
    const none = [
      { version: "11.8", available: false },
      { version: "12.4", available: false },
    ];
    expect(await versions("cloud=COMMUNITY")).toEqual(none);
    expect(await versions("minCudaVersion=12.9")).toEqual(none);
    expect(await versions("cudaVersions=12.4")).toEqual([
      { version: "11.8", available: false },
      { version: "12.4", available: true },
    ]);
    const nowhere = await catalog(`gpus/${l40s}?include=AVAILABILITY&product=POD&countryCodes=JP`);
    expect(nowhere.body.cudaVersions.map(({ available }: any) => available)).toEqual([false, false]);
  });

  it("K-20: countryCodes drop types from the list, while a get says NONE without sites", async () => {
    const listed = ids(await gpus("countryCodes=JP"));
    expect(listed).toEqual(["NVIDIA GeForce RTX 4090", "NVIDIA A40"]);
    const one = await catalog(`gpus/${l40s}?include=AVAILABILITY&product=POD&countryCodes=JP`);
    expect(one).toMatchObject({ status: 200, body: { availability: "NONE" } });
    expect(one.body).not.toHaveProperty("dataCenters");
    expect(ids(await gpus("countryCodes=JP,US"))).toContain("NVIDIA L40S");
  });
});

describe("CPU flavors", () => {
  it("K-3, K-4, K-11: plain, one by id, with availability", async () => {
    const { cpus } = (await catalog("cpus")).body;
    expect(cpus[0]).toEqual({
      id: "cpu3c",
      name: expect.any(String),
      group: "Compute",
      vcpu: { min: 2, max: 32 },
      ramGbPerVcpu: 2,
      price: { securePerVcpu: 0.03, serverlessPerVcpu: expect.any(Number) },
    });
    expect((await catalog("cpus/cpu5c")).body.ramGbPerVcpu).toBe(2.25);
    expect((await catalog("cpus/none")).status).toBe(404);
    const one = (await catalog("cpus/cpu3m?include=AVAILABILITY&product=POD,SERVERLESS&vcpuCount=4")).body;
    expect(one).toMatchObject({ availability: "HIGH", dataCenters: [{ id: "US-XX-1" }] });
  });

  it.each([
    { query: "vcpuCount=4", status: 400 },
    { query: "product=POD", status: 400 },
    { query: "include=AVAILABILITY", status: 400 },
    { query: "include=AVAILABILITY&product=CLUSTER", status: 422 },
    { query: "include=AVAILABILITY&product=POD&vcpuCount=1", status: 422 },
    { query: "include=AVAILABILITY&product=POD&vcpuCount=6", status: 400 },
  ])("K-3: ?$query → $status", async ({ query, status }) => {
    expect((await catalog(`cpus?${query}`)).status).toBe(status);
  });

  it("K-21: availability is advisory, a create may still fail", async () => {
    await platform.post("/_emulator/capacity", { type: "cpu3c", free: 1 });
    expect((await catalog("cpus/cpu3c?include=AVAILABILITY&product=POD")).body.availability).toBe("NONE");
    expect((await platform.post("/v2/pods", cpuPod())).status).toBe(400);
  });
});

describe("data centers", () => {
  const listed = async (query: string) => ids((await catalog(`datacenters?${query}`)).body.dataCenters);

  it("K-5, K-6, K-12: plain, and one by id", async () => {
    const europe = {
      id: "EU-XX-1",
      name: "Example Europe 1",
      region: "EUROPE",
      globalNetwork: true,
      networkVolumeTypes: ["STANDARD", "HIGH_PERFORMANCE"],
      compliance: ["GDPR", "ISO_IEC_27001"],
    };
    expect((await catalog("datacenters")).body.dataCenters[0]).toEqual(europe);
    expect((await catalog("datacenters/EU-XX-1")).body).toEqual(europe);
    expect((await catalog("datacenters/none")).status).toBe(404);
  });

  it("K-5: filters combine with AND; regions are OR within, tiers and marks AND within", async () => {
    expect(await listed("regions=EUROPE,ASIA")).toEqual(["EU-XX-1", "AS-XX-1"]);
    expect(await listed("networkVolumeTypes=STANDARD,HIGH_PERFORMANCE")).toEqual(["EU-XX-1", "AS-XX-1"]);
    expect(await listed("compliance=GDPR,ISO_IEC_27001")).toEqual(["EU-XX-1"]);
    expect(await listed("compliance=GDPR,HIPAA")).toEqual([]);
    expect(await listed("globalNetwork=false")).toEqual(["AS-XX-1", "OC-XX-1"]);
    expect(await listed("globalNetwork=true&regions=ASIA,EUROPE")).toEqual(["EU-XX-1"]);
    for (const query of ["regions=MARS", "compliance=X", "globalNetwork=maybe", "include=ALL"]) {
      expect((await catalog(`datacenters?${query}`)).status).toBe(422);
    }
  });

  it("K-12: availability on request, absent where there is none of it", async () => {
    const include = "include=GPU_AVAILABILITY,CPU_AVAILABILITY";
    const one = async (id: string) => (await catalog(`datacenters/${id}?${include}`)).body;
    expect(await one("AS-XX-1")).toMatchObject({
      gpuAvailability: [
        { id: "NVIDIA GeForce RTX 4090", name: "RTX 4090", availability: "HIGH" },
        { id: "NVIDIA A40", name: "A40", availability: "HIGH" },
      ],
      cpuAvailability: [{ id: "cpu3c" }],
    });
    expect(await one("OC-XX-1")).not.toHaveProperty("gpuAvailability");
    expect((await catalog("datacenters/AS-XX-1?include=CPU_AVAILABILITY")).body).not.toHaveProperty("gpuAvailability");
  });
});

describe("public templates and fixtures", () => {
  it("K-7, K-26: official and own ones without source, one slice with it", async () => {
    const { id } = await platform.create("/v2/templates", { name: "own", image: "i" });
    const listed = async (query: string) => (await catalog(`templates${query}`)).body;
    expect(ids((await listed("")).templates)).toEqual([id, "t0official", "t1serverless"]);
    expect(ids((await listed("?source=official")).templates)).toEqual(["t0official", "t1serverless"]);
    expect(ids((await listed("?source=verified")).templates)).toEqual(["t2verified"]);
    expect(ids((await listed("?source=community")).templates)).toEqual(["t3community"]);
    expect((await catalog("templates?source=other")).status).toBe(422);
    expect((await listed("")).templates[2].serverless).toBe(true);
  });

  it("K-7: at most 100", async () => {
    for (let i = 0; i < 101; i++) await platform.create("/v2/templates", { name: `t${i}`, image: "i" });
    expect((await catalog("templates")).body.templates).toHaveLength(100);
  });

  it("K-24, K-25: the fixture has one of everything that a rule needs", async () => {
    const { gpus: types } = (await catalog("gpus")).body;
    const { cpus } = (await catalog("cpus")).body;
    const { dataCenters } = (await catalog("datacenters")).body;
    const nvidia = types.filter(({ manufacturer }: any) => manufacturer === "NVIDIA");
    expect(nvidia.length).toBeGreaterThanOrEqual(3);
    expect(new Set(nvidia.map(({ pool }: any) => pool)).size).toBeGreaterThanOrEqual(2);
    expect(types.some(({ manufacturer }: any) => manufacturer === "AMD")).toBe(true);
    expect(cpus.some(({ ramGbPerVcpu }: any) => !Number.isInteger(ramGbPerVcpu))).toBe(true);
    expect(dataCenters.some(({ globalNetwork }: any) => !globalNetwork)).toBe(true);
    expect(dataCenters.some(({ networkVolumeTypes }: any) => !networkVolumeTypes.includes("HIGH_PERFORMANCE"))).toBe(
      true,
    );
    const published = [
      "AMPERE_16",
      "AMPERE_24",
      "ADA_24",
      "AMPERE_48",
      "ADA_48_PRO",
      "AMPERE_80",
      "ADA_80_PRO",
      "HOPPER_141",
    ];
    for (const { pool } of nvidia) expect(published).toContain(pool);
    for (const { id } of cpus) expect(id).toMatch(/^cpu[35][cgm]$/);
  });
});

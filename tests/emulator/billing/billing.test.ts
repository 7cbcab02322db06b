import { describe, expect, it } from "@jest/globals";
import { clusterBody, cpuPod, gpuPod, usePlatform } from "../support/platform";
import { newQueue } from "../support/serverless";

/** Six in the morning, so that whole hours and days are easy to count. */
const morning = Date.UTC(2026, 4, 6, 6);
const platform = usePlatform({ now: () => morning });
const hour = 3_600_000;
const bill = async (path: string, query = "") => (await platform.get(`/v2/billing${path}${query}`)).body;
const hours = "?bucketSize=hour&lastN=6";
const sum = (records: any[], member: string) => records.reduce((total, record) => total + record[member], 0);

describe("pods", () => {
  it("B-2, B-10, B-11: a pod is billed by bucket for what it cost while it ran", async () => {
    const pod = await platform.create("/v2/pods", gpuPod());
    await platform.advance(1.5 * hour);
    await platform.post(`/v2/pods/${pod.id}/action`, { action: "stop" });
    await platform.advance(2 * hour);
    const { records, metadata } = await bill("/pods", hours);
    const amounts = (gpuAmount: number) => ({
      totalAmount: expect.closeTo(gpuAmount, 1),
      gpuAmount: expect.closeTo(gpuAmount, 6),
      cpuAmount: 0,
      diskAmount: expect.any(Number),
    });
    expect(records).toEqual([
      { startTime: "2026-05-06T06:00:00Z", endTime: "2026-05-06T07:00:00Z", podId: pod.id, ...amounts(0.86) },
      { startTime: "2026-05-06T07:00:00Z", endTime: "2026-05-06T08:00:00Z", podId: pod.id, ...amounts(0.43) },
    ]);
    expect(metadata).toMatchObject({
      recordCount: 2,
      totals: { gpuAmount: expect.closeTo(1.29, 6) },
      uniquePodCount: 1,
      query: { bucketSize: "hour", lastN: 6, podId: null },
    });
    expect(records[0].diskAmount).toBeGreaterThan(0);
    expect(sum(records, "totalAmount")).toBeCloseTo(metadata.totals.totalAmount, 5);
  });

  it("B-2: what a deleted pod cost stays on the bill", async () => {
    const pod = await platform.create("/v2/pods", cpuPod());
    await platform.advance(hour);
    await platform.delete(`/v2/pods/${pod.id}`);
    await platform.advance(hour);
    const { records } = await bill("/pods", hours);
    expect(records).toEqual([
      expect.objectContaining({ podId: pod.id, gpuAmount: 0, cpuAmount: expect.closeTo(0.06, 6) }),
    ]);
  });

  it.each([17_734_272, 463_987_681_170, Number.MAX_SAFE_INTEGER])(
    "B-10: the last %i hours are answered at once, with the hours that cost something",
    async (lastN) => {
      await platform.create("/v2/pods", gpuPod());
      await platform.advance(2 * hour);
      const { records, metadata } = await bill("/pods", `?bucketSize=hour&lastN=${lastN}`);
      expect(records).toHaveLength(2);
      expect(metadata.query).toMatchObject({ lastN, startTime: expect.stringMatching(/^1970-01-01/) });
    },
  );

  it("B-13: without the filter there is a record per resource, with it only one resource and no count", async () => {
    const [one, two] = [await platform.create("/v2/pods", gpuPod()), await platform.create("/v2/pods", cpuPod())];
    await platform.advance(hour);
    const all = await bill("/pods", hours);
    expect(all.records.map(({ podId }: any) => podId).sort()).toEqual([one.id, two.id].sort());
    expect(all.metadata.uniquePodCount).toBe(2);
    const mine = await bill("/pods", `${hours}&podId=${one.id}`);
    expect(mine.records.map(({ podId }: any) => podId)).toEqual([one.id]);
    expect(mine.metadata.query.podId).toBe(one.id);
    expect(mine.metadata).not.toHaveProperty("uniquePodCount");
  });
});

describe("the other sections", () => {
  it("B-3, B-11: endpoints are billed for their workers", async () => {
    const queue = await newQueue(platform, { workers: { min: 2 } });
    await platform.advance(hour);
    const { records, metadata } = await bill("/serverless", hours);
    expect(records).toEqual([
      {
        startTime: expect.any(String),
        endTime: expect.any(String),
        serverlessId: queue.id,
        totalAmount: expect.any(Number),
        gpuAmount: expect.closeTo(2 * 1.1, 2),
        cpuAmount: 0,
        diskAmount: expect.any(Number),
        feeAmount: 0,
      },
    ]);
    expect(metadata.uniqueServerlessCount).toBe(1);
    expect((await bill("/serverless", `${hours}&serverlessId=other`)).records).toEqual([]);
  });

  it("B-4: nobody uses the vendor's shared endpoints, and their bill says so", async () => {
    expect(await bill("/endpoints", hours)).toEqual({
      records: [],
      metadata: { query: expect.any(Object), recordCount: 0, totals: { totalAmount: 0 } },
    });
  });

  it("B-5, B-11: volumes are billed by tier until deleted", async () => {
    const volume = { name: "v", size: 730, dataCenter: "EU-XX-1", type: "HIGH_PERFORMANCE" };
    const { id } = await platform.create("/v2/network-volumes", volume);
    await platform.advance(2 * hour);
    await platform.delete(`/v2/network-volumes/${id}`);
    await platform.advance(2 * hour);
    const { metadata } = await bill("/network-volumes", `${hours}&networkVolumeId=${id}`);
    expect(metadata.totals).toEqual({
      totalAmount: expect.closeTo(0.28, 6),
      standardAmount: 0,
      highPerformanceAmount: expect.closeTo(0.28, 6),
    });
    expect((await bill("/network-volumes", hours)).metadata.uniqueNetworkVolumeCount).toBe(1);
  });

  it("B-6, B-11: clusters are billed as one, and their members are no pods of the bill", async () => {
    const { id } = await platform.create("/v2/clusters", clusterBody());
    await platform.advance(hour);
    await platform.delete(`/v2/clusters/${id}`);
    const { records, metadata } = await bill("/clusters", hours);
    expect(records).toEqual([
      {
        startTime: expect.any(String),
        endTime: expect.any(String),
        clusterId: id,
        totalAmount: expect.any(Number),
        gpuAmount: expect.closeTo(16 * 1.6, 6),
        diskAmount: expect.any(Number),
        networkingAmount: expect.any(Number),
      },
    ]);
    expect(metadata.uniqueClusterCount).toBe(1);
    expect(records[0].networkingAmount).toBeGreaterThan(0);
    expect((await bill("/pods", hours)).records).toEqual([]);
  });

  it("B-1, B-12: the overview has every amount, and its total is their sum", async () => {
    await platform.create("/v2/pods", gpuPod());
    await platform.create("/v2/network-volumes", { name: "v", size: 100, dataCenter: "US-XX-1" });
    await newQueue(platform, { gpu: undefined, cpu: [{ id: "cpu3c", vcpuCount: 2 }], workers: { min: 1 } });
    await platform.advance(hour);
    const { records, metadata } = await bill("", "?bucketSize=day&lastN=1");
    const { totalAmount, ...rest } = metadata.totals;
    expect(Object.keys(rest)).toEqual([
      "podGpuAmount",
      "podCpuAmount",
      "podDiskAmount",
      "serverlessGpuAmount",
      "serverlessCpuAmount",
      "serverlessDiskAmount",
      "serverlessFeeAmount",
      "storageStandardAmount",
      "storageHighPerformanceAmount",
      "endpointAmount",
      "clusterGpuAmount",
      "clusterDiskAmount",
      "clusterNetworkingAmount",
    ]);
    for (const member of ["podGpuAmount", "serverlessCpuAmount", "storageStandardAmount"])
      expect(rest[member]).toBeGreaterThan(0);
    expect(Object.values<number>(rest).reduce((total, amount) => total + amount, 0)).toBeCloseTo(totalAmount, 5);
    expect(records).toEqual([
      { startTime: "2026-05-06T00:00:00Z", endTime: "2026-05-07T00:00:00Z", ...metadata.totals },
    ]);
  });
});

describe("ranges", () => {
  it("B-10: the default is the last 30 days by day, bounds rounded out to their buckets", async () => {
    const { query } = (await bill("/pods")).metadata;
    expect(query).toEqual({
      startTime: "2026-04-06T00:00:00Z",
      endTime: "2026-05-07T00:00:00Z",
      bucketSize: "day",
      podId: null,
    });
    const asked = "?bucketSize=month&startTime=2026-03-15T00:00:00Z&endTime=2026-05-01T00:00:00Z";
    expect((await bill("/pods", asked)).metadata.query).toMatchObject({
      startTime: "2026-03-01T00:00:00Z",
      endTime: "2026-05-01T00:00:00Z",
    });
  });

  it("B-10: only what falls into the range is billed", async () => {
    await platform.create("/v2/pods", gpuPod());
    await platform.advance(48 * hour);
    const { metadata } = await bill("/pods", "?startTime=2026-05-07T00:00:00Z&endTime=2026-05-08T00:00:00Z");
    expect(metadata.totals.gpuAmount).toBeCloseTo(24 * 0.86, 5);
  });

  it.each([
    { query: "?lastN=2&endTime=2026-05-08T00:00:00Z", status: 400 },
    { query: "?lastN=0", status: 422 },
    { query: "?bucketSize=minute", status: 422 },
    { query: "?startTime=monday", status: 422 },
  ])("B-10: $query gives $status", async ({ query, status }) => {
    expect((await platform.get(`/v2/billing/pods${query}`)).status).toBe(status);
  });

  it("B-10: needs a key that may read", async () => {
    expect((await platform.get("/v2/billing", { key: null })).status).toBe(401);
    await platform.post("/_emulator/keys", { key: "nothing", grant: "none" });
    expect((await platform.get("/v2/billing", { key: "nothing" })).status).toBe(403);
  });
});

describe("version 1", () => {
  it("O-40, B-14: bills are bare arrays of lines, and /billing/endpoints is serverless billing", async () => {
    const pod = await platform.create("/v2/pods", gpuPod());
    const queue = await newQueue(platform, { workers: { min: 1 } });
    const volume = await platform.create("/v2/network-volumes", { name: "v", size: 100, dataCenter: "US-XX-1" });
    await platform.advance(hour);
    expect((await platform.get("/v1/billing/pods")).body).toEqual([
      {
        time: "2026-05-06T00:00:00.000Z",
        amount: expect.closeTo(0.867, 2),
        timeBilledMs: hour,
        diskSpaceBilledGb: 50,
        podId: pod.id,
        gpuTypeId: "NVIDIA L40S",
      },
    ]);
    expect((await platform.get("/v1/billing/endpoints")).body).toEqual([
      expect.objectContaining({ endpointId: queue.id, amount: expect.closeTo(1.1, 1) }),
    ]);
    expect((await platform.get("/v1/billing/networkvolumes")).body).toEqual([
      expect.objectContaining({ networkVolumeId: volume.id, timeBilledMs: hour }),
    ]);
  });
});

import { describe, expect, it } from "@jest/globals";
import { diskUsdPerHour } from "../../../emulator/store/ledger";
import { clusterBody, cpuPod, gpuPod, usePlatform } from "../support/platform";
import { newQueue } from "../support/serverless";

const platform = usePlatform();
const hour = 3_600_000;
const account = async () => (await platform.get("/_emulator/state")).body.account;
const settings = (body: object) => platform.post("/_emulator/settings", body);

describe("what the balance pays for", () => {
  it("B-2, P-61: compute and disks while a pod runs, its persistent mount while it is stopped, nothing once it is gone", async () => {
    const pod = await platform.create(
      "/v2/pods",
      gpuPod({ disk: 40, mounts: { persistent: { size: 100, path: "/d" } } }),
    );
    expect(pod.cost).toBe(0.86);
    await platform.advance(hour);
    expect((await account()).spentUsd).toBeCloseTo(0.86 + diskUsdPerHour(140), 9);
    await platform.post(`/v2/pods/${pod.id}/action`, { action: "stop" });
    const { spentUsd } = await account();
    await platform.advance(hour);
    expect((await account()).spentUsd - spentUsd).toBeCloseTo(diskUsdPerHour(100), 9);
    await platform.patch(`/v2/pods/${pod.id}`, { mounts: { persistent: { size: 200, path: "/d" } } });
    expect((await account()).ratePerHourUsd).toBeCloseTo(diskUsdPerHour(200), 9);
    await platform.delete(`/v2/pods/${pod.id}`);
    expect((await account()).ratePerHourUsd).toBe(0);
  });

  it("B-1, B-2: the bill of everything is what left the balance", async () => {
    await platform.runningPod({ mounts: { persistent: { size: 10, path: "/d" } } });
    await platform.create("/v2/clusters", clusterBody());
    await platform.create("/v2/network-volumes", { name: "v", size: 500, dataCenter: "EU-XX-1" });
    await newQueue(platform, { workers: { min: 1 } });
    await platform.advance(5 * hour);
    const { totals } = (await platform.get("/v2/billing")).body.metadata;
    const { spentUsd, balanceUsd } = await account();
    expect(totals.totalAmount).toBeCloseTo(spentUsd, 4);
    expect(totals.clusterNetworkingAmount).toBeGreaterThan(0);
    expect(balanceUsd).toBeCloseTo(10_000 - spentUsd, 9);
  });

  it("P-17, P-19, P-61: an hour's cost and the spending cap count compute alone", async () => {
    await settings({ creditUsd: 0.86, spendingCapPerHourUsd: 0.86 });
    expect((await platform.post("/v2/pods", gpuPod({ disk: 1_000 }))).status).toBe(201);
    expect((await platform.post("/v2/pods", cpuPod())).status).toBe(402);
  });
});

describe("the account's quota of workers", () => {
  it("E-46: is not enforced unless set; then workers beyond it wait, and get a machine when it is raised", async () => {
    await settings({ workerQuota: 1 });
    const queue = await newQueue(platform, { workers: { min: 2 } });
    await platform.advance(10_000);
    expect((await queue.workers()).summary).toMatchObject({ idle: 1, throttled: 1, total: 2 });
    await settings({ workerQuota: null });
    await platform.advance(10_000);
    expect((await queue.workers()).summary).toMatchObject({ idle: 2, throttled: 0 });
  });
});

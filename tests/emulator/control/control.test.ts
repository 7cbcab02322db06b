import { describe, expect, it } from "@jest/globals";
import { startEmulator } from "../../../emulator";
import { clusterBody, gpuPod, usePlatform } from "../support/platform";
import { queueEndpoint } from "../support/serverless";

const platform = usePlatform();
const control = (path: string, body?: unknown) => platform.post(`/_emulator/${path}`, body, { key: null });

describe("the emulator's own routes", () => {
  it("requests: what the platform was asked, oldest first, without keys, queries or the emulator's own", async () => {
    await platform.get("/v2/pods?limit=5");
    await platform.post("/v2/pods", gpuPod());
    await platform.get("/v2/pods", { key: null });
    const log = (await platform.get("/_emulator/requests", { key: null })).body;
    expect(log).toEqual([
      { method: "GET", path: "/v2/pods", status: 200, at: expect.stringMatching(/^\d{4}-.*Z$/) },
      { method: "POST", path: "/v2/pods", status: 201, at: expect.any(String) },
      { method: "GET", path: "/v2/pods", status: 401, at: expect.any(String) },
    ]);
    expect(JSON.stringify(log)).not.toContain(platform.emulator.apiKey);
    expect((await platform.delete("/_emulator/requests")).status).toBe(204);
    expect((await platform.get("/_emulator/requests")).body).toEqual([]);
  });

  it("requests: an answer that was never sent has status 0", async () => {
    platform.emulator.faults.add({ phase: "reset" });
    await expect(platform.get("/v2/pods")).rejects.toThrow();
    expect((await platform.get("/_emulator/requests")).body).toMatchObject([{ path: "/v2/pods", status: 0 }]);
  });

  it("requests: the latest, as many as are wanted", async () => {
    for (const path of ["a", "b", "c"]) await platform.get(`/v2/pods/${path}`);
    const { body } = await platform.get("/_emulator/requests?last=2");
    expect(body.map(({ path }: { path: string }) => path)).toEqual(["/v2/pods/b", "/v2/pods/c"]);
    for (const last of ["0", "-1", "many"])
      expect((await platform.get(`/_emulator/requests?last=${last}`)).status).toBe(400);
  });

  it("pod-action: does to a pod what the console can, and refuses what is not valid now", async () => {
    const { id } = await platform.runningPod();
    expect((await control("pod-action", { podId: id, action: "stop" })).status).toBe(204);
    expect((await platform.get(`/v2/pods/${id}`)).body.status).toBe("EXITED");
    expect((await control("pod-action", { podId: id, action: "stop" })).status).toBe(409);
    expect((await control("pod-action", { podId: id, action: "explode" })).status).toBe(422);
    expect((await control("pod-action", { podId: "none", action: "stop" })).status).toBe(404);
    expect((await control("pod-action", { podId: id, action: "terminate" })).status).toBe(204);
    expect((await platform.get(`/v2/pods/${id}`)).status).toBe(404);
  });

  it("busy: says how busy a pod is, from now on or after its script", async () => {
    const { id } = await platform.runningPod();
    const busy = async () => (await platform.get(`/v2/pods/${id}`)).body.runtime;
    platform.emulator.scripts.add({
      match: { id },
      load: [
        { afterMs: 0, percent: 90 },
        { afterMs: 3_600_000, percent: 2 },
      ],
    });
    expect(await busy()).toMatchObject({ gpus: [{ util: 90 }], cpu: { util: 90 } });
    await control("clock", { advanceMs: 3_600_000 });
    expect(await busy()).toMatchObject({ gpus: [{ util: 2 }], cpu: { util: 2 } });
    expect((await control("busy", { podId: id, percent: 50 })).status).toBe(204);
    expect(await busy()).toMatchObject({ gpus: [{ util: 50 }] });
    expect((await control("busy", { podId: id, percent: null })).status).toBe(204);
    expect(await busy()).toMatchObject({ gpus: [{ util: 2 }] });
    expect((await control("busy", { podId: id, percent: 101 })).status).toBe(422);
    expect((await control("busy", { podId: "none", percent: 1 })).status).toBe(404);
  });

  it("P-59: pod-action leaves the members of a cluster alone", async () => {
    await platform.create("/v2/clusters", clusterBody());
    const { pods } = (await platform.get("/v2/pods?includeClusterPods=true")).body;
    expect((await control("pod-action", { podId: pods[0].id, action: "stop" })).status).toBe(409);
  });

  it("pod-log: the lines that the pod has printed, with their times", async () => {
    const { id } = await platform.runningPod();
    await control("pod-log", { podId: id, lines: ["epoch 1", "epoch 2"] });
    const { body } = await platform.get(`/_emulator/pod-log?podId=${id}`, { key: null });
    expect(body.at(-1)).toEqual({ at: expect.stringMatching(/^\d{4}-.*Z$/), source: "container", line: "epoch 2" });
    expect((await platform.get("/_emulator/pod-log?podId=none")).status).toBe(404);
  });

  it("P-61: state tells list prices from what only the emulator has a price for", async () => {
    const pod = await platform.runningPod({ disk: 100 });
    await platform.create("/v2/network-volumes", { name: "v", size: 1_000, dataCenter: "EU-XX-1" });
    const { account, pods, networkVolumes } = (await platform.get("/_emulator/state")).body;
    expect(pods[0].computePerHourUsd).toBe(pod.cost);
    expect(pods[0].ratePerHourUsd).toBeGreaterThan(pod.cost);
    expect(networkVolumes[0].computePerHourUsd).toBe(0);
    expect(account.computePerHourUsd).toBe(pod.cost);
  });

  it("clock: moves everything that has a date", async () => {
    const { id } = await platform.create("/v2/pods", gpuPod());
    const before = (await platform.get("/_emulator/clock")).body.now;
    const { body } = await control("clock", { advanceMs: 3_000 });
    expect(Date.parse(body.now) - Date.parse(before)).toBe(3_000);
    expect((await platform.get(`/v2/pods/${id}`)).body.status).toBe("RUNNING");
    expect((await control("clock", { advanceMs: -1 })).status).toBe(422);
    expect((await control("clock", {})).status).toBe(422);
  });

  it("state: shows everything and no secret", async () => {
    const canary = "canary-5f1c";
    await platform.create("/v2/registries", { name: "r", username: `${canary}-u`, password: `${canary}-p` });
    await platform.create("/v2/pods", gpuPod({ env: { TOKEN: `${canary}-env` }, startJupyter: true }));
    await platform.create("/v2/templates", { name: "t", image: "i", env: { T: `${canary}-template` } });
    await platform.create("/v2/account/secrets", { name: "s", value: `${canary}-secret` });
    await platform.create("/v2/clusters", clusterBody());
    await control("keys", { key: `${canary}-api-key`, grant: "read-only", quota: { minute: 9 } });
    const { body } = await platform.get("/_emulator/state", { key: null });
    const text = JSON.stringify(body);
    expect(text).not.toContain(canary);
    expect(text).not.toContain(platform.emulator.apiKey);
    expect(body).toMatchObject({
      account: { ratePerHourUsd: expect.any(Number), balanceUsd: expect.any(Number) },
      pods: [{}, {}, { name: "trainer", env: { TOKEN: "***", JUPYTER_PASSWORD: "***" } }],
      clusters: [{ name: "train" }],
      registries: [{ name: "r" }],
      secrets: [{ name: "s" }],
    });
  });

  it("reset: nothing exists any more, and the same ids come again", async () => {
    const first = await platform.create("/v2/pods", gpuPod());
    await platform.create("/v2/clusters", clusterBody());
    platform.emulator.faults.add({ phase: "before", path: "/v2/nothing" });
    await control("settings", { creditUsd: 1 });
    expect((await control("reset")).status).toBe(204);
    const { body } = await platform.get("/_emulator/state");
    expect(body).toMatchObject({ pods: [], clusters: [], faults: [], account: { ratePerHourUsd: 0, spentUsd: 0 } });
    expect((await platform.create("/v2/pods", gpuPod())).id).toBe(first.id);
  });

  it("dump and load: another emulator goes on where this one was", async () => {
    const pod = await platform.runningPod({ ports: ["22/tcp"] });
    const cluster = await platform.create("/v2/clusters", clusterBody());
    await platform.create("/v2/registries", { name: "r", username: "u", password: "p" });
    const dump = (await platform.get("/_emulator/dump?secrets=true")).body;
    const other = await startEmulator({ speed: 0, rateLimit: false });
    try {
      other.load(dump);
      const { store } = other;
      expect(store.now()).toBe(platform.emulator.clock.now());
      expect(store.dump()).toEqual(dump);
      expect(store.ledger.ratePerHourUsd()).toBeCloseTo(platform.emulator.store.ledger.ratePerHourUsd(), 9);
    } finally {
      await other.close();
    }
    await control("reset");
    expect((await control("load", dump)).status).toBe(204);
    expect((await platform.get(`/v2/pods/${pod.id}`)).body).toEqual(pod);
    await platform.advance(10_000);
    expect((await platform.get(`/v2/clusters/${cluster.id}`)).body.pods.byStatus).toEqual({ RUNNING: 2 });
    expect((await control("load", { version: 99 })).status).toBe(400);
  });

  it("dump and load: neither the emulator that was dumped nor the one that took it over changes the dump", async () => {
    const pod = await platform.runningPod();
    const dump = platform.emulator.dump();
    const before = JSON.stringify(dump);
    await platform.delete(`/v2/pods/${pod.id}`);
    expect(JSON.stringify(dump)).toBe(before);
    for (let taken = 0; taken < 2; taken += 1) {
      platform.emulator.load(dump);
      expect((await platform.get(`/v2/pods/${pod.id}`)).body.status).toBe("RUNNING");
      expect((await platform.delete(`/v2/pods/${pod.id}`)).status).toBe(204);
    }
    expect(JSON.stringify(dump)).toBe(before);
  });

  it("load: what was written before a member existed has the member's default", async () => {
    const pod = await platform.runningPod({ disk: 20, ports: ["22/tcp"] });
    const cluster = await platform.create("/v2/clusters", clusterBody());
    const template = await platform.create("/v2/templates", { name: "t", image: "i", category: "CPU" });
    const endpoint = await platform.create("/v2/serverless", queueEndpoint({ timeout: 1_000 }));
    const dump = (await platform.get("/_emulator/dump?secrets=true")).body;
    for (const each of dump.pods) for (const name of ["disk", "locked", "ports"]) delete each[name];
    for (const each of dump.templates) delete each.category;
    for (const each of dump.endpoints) delete each.settings.timeout;
    expect(await control("load", dump)).toMatchObject({ status: 204 });
    const read = async (path: string) => (await platform.get(path)).body;
    expect(await read(`/v2/pods/${pod.id}`)).toMatchObject({
      id: pod.id,
      name: pod.name,
      disk: 50,
      ports: [],
      locked: false,
    });
    expect((await read(`/v2/clusters/${cluster.id}/pods`)).pods[0]).toMatchObject({ disk: 50, locked: false });
    expect(await read(`/v2/templates/${template.id}`)).toMatchObject({ ...template, category: "NVIDIA" });
    expect(await read(`/v2/serverless/${endpoint.id}`)).toMatchObject({ ...endpoint, timeout: 300_000 });
  });

  it("load: what has no default must be there", async () => {
    await platform.create("/v2/pods", gpuPod());
    const dump = (await platform.get("/_emulator/dump?secrets=true")).body;
    delete dump.pods[0].name;
    expect((await control("load", dump)).body.detail).toContain("$.pods[0]");
  });

  it("scripts: a pod stays PROVISIONING, or is in ERROR at the nth poll", async () => {
    await control("scripts", { match: { name: "stuck" }, stayProvisioning: true });
    await control("scripts", { match: { name: "faulty" }, errorAtPoll: 3 });
    const stuck = await platform.create("/v2/pods", gpuPod({ name: "stuck" }));
    const faulty = await platform.create("/v2/pods", gpuPod({ name: "faulty" }));
    const seen = [];
    for (let i = 0; i < 4; i++) {
      await platform.advance(60_000);
      seen.push((await platform.get(`/v2/pods/${faulty.id}`)).body.status);
    }
    expect(seen).toEqual(["RUNNING", "RUNNING", "ERROR", "ERROR"]);
    expect((await platform.get(`/v2/pods/${stuck.id}`)).body.status).toBe("PROVISIONING");
    await platform.delete("/_emulator/scripts");
    expect((await platform.get(`/v2/pods/${stuck.id}`)).body.status).toBe("RUNNING");
  });

  it("scripts: durations of its own, and an end after a while, also for pods that run already", async () => {
    const pod = await platform.runningPod();
    await control("scripts", { match: { id: pod.id }, exitAfterMs: 60_000 });
    await control("scripts", { match: { name: "long" }, provisioningMs: 600_000, startingMs: 0 });
    const { id } = await platform.create("/v2/pods", gpuPod({ name: "long" }));
    await platform.advance(599_999);
    expect((await platform.get(`/v2/pods/${id}`)).body.status).toBe("PROVISIONING");
    expect((await platform.get(`/v2/pods/${pod.id}`)).body.status).toBe("EXITED");
    await platform.advance(1);
    expect((await platform.get(`/v2/pods/${id}`)).body.status).toBe("RUNNING");
  });

  it("P-48, P-58: a preempted pod is EXITED, and its hardware is gone", async () => {
    const pod = await platform.runningPod();
    expect((await control("preempt", { podId: pod.id })).status).toBe(204);
    expect((await platform.get(`/v2/pods/${pod.id}`)).body.status).toBe("EXITED");
    expect((await platform.post(`/v2/pods/${pod.id}/action`, { action: "start" })).status).toBe(400);
    expect((await control("preempt", { podId: "none" })).status).toBe(404);
  });

  it("settings and capacity: read, changed in part, refused when unknown", async () => {
    expect((await control("settings", { listLagMs: 7 })).body).toMatchObject({ listLagMs: 7, startingMs: 1_000 });
    expect((await platform.get("/_emulator/settings")).body.listLagMs).toBe(7);
    expect((await control("settings", { unknown: 1 })).status).toBe(422);
    // What has a default is not missing.
    expect((await control("scripts", { unknown: 1 })).body.errors).toEqual([
      "$: additional properties 'unknown' not allowed",
    ]);
    expect((await control("capacity", { type: "NVIDIA L40S", free: 1 })).body).toEqual({ changed: 3 });
    const stocks = (await platform.get("/_emulator/capacity")).body;
    expect(stocks.filter(({ type }: { type: string }) => type === "NVIDIA L40S")).toMatchObject([
      { free: 1 },
      { free: 1 },
      { free: 1 },
    ]);
  });
});

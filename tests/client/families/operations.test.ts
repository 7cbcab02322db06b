import { describe, expect, it } from "@jest/globals";
import { contract } from "../../../api";
import type { Endpoint } from "../../../api/endpoint";
import type { Client, JobHandle, RequestEvent } from "../../../client";
import { collect, useEmulatedClient } from "../../support/emulated-client";

/** Every operation that some test of this file has sent, as the contract declares it. */
const sent = new Set<string>();
const hooks = { onRequest: ({ method, route }: RequestEvent) => void sent.add(`${method} ${route}`) };
const platform = useEmulatedClient({}, { hooks });
const client = (): Client => platform.client;
const advance = (ms: number) => platform.emulator.clock.advance(ms);

const cpuPod = { name: "worker", image: "registry.example.com/acme/worker:1", cpu: { id: "cpu3c", vcpuCount: 2 } };
const clusterBody = {
  name: "train",
  type: "TRAINING" as const,
  compute: { gpuTypeId: "NVIDIA H200", gpuCountPerPod: 8, podCount: 2 },
  image: "registry.example.com/acme/dist:2",
};
const endpointBody = {
  name: "img-gen",
  type: "QUEUE" as const,
  image: "registry.example.com/acme/gen-worker:3.1",
  gpu: { pools: ["ADA_24", "AMPERE_48"] },
  scaling: { type: "REQUEST_COUNT" as const, requestCount: 1 },
};
const sshKey = "ssh-ed25519 AAAAC3Nza1made2up3key4for5tests6only7 ops@example.org";
const isRunning = ({ status }: { status: string }) => status === "RUNNING";

describe("pods", () => {
  it("P-10, P-20, P-21, P-1, P-22: create, get, update, list and delete", async () => {
    const { pods } = client();
    const created = await pods.create({ ...cpuPod, env: { STAGE: "dev" } });
    expect(created).toMatchObject({ name: "worker", status: "PROVISIONING", cpu: { id: "cpu3c", vcpuCount: 2 } });
    expect(await pods.get(created.id)).toMatchObject({ id: created.id, env: { STAGE: "dev" } });
    expect(await pods.update(created.id, { name: "renamed", env: {} })).toMatchObject({ name: "renamed", env: {} });
    expect((await pods.list()).pods.map(({ name }) => name)).toEqual(["renamed"]);
    await pods.delete(created.id);
    await expect(pods.get(created.id)).rejects.toMatchObject({ code: "not_found" });
    await pods.delete(created.id);
  });

  it("A-62, A-66, P-5: listAll reads page after page, also past empty ones", async () => {
    const { pods, clusters } = client();
    for (const name of ["a", "b", "c"]) await pods.create({ ...cpuPod, name });
    await clusters.create(clusterBody);
    const names = (await collect(pods.listAll({ limit: 1 }))).map(({ name }) => name);
    expect(names).toEqual(["c", "b", "a"]);
    expect(await collect(pods.listAll({ limit: 2, includeClusterPods: true }))).toHaveLength(5);
  });

  it("P-23, P-43, P-44, P-45, P-47: start, stop, restart and terminate", async () => {
    const { pods, waits } = client();
    const { id } = await pods.create(cpuPod);
    await waits.pod(id, { isDone: isRunning, withinMs: 60_000 });
    expect((await pods.stop(id)).status).toBe("EXITED");
    await expect(pods.stop(id)).rejects.toMatchObject({ code: "conflict" });
    expect((await pods.start(id)).status).toBe("STARTING");
    await waits.pod(id, { isDone: isRunning, withinMs: 60_000 });
    expect((await pods.restart(id)).status).toBe("STARTING");
    expect(await pods.action(id, "stop")).toMatchObject({ status: "EXITED" });
    await pods.terminate(id);
    await expect(pods.terminate(id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("P-24, L-10, L-13: a pod's log, from its history to its end", async () => {
    const { pods } = client();
    const { id } = await pods.create(cpuPod);
    await advance(10_000);
    const reading = collect(pods.logs(id, { tail: 2 }));
    const end = advance(31_000).then(() => pods.delete(id));
    const lines = await platform.drive(Promise.all([reading, end]).then(([events]) => events));
    expect(lines.length).toBeGreaterThanOrEqual(3);
    expect(new Set(lines.map((line) => line.id)).size).toBe(lines.length);
    expect(lines.every(({ ts, source }) => ts !== undefined && ["container", "system"].includes(source ?? ""))).toBe(
      true,
    );
  });

  it("L-8, L-14: no line of a log is lost and none repeated when its connections break", async () => {
    const { pods } = client();
    const { id } = await pods.create(cpuPod);
    await advance(10_000);
    const whole = (await readSome(id, 4)).map((line) => line.id);
    const { faults } = platform.emulator;
    faults.add({ method: "GET", path: `/v2/pods/${id}/logs`, phase: "mid-body", bytes: 150, times: 3 });
    expect((await readSome(id, 4)).map((line) => line.id)).toEqual(whole);
    expect(faults.list()[0]?.struck).toBeGreaterThan(0);
  });

  async function readSome(id: string, count: number) {
    const lines = [];
    for await (const line of client().pods.logs(id)) if (lines.push(line) === count) break;
    return lines;
  }
});

describe("clusters", () => {
  it("C-2, C-3, C-1, C-4, C-6, C-5, C-30: create, get, list, rename, members and delete", async () => {
    const { clusters, waits } = client();
    const { id } = await clusters.create(clusterBody);
    const isDone = ({ pods, compute }: { pods: { byStatus: Record<string, number> }; compute: { podCount: number } }) =>
      pods.byStatus.RUNNING === compute.podCount;
    expect(await waits.cluster(id, { isDone, withinMs: 60_000 })).toMatchObject({ pods: { total: 2 } });
    expect((await clusters.list()).map((cluster) => cluster.id)).toEqual([id]);
    expect(await clusters.update(id, { name: "renamed" })).toMatchObject({ name: "renamed" });
    expect((await clusters.pods(id)).map(({ cluster }) => cluster?.rank)).toEqual(expect.arrayContaining([0, 1]));
    await clusters.delete(id);
    await waits.clusterGone(id, { withinMs: 10_000 });
    await expect(clusters.get(id)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("network volumes, registries and templates", () => {
  it("V-2, V-3, V-1, V-4, V-5: create, get, list, grow and delete a volume", async () => {
    const { networkVolumes } = client();
    const { id } = await networkVolumes.create({ name: "datasets", size: 120, dataCenter: "EU-XX-1" });
    expect(await networkVolumes.get(id)).toMatchObject({ size: 120, type: "STANDARD" });
    expect(await networkVolumes.update(id, { size: 200 })).toMatchObject({ size: 200, name: "datasets" });
    expect(await networkVolumes.list()).toHaveLength(1);
    await networkVolumes.delete(id);
    await expect(networkVolumes.get(id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("R-2, R-3, R-1, R-4, R-10: store, get, list and delete a credential, never seen again", async () => {
    const { registries } = client();
    const created = await registries.create({ name: "acme", username: "puller", password: "CANARY" });
    expect(created).toEqual({ id: created.id, name: "acme" });
    expect([await registries.get(created.id), ...(await registries.list())]).toEqual([created, created]);
    await registries.delete(created.id);
    expect(await registries.list()).toEqual([]);
  });

  it("R-21, R-20, R-22, R-24: register, list and revoke a delegation", async () => {
    const { delegations } = client().registries;
    const { id } = await delegations.create({
      resource: "arn:aws:ecr:eu-west-1:123456789012:repository/acme",
      name: "n",
    });
    expect(await delegations.list()).toMatchObject([{ id, name: "n" }]);
    await delegations.delete(id);
    expect(await delegations.list()).toEqual([]);
  });

  it("T-2, T-3, T-1, T-4, T-5: create, get, list, update and delete a template", async () => {
    const { templates } = client();
    const { id } = await templates.create({ name: "base", image: "registry.example.com/acme/base:1" });
    expect(await templates.get(id)).toMatchObject({ startSsh: true, disk: 50 });
    expect(await templates.update(id, { disk: 60 })).toMatchObject({ disk: 60 });
    expect((await templates.list()).templates).toHaveLength(1);
    expect(await collect(templates.listAll({ limit: 1 }))).toHaveLength(1);
    await templates.delete(id);
    await expect(templates.get(id)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("catalog, account and billing", () => {
  it("K-1, K-2, K-3, K-4, K-5, K-6, K-7: GPU types, CPU flavors, data centers and public templates", async () => {
    const { catalog } = client();
    const availability = { include: ["AVAILABILITY" as const], product: ["POD" as const] };
    const gpus = await catalog.gpus({ ...availability, cloud: "SECURE", count: 2 });
    expect(gpus.find(({ id }) => id === "NVIDIA L40S")?.availability).toBeDefined();
    expect(await catalog.gpu("NVIDIA L40S")).toMatchObject({ memory: 48, manufacturer: "NVIDIA" });
    expect((await catalog.cpus(availability)).length).toBeGreaterThan(1);
    expect(await catalog.cpu("cpu3c", { ...availability, vcpuCount: 4 })).toMatchObject({ id: "cpu3c" });
    const centers = await catalog.dataCenters({
      networkVolumeTypes: ["STANDARD", "HIGH_PERFORMANCE"],
      globalNetwork: true,
    });
    expect(centers.map(({ id }) => id)).toEqual(["EU-XX-1"]);
    expect(await catalog.dataCenter("EU-XX-1", { include: ["GPU_AVAILABILITY"] })).toHaveProperty("gpuAvailability");
    expect((await catalog.templates({ source: "official" })).length).toBeGreaterThan(0);
    await expect(catalog.gpu("none")).rejects.toMatchObject({ code: "not_found" });
  });

  it("U-1, U-2: the account's SSH keys are listed and replaced as a whole", async () => {
    const { sshKeys } = client().account;
    expect(await sshKeys.replace([sshKey])).toEqual([sshKey]);
    expect(await sshKeys.list()).toEqual([sshKey]);
    expect(await sshKeys.replace([])).toEqual([]);
  });

  it("U-11, U-10, U-12, U-13, U-14, U-16: create, find, get, rotate and delete a secret", async () => {
    const { secrets } = client().account;
    const { id } = await secrets.create({ name: "token", value: "CANARY", description: "for tests" });
    expect(JSON.stringify(await secrets.list({ name: "TOKEN" }))).toMatch(/"token"(?!.*CANARY)/);
    expect(await secrets.update(id, { value: "CANARY-2", description: "rotated" })).toMatchObject({
      description: "rotated",
    });
    expect(await secrets.get(id)).toMatchObject({ name: "token" });
    await secrets.delete(id);
    expect(await secrets.list()).toEqual([]);
  });

  it("B-1, B-2, B-3, B-4, B-5, B-6: what was spent, by kind of resource", async () => {
    const { billing, pods, networkVolumes } = client();
    const { id } = await pods.create(cpuPod);
    await networkVolumes.create({ name: "v", size: 100, dataCenter: "EU-XX-1" });
    await advance(2 * 3_600_000);
    expect((await billing.all({ bucketSize: "hour" })).metadata.totals.totalAmount).toBeGreaterThan(0);
    expect((await billing.pods({ podId: id, lastN: 1 })).records).toMatchObject([{ podId: id }]);
    expect((await billing.networkVolumes()).records.length).toBeGreaterThan(0);
    for (const report of [await billing.serverless(), await billing.endpoints(), await billing.clusters()])
      expect(report.records).toEqual([]);
  });
});

describe("serverless", () => {
  it("E-2, E-3, E-1, E-4, E-5: create, get, list, update and delete an endpoint", async () => {
    const { serverless } = client();
    const { id } = await serverless.create(endpointBody);
    expect(await serverless.get(id)).toMatchObject({ type: "QUEUE", workers: { min: 0, max: 3 } });
    expect((await serverless.list({ limit: 5 })).endpoints).toHaveLength(1);
    expect(await collect(serverless.listAll())).toHaveLength(1);
    expect(await serverless.update(id, { workers: { max: 5 } })).toMatchObject({ workers: { max: 5 } });
    await serverless.delete(id);
    await expect(serverless.get(id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("E-6, E-7, E-8, E-9, E-10: workers, releases, builds and a worker's log", async () => {
    const { serverless } = client();
    const { id } = await serverless.create({ ...endpointBody, workers: { min: 1 } });
    await advance(10_000);
    const { workers, summary } = await serverless.workers(id);
    expect(summary.total).toBe(1);
    const first = await serverless.workerLogs(id, workers[0]?.id ?? "", { source: "system" }).next();
    expect(first.value).toMatchObject({ source: "system", line: expect.any(String) });
    await serverless.update(id, { image: "registry.example.com/acme/gen-worker:4" });
    expect(await serverless.releases(id)).toMatchObject({ endpointVersion: 2 });
    expect(await collect(serverless.releasesAll(id, { limit: 1 }))).toHaveLength(2);
    await control("builds", { endpointId: id, imageName: "registry.example.com/acme/gen-worker:5" });
    const { builds } = await serverless.builds(id, { limit: 100 });
    expect(await serverless.build(id, builds[0]?.id ?? "")).toMatchObject({ status: "PENDING" });
    expect(await collect(serverless.buildsAll(id))).toHaveLength(1);
  });

  async function control(route: string, body: object): Promise<void> {
    const answer = await fetch(`${platform.emulator.apiUrl}/_emulator/${route}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${route}: ${answer.status} ${await answer.text()}`);
  }
});

describe("the queue", () => {
  const input = { prompt: "a red bicycle" };
  async function queue() {
    return client().queue((await client().serverless.create(endpointBody)).id);
  }
  const ended = (job: JobHandle) => platform.drive(job.result().catch((error: unknown) => error));

  it("J-1, J-3, J-4: a job is submitted, asked about and waited for", async () => {
    const job = await (await queue()).run(input);
    expect(await job.status()).toMatchObject({ id: job.id, status: "IN_QUEUE" });
    expect(await platform.drive(job.result())).toMatchObject({ status: "COMPLETED", output: input });
  });

  it("J-2, J-20: runsync goes on waiting when the platform answers an unfinished job", async () => {
    const call = (await queue()).runSync({ $emulate: { delayMs: 30_000 } }, { waitMs: 1_000 });
    expect(await platform.drive(call)).toMatchObject({ status: "COMPLETED" });
  });

  it("J-5, J-42: the chunks of a job, each once, to the last", async () => {
    const job = await (await queue()).run({ $emulate: { chunks: 5, delayMs: 20_000 } });
    expect(await platform.drive(collect(job.stream()))).toHaveLength(5);
  });

  it("J-6, J-38: cancelling, twice", async () => {
    const job = await (await queue()).run(input);
    expect([await job.cancel(), await job.cancel()]).toMatchObject([{ status: "CANCELLED" }, { status: "CANCELLED" }]);
    expect(await ended(job)).toMatchObject({ code: "job_failed", job: { status: "CANCELLED" } });
  });

  it("J-7, J-27, J-32: a job that failed is queued again", async () => {
    const job = await (await queue()).run({ $emulate: { fail: "boom" } });
    expect(await ended(job)).toMatchObject({ code: "job_failed", job: { status: "FAILED" } });
    expect(await job.retry()).toMatchObject({ id: job.id, status: "IN_QUEUE" });
  });

  it("J-8, J-9: queued jobs are dropped, and the counts tell", async () => {
    const jobs = await queue();
    await jobs.run(input);
    expect((await jobs.health()).jobs.inQueue).toBe(1);
    expect(await jobs.purgeQueue()).toEqual({ removed: 1, status: "completed" });
  });

  it("J-33: a status with a time to live lets the result go sooner", async () => {
    const job = await (await queue()).run(input);
    await platform.drive(job.result());
    const jobs = client().queue((await client().serverless.list()).endpoints[0]?.id ?? "");
    await jobs.status(job.id, { ttlMs: 5_000 });
    await advance(6_000);
    await expect(jobs.status(job.id)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("version 1", () => {
  it("O-10, O-11, O-12, O-13: registry credentials", async () => {
    const { registries } = client().v1;
    const created = await registries.create({ name: "acme", username: "u", password: "p" });
    expect([await registries.get(created.id), ...(await registries.list())]).toEqual([created, created]);
    await registries.delete(created.id);
    expect(await registries.list()).toEqual([]);
  });

  it("O-27, O-20, O-21, O-22, O-23: pods and their four actions", async () => {
    const { pods } = client().v1;
    const { id } = await pods.create({
      name: "p",
      imageName: "i",
      computeType: "CPU",
      cpuFlavorIds: ["cpu3c"],
      vcpuCount: 2,
    });
    await advance(10_000);
    expect((await pods.list({ computeType: "CPU" })).map((pod) => pod.id)).toEqual([id]);
    for (const act of ["restart", "reset", "stop", "start"] as const) {
      expect(await pods[act](id)).toBeUndefined();
      await advance(10_000);
    }
    expect(await pods.update(id, { name: "renamed" })).toMatchObject({ name: "renamed" });
    expect(await pods.get(id)).toMatchObject({ desiredStatus: "RUNNING" });
    await pods.delete(id);
    expect(await pods.list()).toEqual([]);
  });

  it("O-32, O-33, O-31, O-34, O-30: network volumes", async () => {
    const { networkVolumes } = client().v1;
    const { id } = await networkVolumes.create({ name: "v", size: 20, dataCenterId: "EU-XX-1" });
    expect(await networkVolumes.get(id)).toMatchObject({ dataCenterId: "EU-XX-1" });
    expect(await networkVolumes.list()).toHaveLength(1);
    expect(await networkVolumes.update(id, { size: 30 })).toMatchObject({ size: 30 });
    await networkVolumes.delete(id);
    expect(await networkVolumes.list()).toEqual([]);
  });

  it("O-40: templates, endpoints and bills", async () => {
    const { templates, endpoints, billing } = client().v1;
    const template = await templates.create({ name: "t", imageName: "i", isServerless: true });
    expect(await templates.get(template.id)).toMatchObject({ name: "t" });
    expect(await templates.update(template.id, { readme: "r" })).toMatchObject({ id: template.id });
    const { id } = await endpoints.create({ name: "e", templateId: template.id, gpuTypeIds: ["NVIDIA L40S"] });
    expect(await endpoints.get(id, { includeTemplate: true })).toMatchObject({ id });
    expect(await endpoints.update(id, { workersMax: 2 })).toMatchObject({ workersMax: 2 });
    expect(await endpoints.list()).toHaveLength(1);
    await endpoints.delete(id);
    await templates.delete(template.id);
    expect(await templates.list()).toEqual([]);
    for (const bill of [await billing.pods(), await billing.endpoints(), await billing.networkVolumes()])
      expect(Array.isArray(bill)).toBe(true);
  });
});

// Last, since it looks at what the tests above have sent.
it("every operation of the contract was sent by a method of the client, and no other", () => {
  const declared = Object.values(contract).flatMap((group) =>
    Object.values(group as Record<string, Endpoint>).map(({ method, path }) => `${method} ${path}`),
  );
  expect([...sent].sort()).toEqual([...new Set(declared)].sort());
});

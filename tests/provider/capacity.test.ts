import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { createClient } from "../../client";
import type { Emulator } from "../../emulator";
import { NoCapacityError } from "../../provider/capacity/errors";
import type { Props } from "../../provider/table/props";
import type { ManualClock } from "../support/manual-clock";
import { cpuPod, gpuPod, trainingCluster } from "./fixtures";
import { type Program, type Rig, startRig } from "./rig";

const start = Date.UTC(2026, 4, 4, 9);
let clock: ManualClock;
let emulator: Emulator;
let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
  ({ clock, emulator } = rig);
});
afterEach(() => rig.close());

const h200 = { id: "NVIDIA H200" };
const l40s = { id: "NVIDIA L40S" };
const a40 = { id: "NVIDIA A40" };
const pod = (inputs: Props = {}, name = "trainer"): Program => ({
  [name]: { kind: "Pod", inputs: { ...gpuPod, gpu: [h200, l40s, a40], ...inputs } },
});
const sellOut = (...types: readonly { readonly id: string }[]) => {
  for (const { id } of types) emulator.store.capacity.setFree({ type: id }, 0);
};
const asked = (method: string, path: string) =>
  emulator.requests.list().filter((request) => request.method === method && request.path.startsWith(path)).length;
const creates = () => asked("POST", "/v2/pods");
const catalogReads = () => asked("GET", "/v2/catalog");
const made = async () => (await client().pods.list()).pods.map(({ gpu }) => gpu?.id);
const client = () => createClient({ apiKey: emulator.apiKey, apiUrl: emulator.apiUrl, clock, limiter: false });
const failure = async (call: Promise<unknown>): Promise<{ code: string; message: string }> =>
  call.then(
    () => ({ code: "none", message: "" }),
    (error: unknown) => error as { code: string; message: string },
  );

describe("of a list of alternatives", () => {
  it("A-20, P-14: the first that can be had is made, state holds which, and nothing differs afterwards", async () => {
    sellOut(h200);
    expect(await rig.up(pod({ __key: "k" }))).toEqual({ trainer: "create" });
    expect(await made()).toEqual(["NVIDIA L40S"]);
    expect([creates(), catalogReads()]).toEqual([2, 1]);
    expect(rig.informed).toEqual([
      "Pod trainer got the second choice, 1 × NVIDIA L40S, for 0.86 USD/h instead of 1.60.",
    ]);
    expect(rig.entry("trainer").outputs).toMatchObject({ gpu: l40s, status: "RUNNING" });
    expect(rig.entry("trainer").inputs).toMatchObject({ gpu: [h200, l40s, a40] });
    expect(await rig.refresh()).toEqual([]);
    emulator.requests.clear();
    for (const gpu of [[h200, l40s, a40], [a40, l40s], [l40s], l40s, [{ ...l40s, count: 1 }, h200]]) {
      expect(await rig.up(pod({ gpu }))).toEqual({ trainer: "same" });
    }
    expect(emulator.requests.list()).toEqual([]);
  });

  it("taking out the chosen one replaces, in the new order of preference", async () => {
    await rig.up(pod());
    expect(rig.entry("trainer").outputs).toMatchObject({ gpu: h200 });
    expect(await rig.up(pod({ gpu: [a40, l40s] }))).toEqual({ trainer: "replace" });
    expect(rig.entry("trainer").outputs).toMatchObject({ gpu: a40 });
    expect(await made()).toEqual(["NVIDIA A40"]);
  });

  it("an update and a refresh keep the choice, and drift elsewhere shows there alone", async () => {
    sellOut(h200);
    await rig.up(pod());
    expect(await rig.up(pod({ disk: 70 }))).toEqual({ trainer: "update" });
    expect(rig.entry("trainer").outputs).toMatchObject({ gpu: l40s, disk: 70 });
    await client().pods.update(rig.entry("trainer").id, { image: "registry.example.com/other:1" });
    const before = rig.entry("trainer").inputs;
    expect(await rig.refresh()).toEqual(["trainer"]);
    const { inputs, outputs } = rig.entry("trainer");
    expect(inputs).toMatchObject({ ...before, image: "registry.example.com/other:1" });
    expect(outputs).toMatchObject({ gpu: l40s });
    expect(await rig.up(pod({ disk: 70 }))).toEqual({ trainer: "update" });
    expect(await rig.refresh()).toEqual([]);
  });

  it("a state of before there were lists has no difference", async () => {
    await rig.up(pod({ gpu: l40s }));
    expect(rig.entry("trainer").outputs).not.toHaveProperty("__alternatives");
    expect(await rig.up(pod({ gpu: [h200, l40s] }))).toEqual({ trainer: "same" });
    expect(await rig.refresh()).toEqual([]);
    expect(await rig.up(pod({ gpu: [h200, l40s], disk: 60 }))).toEqual({ trainer: "update" });
    expect(rig.entry("trainer").outputs).toMatchObject({ gpu: l40s, disk: 60 });
  });

  it("M-56: a filter counts when a machine is looked for, and one that runs is held against what it reports", async () => {
    const data = { mounts: { persistent: { size: 20, path: "/data" } }, dataLoss: "refuse" };
    const asking = (gpu: Props | Props[]) => pod({ gpu, ...data });
    await rig.up(asking({ ...l40s, allowedCudaVersions: ["12.6"], minRamPerGpu: 8 }));
    const { id, outputs } = rig.entry("trainer");
    expect(outputs).toMatchObject({ cudaVersion: "12.6", memory: 94, vcpuCount: 12 });
    for (const gpu of [
      l40s,
      { ...l40s, minCudaVersion: "12.4", minRamPerGpu: 94 },
      [h200, { ...l40s, allowedCudaVersions: ["12.4", "12.6"], minVcpuCountPerGpu: 12 }],
    ])
      expect(await rig.up(asking(gpu))).toEqual({ trainer: "same" });
    await expect(rig.up(asking({ ...l40s, minCudaVersion: "12.8" }))).rejects.toThrow(
      /would destroy the pod's persistent disk: its host has CUDA 12.6, which minCudaVersion does not allow/,
    );
    expect(rig.entry("trainer").id).toBe(id);
    const allowed = { ...data, dataLoss: "allow" };
    const tightened = { ...l40s, minCudaVersion: "12.8" };
    expect(await rig.up(pod({ gpu: tightened, ...allowed }))).toEqual({ trainer: "replace" });
    expect(rig.entry("trainer").outputs).toMatchObject({ cudaVersion: "12.8", gpu: tightened });
  });

  it("M-56: of two that differ only in what is never reported, state holds the one that was made", async () => {
    emulator.store.capacity.setFree({ type: a40.id, dataCenter: "EU-XX-1" }, 0);
    await rig.up(pod({ gpu: [{ ...a40, minCudaVersion: "12.4" }, a40] }));
    expect(rig.entry("trainer").outputs.gpu).toEqual(a40);
    emulator.store.capacity.setFree({ type: a40.id }, 4);
    expect(await rig.up(pod({ gpu: [a40, h200], disk: 60 }))).toEqual({ trainer: "update" });
    expect(rig.entry("trainer").outputs.gpu).toEqual(a40);
    expect(await rig.up(pod({ gpu: [{ ...a40, minCudaVersion: "12.4" }] }))).toEqual({ trainer: "replace" });
    expect(rig.entry("trainer").outputs.gpu).toEqual({ ...a40, minCudaVersion: "12.4" });
  });

  it("CPU flavors work the same, and so does the hardware of clusters", async () => {
    sellOut({ id: "cpu5c" }, h200);
    const compute = (gpuTypeId: string) => ({ gpuTypeId, gpuCountPerPod: 1, podCount: 2 });
    const program: Program = {
      worker: {
        kind: "Pod",
        inputs: {
          ...cpuPod,
          cpu: [
            { id: "cpu5c", vcpuCount: 4 },
            { id: "cpu3c", vcpuCount: 8 },
          ],
        },
      },
      cluster: {
        kind: "Cluster",
        inputs: { ...trainingCluster, compute: [compute("NVIDIA H200"), compute("NVIDIA L40S")] },
      },
    };
    await rig.up(program);
    expect(rig.entry("worker").outputs.cpu).toEqual({ id: "cpu3c", vcpuCount: 8 });
    expect(rig.entry("cluster").outputs.compute).toEqual(compute("NVIDIA L40S"));
    expect(await rig.refresh()).toEqual([]);
    expect(await rig.up(program)).toEqual({ worker: "same", cluster: "same" });
  });

  it("adopt takes an object that has any one of them", async () => {
    const { id } = await client().pods.create({ name: "theirs", image: String(gpuPod.image), gpu: l40s });
    expect(await rig.up(pod({ name: "theirs", adopt: { id } }))).toEqual({ trainer: "create" });
    expect(rig.entry("trainer")).toMatchObject({ id, outputs: { gpu: l40s } });
    expect(creates()).toBe(1);
    const other = await client().pods.create({ name: "other", image: String(gpuPod.image), gpu: { ...a40, count: 2 } });
    await expect(rig.up(pod({ adopt: { id: other.id } }, "second"))).rejects.toThrow(
      /gpu: .*an update can't change it/,
    );
  });
});

describe("without capacity", () => {
  it("A-20, K-21: the error lists what was tried, what came back and what the catalog shows", async () => {
    sellOut(h200, l40s, a40);
    const { code, message } = await failure(rig.up(pod({ dataCenterIds: ["EU-XX-1"] })));
    expect(code).toBe("no_capacity");
    expect(message).toMatch(/1\. 1 × NVIDIA H200: 400 no capacity .*\(the catalog shows none free in EU-XX-1\)/);
    expect(message).toMatch(/3\. 1 × NVIDIA A40: .*Nothing was created.*waitForCapacity/);
    expect([creates(), catalogReads()]).toEqual([3, 1]);
    expect(rig.state.size).toBe(0);
  });

  it("waitForCapacity goes round again until something is free", async () => {
    sellOut(h200, l40s, a40);
    clock.onSleep = (now) => {
      if (now > start + 60_000) emulator.store.capacity.setFree({ type: l40s.id }, 4);
    };
    expect(await rig.up(pod({ waitForCapacity: "10m" }))).toEqual({ trainer: "create" });
    expect(rig.entry("trainer").outputs).toMatchObject({ gpu: l40s });
    expect(clock.sleeps.slice(0, 3)).toEqual([10_000, 20_000, 40_000]);
    expect(creates()).toBe(3 * 3 + 2);
  });

  it("waitForCapacity ends at its deadline, with a last try right at it", async () => {
    sellOut(h200, l40s, a40);
    const { code, message } = await failure(rig.up(pod({ waitForCapacity: 200 })));
    expect(code).toBe("no_capacity");
    expect(message).toContain("within 200 s");
    expect(clock.sleeps).toEqual([10_000, 20_000, 40_000, 60_000, 60_000, 10_000]);
    expect(clock.now() - start).toBe(200_000);
    expect(creates()).toBe(7 * 3);
  });

  it("M-32: a volume's data center counts, though the program does not name it", async () => {
    const { id } = await client().networkVolumes.create({ name: "v", size: 10, dataCenter: "US-XX-1" });
    emulator.store.capacity.setFree({ type: l40s.id, dataCenter: "US-XX-1" }, 0);
    const mounts = { network: [{ volumeId: id, path: "/data" }] };
    const { code, message } = await failure(rig.up(pod({ gpu: l40s, mounts })));
    expect([code, message]).toEqual(["no_capacity", expect.stringContaining("none free in US-XX-1")]);
  });

  it("K-1: many that are refused at once share what the catalog says", async () => {
    sellOut(h200);
    const provider = rig.provider("Pod");
    const names = Array.from({ length: 20 }, (_, at) => `pod-${at}`);
    const created = await Promise.all(
      names.map((name) => failure(provider.create({ ...gpuPod, name, gpu: h200, __provider: "Pod" }))),
    );
    expect(new Set(created.map(({ code }) => code))).toEqual(new Set(["no_capacity"]));
    expect(catalogReads()).toBe(1);
  });

  it("a catalog that does not answer is no failure of its own", async () => {
    sellOut(h200);
    emulator.faults.add({ path: "/v2/catalog/*", phase: "before", status: 403, times: "always" });
    expect(await failure(rig.up(pod({ gpu: h200 })))).toMatchObject({ code: "bad_request" });
    const { code, message } = await failure(rig.up(pod({ gpu: h200, waitForCapacity: "30s" })));
    expect([code, message]).toEqual(["no_capacity", expect.stringContaining("the catalog could not be asked")]);
  });
});

describe("what is not a lack of capacity", () => {
  it("A-22, P-17: 402 ends at once, whatever the alternatives", async () => {
    emulator.store.settings.creditUsd = 0.01;
    expect(await failure(rig.up(pod({ waitForCapacity: "1h" })))).toMatchObject({ code: "payment_required" });
    expect([creates(), clock.sleeps.length]).toEqual([1, 0]);
  });

  it("A-23: 403 goes on to the next alternative, and never waits for the one that is forbidden", async () => {
    emulator.store.settings.deniedGpus = [h200.id];
    await rig.up(pod());
    expect(rig.entry("trainer").outputs).toMatchObject({ gpu: l40s });
    await rig.destroy();
    emulator.requests.clear();
    sellOut(l40s, a40);
    const { code, message } = await failure(rig.up(pod({ waitForCapacity: 10 })));
    expect([code, message]).toEqual(["no_capacity", expect.stringContaining("1. 1 × NVIDIA H200: 403 access denied;")]);
    expect(creates()).toBe(3 + 2);
  });

  it("A-23: 403 for all of them says so, at once", async () => {
    emulator.store.settings.deniedGpus = [h200.id, l40s.id, a40.id];
    expect(await failure(rig.up(pod({ waitForCapacity: "1h" })))).toMatchObject({ code: "hardware_forbidden" });
    expect(await failure(rig.up(pod({ gpu: h200, waitForCapacity: "1h" })))).toMatchObject({ code: "forbidden" });
    expect([creates(), catalogReads(), clock.sleeps.length]).toEqual([4, 0, 0]);
  });

  it("A-20: a broken rule is not waited out: the catalog has what was refused", async () => {
    emulator.faults.add({ method: "POST", path: "/v2/pods", phase: "before", status: 400, times: "always" });
    expect(await failure(rig.up(pod({ gpu: h200 })))).toMatchObject({ code: "bad_request" });
    expect([creates(), catalogReads()]).toEqual([1, 1]);
    expect(await failure(rig.up(pod({ waitForCapacity: "1h" })))).toMatchObject({
      code: "alternatives_refused",
    });
    // A catalog may lag (K-21), so that each gets three chances.
    expect(creates()).toBe(1 + 3 * 3);
    expect(clock.sleeps).toEqual([10_000, 20_000]);
  });

  it("M-55, CH-14: a type that is not to be had in this number is not waited for", async () => {
    const gpu = [
      { ...l40s, count: 9 },
      { ...h200, count: 9 },
    ];
    const { code, message } = await failure(rig.up(pod({ gpu, waitForCapacity: "1h" })));
    expect(code).toBe("alternatives_refused");
    expect(message).toMatch(/9 × NVIDIA H200: .*at most 8 in one SECURE pod/);
    expect([creates(), clock.sleeps.length]).toEqual([2, 0]);
  });

  it("A-28: 422 ends at once", async () => {
    emulator.faults.add({ method: "POST", path: "/v2/pods", phase: "before", status: 422 });
    expect(await failure(rig.up(pod({ waitForCapacity: "1h" })))).toMatchObject({ code: "unprocessable" });
    expect(creates()).toBe(1);
  });
});

describe("exactly one, also of alternatives", () => {
  const fate = (phase: "after" | "reset" | "mid-body", nth: number) =>
    emulator.faults.add({ method: "POST", path: "/v2/pods", phase, nth });

  it.each([
    ["after", 1],
    ["after", 2],
    ["reset", 1],
    ["reset", 2],
    ["mid-body", 1],
    ["mid-body", 2],
  ] as const)("A-31: an answer that is lost (%s, POST %d) is resolved before another is tried", async (phase, nth) => {
    sellOut(h200);
    for (const name of ["given", undefined]) {
      const fault = fate(phase, nth);
      await rig.up(pod({ name }));
      fault.remove();
      expect(await made()).toEqual(["NVIDIA L40S"]);
      expect(rig.entry("trainer").outputs).toMatchObject({ gpu: l40s });
      await rig.destroy();
      sellOut(h200);
    }
  });

  it("A-31: a lost answer of the first is taken up, and the second never asked for", async () => {
    fate("after", 1);
    await rig.up(pod());
    expect(await made()).toEqual(["NVIDIA H200"]);
    expect(creates()).toBe(1);
  });

  it("A-31: also where lock and status are set only after the create, which does not know them", async () => {
    fate("after", 1);
    await rig.up(pod({ name: "given", locked: true, desiredStatus: "EXITED" }));
    expect(await made()).toEqual(["NVIDIA H200"]);
    expect(rig.entry("trainer").outputs).toMatchObject({ locked: true, status: "EXITED" });
  });
});

it("no capacity points at the list of the catalog that has the hardware", async () => {
  sellOut({ id: "cpu5c" }, h200);
  const worker = (more: Props): Program => ({ worker: { kind: "Pod", inputs: { ...more, waitForCapacity: 10 } } });
  const cpu = { id: "cpu5c", vcpuCount: 4 };
  await expect(rig.up(worker({ ...cpuPod, cpu }))).rejects.toThrow(/`compute catalog cpus --available`/);
  await expect(rig.up(worker({ ...gpuPod, gpu: h200 }))).rejects.toThrow(/`compute catalog gpus --available`/);
});

it("no capacity names the time that was waited, and none where each alternative was tried just once", () => {
  const messageAfter = (waitedMs: number) =>
    new NoCapacityError({ kind: "Pod", name: "p", waitedMs, list: "gpus" }, [], undefined).message;
  expect(messageAfter(40)).toContain("found no capacity. Tried");
  expect(messageAfter(12_300)).toContain("found no capacity within 12 s. Tried");
});

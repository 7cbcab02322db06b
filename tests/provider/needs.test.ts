import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { createClient } from "../../client";
import type { Emulator } from "../../emulator";
import { catalogFixture } from "../../emulator/catalog/fixtures/catalog";
import type { Props } from "../../provider/table/props";
import type { ManualClock } from "../support/manual-clock";
import { cpuPod, gpuPod, trainingCluster } from "./fixtures";
import { type Program, Rig, startRig } from "./rig";

let clock: ManualClock;
let emulator: Emulator;
let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
  ({ clock, emulator } = rig);
});
afterEach(() => rig.close());

const urn = "urn:pulumi:dev::p::pulumi-nodejs:dynamic/compute:Pod::trainer";
const pod = (gpu: unknown, over: Props = {}): Program => ({
  trainer: { kind: "Pod", inputs: { ...gpuPod, gpu, ...over } },
});
const previewed = { __urn: urn, __preview: true, __key: "k" };
const need = { memory: 48, count: 2, maxHourlyCost: 2 };
const client = () => createClient({ apiKey: emulator.apiKey, apiUrl: emulator.apiUrl, clock, limiter: false });
const pods = async () => (await client().pods.list()).pods.map(({ gpu }) => gpu?.id);
const sellOut = (...types: string[]) => {
  for (const type of types) emulator.store.capacity.setFree({ type }, 0);
};
/** Another process of another day: what the catalog said is forgotten. */
const later = () => {
  const next = new Rig(emulator, clock, {});
  for (const [name, entry] of rig.state) next.state.set(name, entry);
  rig = next;
};
const prices = (change: (id: string, price: { secure: number; community: number }) => void) => {
  const catalog = structuredClone(catalogFixture);
  for (const { id, price } of catalog.gpus) change(id, price);
  Object.assign(emulator.store, { catalog });
};
const compared = (name: string, program: Program) => {
  const { kind, inputs } = program[name]!;
  const { id, outputs: state } = rig.entry(name);
  return rig.provider(kind).diff(id, state, { ...inputs, __key: name });
};
const outputs = () => rig.entry("trainer").outputs;

describe("a need in place of an id", () => {
  it("gets the cheapest that is in stock, and the state has what it is beside what the program says", async () => {
    expect(await rig.up(pod(need))).toEqual({ trainer: "create" });
    expect(await pods()).toEqual(["NVIDIA A40"]);
    expect(outputs()).toMatchObject({ gpu: { id: "NVIDIA A40", count: 2 }, __alternatives: { gpu: need } });
    expect(outputs().gpu).toEqual({ id: "NVIDIA A40", count: 2 });
    expect(rig.entry("trainer").inputs).toMatchObject({ gpu: need });
    expect(await rig.refresh()).toEqual([]);
    emulator.requests.clear();
    expect(await rig.up(pod(need))).toEqual({ trainer: "same" });
    expect(emulator.requests.list()).toEqual([]);
  });

  it("A-20: goes on to the next where the catalog lagged, and says so", async () => {
    await rig.up(pod(need));
    sellOut("NVIDIA A40");
    const two = { ...pod(need), second: { kind: "Pod" as const, inputs: { ...gpuPod, gpu: need, __key: "2" } } };
    expect(await rig.up(two)).toEqual({ trainer: "same", second: "create" });
    expect(rig.entry("second").outputs.gpu).toEqual({ id: "NVIDIA RTX A6000", count: 2 });
    expect(rig.informed).toContainEqual(
      "Pod second got the second choice, 2 × NVIDIA RTX A6000, for 0.98 USD/h instead of 0.80.",
    );
  });

  it("leaves a pod alone when prices and stock move, also in an update and after a refresh", async () => {
    await rig.up(pod(need));
    sellOut("NVIDIA A40");
    prices((id, price) => (price.secure = id === "NVIDIA A40" ? 9 : 0.1));
    later();
    expect(await rig.up(pod(need))).toEqual({ trainer: "same" });
    expect(await rig.refresh()).toEqual([]);
    expect(await rig.up(pod(need, { disk: 60 }))).toEqual({ trainer: "update" });
    expect(outputs()).toMatchObject({ gpu: { id: "NVIDIA A40" }, disk: 60, __alternatives: { gpu: need } });
    expect(await rig.up(pod(need, { disk: 60 }))).toEqual({ trainer: "same" });
  });

  it.each<[string, unknown, string]>([
    ["less memory", { ...need, memory: 24 }, "same"],
    ["a lower price than it costs", { ...need, maxHourlyCost: 0.1 }, "same"],
    ["no price", { memory: 48, count: 2 }, "same"],
    ["its manufacturer", { ...need, manufacturer: "NVIDIA" }, "same"],
    ["its own id", { id: "NVIDIA A40", count: 2 }, "same"],
    ["a list that has the need second", [{ id: "NVIDIA H200", count: 2 }, need], "same"],
    ["more memory", { memory: 80, count: 2 }, "replace"],
    ["another manufacturer", { memory: 48, count: 2, manufacturer: "AMD" }, "replace"],
    ["another count", { ...need, count: 1 }, "replace"],
    ["its type excluded", { ...need, excluding: ["NVIDIA A40"] }, "replace"],
    ["a filter that its host does not meet", { ...need, minCudaVersion: "12.6" }, "replace"],
    ["a filter that its host meets", { ...need, minCudaVersion: "12.4" }, "same"],
  ])("that changes to %s keeps the pod where its GPUs meet it", async (_title, next, outcome) => {
    await rig.up(pod(need));
    expect(await rig.up(pod(next))).toEqual({ trainer: outcome });
    expect(await rig.up(pod(next))).toEqual({ trainer: "same" });
    expect(await rig.refresh()).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ["memory", { memory: 80, count: 2 }, "NVIDIA A40 has 48 GB, and gpu.memory asks for 80"],
    [
      "manufacturer",
      { memory: 48, count: 2, manufacturer: "AMD" },
      "NVIDIA A40 is from NVIDIA, and gpu.manufacturer is AMD",
    ],
    ["excluding", { ...need, excluding: ["NVIDIA A40"] }, "gpu.excluding has NVIDIA A40"],
    ["count", { ...need, count: 1 }, "its count is 2, and gpu.count is 1"],
    [
      "memory and count",
      { memory: 80 },
      "NVIDIA A40 has 48 GB, and gpu.memory asks for 80; its count is 2, and gpu.count is 1",
    ],
    [
      "each of several",
      [
        { memory: 80, count: 2 },
        { id: "NVIDIA H200", count: 2 },
      ],
      "NVIDIA A40 has 48 GB, and gpu[0].memory asks for 80; it is NVIDIA A40, and gpu[1].id is NVIDIA H200",
    ],
  ])("that a pod no longer meets is named by its member: %s", async (_title, next, because) => {
    await rig.up(pod(need));
    const { replaces, reasons } = await compared("trainer", pod(next));
    expect(replaces).toEqual(["gpu"]);
    expect(reasons).toEqual([`Replaced because gpu changed (${because}).`]);
  });

  it("that a cluster or a pod without GPUs no longer meets is named so too", async () => {
    const size = { gpuCountPerPod: 8, podCount: 2 };
    const both = (memory: number, pods: number, ofCpu: number): Program => ({
      job: { kind: "Cluster", inputs: { ...trainingCluster, compute: { memory, ...size, podCount: pods } } },
      web: { kind: "Pod", inputs: { ...cpuPod, cpu: { memory: ofCpu, vcpuCount: 4 } } },
    });
    await rig.up(both(48, 2, 8));
    const next = both(80, 3, 16);
    expect((await compared("job", next)).reasons).toEqual([
      "Replaced because compute changed " +
        "(NVIDIA A40 has 48 GB, and compute.memory asks for 80; its podCount is 2, and compute.podCount is 3).",
    ]);
    expect((await compared("web", next)).reasons).toEqual([
      "Replaced because cpu changed (cpu3c has 8 GB, and cpu.memory asks for 16).",
    ]);
  });

  it.each([
    ["meets it too", "NVIDIA L40S", "same"],
    ["does not meet it", "NVIDIA RTX A5000", "replace"],
  ])("is compared with the hardware that the platform reports: with one that %s", async (_title, id, outcome) => {
    await rig.up(pod(need));
    Object.assign(emulator.store.pods.get(rig.entry("trainer").id)!, { gpu: { id, count: 2 } });
    await rig.refresh();
    expect(rig.entry("trainer").inputs).toMatchObject({ gpu: { id, count: 2 } });
    expect(await rig.up(pod(need))).toEqual({ trainer: outcome });
    expect(await rig.up(pod(need))).toEqual({ trainer: "same" });
    expect(await rig.refresh()).toEqual([]);
  });

  it.each<[string, unknown, string[]]>([
    ["is unchanged", need, []],
    ["asks for less memory", { ...need, memory: 24 }, []],
    ["has another price", { ...need, maxHourlyCost: 0.1 }, []],
    ["asks for more memory", { ...need, memory: 80 }, ["NVIDIA A40 has 48 GB, and gpu.memory asks for 80"]],
    ["excludes it", { ...need, excluding: ["NVIDIA A40"] }, ["gpu.excluding has NVIDIA A40"]],
  ])("holds for a pod whose type has left the catalog as it did before: it %s", async (_title, next, because) => {
    await rig.up(pod(need));
    const gpus = catalogFixture.gpus.filter(({ id }) => id !== "NVIDIA A40");
    Object.assign(emulator.store, { catalog: { ...catalogFixture, gpus } });
    later();
    const { reasons } = await compared("trainer", pod(next));
    expect(reasons).toEqual(because.map((each) => `Replaced because gpu changed (${each}).`));
  });

  it("is kept by a pod that a list or an id has made, and by one that is imported or adopted", async () => {
    await rig.up(pod([{ id: "NVIDIA L40S", count: 2 }]));
    expect(await rig.up(pod(need))).toEqual({ trainer: "same" });
    const { id } = rig.entry("trainer");
    const stranger = new Rig(emulator, clock, {});
    const inputs = { ...gpuPod, gpu: need, adopt: { id }, __key: "key" };
    expect(await stranger.up({ it: { kind: "Pod", inputs } })).toEqual({ it: "create" });
    expect(stranger.entry("it")).toMatchObject({ id, outputs: { gpu: { id: "NVIDIA L40S", count: 2 } } });
    expect(await stranger.up({ it: { kind: "Pod", inputs } })).toEqual({ it: "same" });
    const other = new Rig(emulator, clock, {}).provider("Pod");
    const { props } = await other.import(id, { __provider: "Pod", __key: "other" });
    const state = JSON.parse(JSON.stringify(props)) as Props;
    expect((await other.diff(id, state, { ...gpuPod, gpu: need, __key: "other" })).replaces).toEqual([]);
    expect((await other.diff(id, state, { ...gpuPod, gpu: { memory: 80 }, __key: "other" })).replaces).toEqual(["gpu"]);
  });

  it("is not met by a pod with less, which `adopt` then refuses", async () => {
    await rig.up(pod({ id: "NVIDIA RTX A5000", count: 2 }));
    const adopt = { id: rig.entry("trainer").id };
    const stranger = new Rig(emulator, clock, {});
    await expect(
      stranger.up({ it: { kind: "Pod", inputs: { ...gpuPod, gpu: need, adopt, __key: "key" } } }),
    ).rejects.toThrow(
      /^gpu: the object to adopt, .* has another value, .*: NVIDIA RTX A5000 has 24 GB, and gpu\.memory asks for 48;/,
    );
  });

  it("replaces with a sentence that names the data, and not at all where the program keeps that", async () => {
    const data = { mounts: { persistent: { size: 20, path: "/data" } }, dataLoss: "refuse" };
    await rig.up(pod(need, data));
    await expect(rig.up(pod({ memory: 80, count: 2 }, data))).rejects.toThrow(
      /would destroy the pod's persistent disk: NVIDIA A40 has 48 GB, and gpu\.memory asks for 80/,
    );
    expect(await rig.up(pod({ memory: 24, count: 2 }, data))).toEqual({ trainer: "same" });
  });
});

describe("where there is no stock", () => {
  it("A-20: asks the catalog anew each round, and takes what has come to be the first", async () => {
    sellOut(...catalogFixture.gpus.map(({ id }) => id));
    clock.onSleep = () => void emulator.store.capacity.setFree({ type: "NVIDIA H200" }, 8);
    expect(await rig.up(pod({ memory: 80, maxHourlyCost: 2 }, { waitForCapacity: "1h" }))).toEqual({
      trainer: "create",
    });
    expect(
      emulator.requests.list().filter(({ method, path }) => method === "POST" && path === "/v2/pods"),
    ).toHaveLength(3);
    expect(await pods()).toEqual(["NVIDIA H200"]);
  });

  it("fails as a list does, with what each was answered", async () => {
    sellOut(...catalogFixture.gpus.map(({ id }) => id));
    await expect(rig.up(pod({ memory: 80, maxHourlyCost: 2 }))).rejects.toThrow(
      /found no capacity.*1\. 1 × NVIDIA A100 80GB PCIe: 400.*2\. 1 × NVIDIA H200: 400/,
    );
  });

  it("fails at once where nothing meets it, and says which member excludes how many", async () => {
    const asked = pod({ memory: 48, count: 2, maxHourlyCost: 0.2 }, { waitForCapacity: "1h" });
    await expect(rig.up(asked)).rejects.toMatchObject({
      code: "nothing_fits",
      message: expect.stringContaining(
        "nothing meets gpu: 7 types have at least 48 GB; none of them costs at most 0.20 USD/h; the cheapest is NVIDIA A40 for 0.80 USD/h.",
      ),
    });
    expect(await pods()).toEqual([]);
  });
});

it.each<[string, unknown, unknown]>([
  ["a looser need", need, { ...need, memory: 24 }],
  ["a shorter list", [{ id: "NVIDIA A40" }, { id: "NVIDIA H200" }], { id: "NVIDIA A40" }],
])("P-46: refuses to stop a pod that stays locked, also beside %s, which it meets", async (_title, gpu, next) => {
  await rig.up(pod(gpu, { locked: true }));
  await expect(rig.up(pod(next, { locked: true, desiredStatus: "EXITED" }))).rejects.toMatchObject({
    code: "over_limit",
    message: expect.stringContaining("a locked pod can't be stopped; set locked: false together with this change"),
  });
});

describe("a preview", () => {
  const told = async (gpu: unknown, over: Props = {}): Promise<string[]> => {
    const provider = rig.provider("Pod");
    const { failures } = await provider.check({}, { ...gpuPod, gpu, ...previewed, ...over, __provider: "Pod" });
    expect(failures).toEqual([]);
    return [...rig.informed, ...rig.said];
  };

  it("shows the choice with its price, and how many others there are", async () => {
    expect(await told(need)).toEqual([
      "2 × NVIDIA A40, 48 GB, 0.80 USD/h; or 2 others up to 1.72 USD/h. `up` chooses by the stock and prices of its time.",
      "Cost: 0.00 USD/h → 0.80 USD/h (+0.80), at most 1.72 USD/h, list price.",
    ]);
  });

  it("tells the choice for each need of a list by its place, and warns only if nothing meets any", async () => {
    const list = [{ memory: 999 }, { id: "NVIDIA L40S" }, { memory: 141 }];
    const all = await told(list);
    expect(all).toContainEqual(
      "The first choice: nothing meets gpu: none of 10 types has at least 999 GB; the largest has 192 GB.",
    );
    expect(all).toContainEqual(expect.stringMatching(/^The third choice: NVIDIA H200, 141 GB, /));
    expect(all.filter((text) => text.includes("fails if that is still so"))).toEqual([]);
    expect(await rig.up(pod(list))).toEqual({ trainer: "create" });
    expect(await pods()).toEqual(["NVIDIA L40S"]);
  });

  it("warns where nothing meets the need", async () => {
    expect(await told({ memory: 999 })).toContainEqual(
      expect.stringContaining("nothing meets gpu: none of 10 types has at least 999 GB; the largest has 192 GB."),
    );
  });

  it("warns where nothing that meets it is in stock", async () => {
    sellOut(...catalogFixture.gpus.map(({ id }) => id));
    expect(await told({ memory: 80, maxHourlyCost: 2 })).toContainEqual(
      expect.stringMatching(/no stock right now\. 1 × NVIDIA A100.*1 × NVIDIA H200/),
    );
  });

  it("says that hardware is not known where the catalog does not answer for it", async () => {
    emulator.faults.add({ method: "GET", path: "/v2/catalog/gpus", phase: "before", status: 400, times: 1 });
    expect(await told(need)).toEqual(["Cost: 0.00 USD/h → unknown (hardware not known yet)."]);
  });

  it("names what is excluded and not in the catalog", async () => {
    expect(await told({ ...need, excluding: ["NVIDIA A41"] })).toContainEqual(
      expect.stringContaining('gpu.excluding[0] "NVIDIA A41" is not in the catalog; did you mean "NVIDIA A40"'),
    );
  });
});

it("counts the first choice against the limit of a stack", async () => {
  const limited = (limit: string) => new Rig(emulator, clock, { "compute:maxHourlyCost": limit });
  const quiet = limited("0.80");
  const keyed = pod(need, { __key: "k" });
  await quiet.up(keyed);
  expect(quiet.said).toEqual([]);
  const loud = limited("0.79");
  await loud.up(keyed);
  expect(loud.said).toContainEqual(expect.stringContaining("at least 0.80 USD/h exceeds compute:maxHourlyCost"));
});

it("counts what a pod has against the limit, whatever is in stock by now", async () => {
  const limited = () => new Rig(emulator, clock, { "compute:maxHourlyCost": "0.90" });
  const keyed = pod(need, { __key: "k" });
  const first = limited();
  await first.up(keyed);
  sellOut("NVIDIA A40");
  const second = limited();
  for (const [name, entry] of first.state) second.state.set(name, entry);
  expect(await second.up(keyed)).toEqual({ trainer: "same" });
  expect([first.said, second.said].flat().filter((each) => each.includes("exceeds"))).toEqual([]);
});

it("counts the first choice in stock against the limit, not a cheaper one that is sold out", async () => {
  sellOut("NVIDIA A40");
  const limited = new Rig(emulator, clock, { "compute:maxHourlyCost": "0.90" });
  await limited.up(pod(need, { __key: "k" }));
  expect(limited.said).toContainEqual(expect.stringContaining("at least 0.98 USD/h exceeds compute:maxHourlyCost"));
});

it("M-62, C-10: is for vCPUs and clusters too", async () => {
  const compute = { memory: 80, gpuCountPerPod: 8, podCount: 2, maxHourlyCost: 30 };
  const program: Program = {
    worker: { kind: "Pod", inputs: { ...cpuPod, cpu: { vcpuCount: 4, memory: 8 } } },
    cluster: { kind: "Cluster", inputs: { ...trainingCluster, compute } },
  };
  expect(await rig.up(program)).toEqual({ worker: "create", cluster: "create" });
  const cheapest = catalogFixture.cpus
    .filter(({ ramGbPerVcpu }) => Math.floor(ramGbPerVcpu * 4) >= 8)
    .sort((a, b) => a.price.securePerVcpu - b.price.securePerVcpu)[0]!;
  expect(rig.entry("worker").outputs).toMatchObject({ cpu: { id: cheapest.id, vcpuCount: 4 } });
  expect(rig.entry("cluster").outputs.compute).toEqual({
    gpuTypeId: "NVIDIA A100 80GB PCIe",
    gpuCountPerPod: 8,
    podCount: 2,
  });
  expect(await rig.up(program)).toEqual({ worker: "same", cluster: "same" });
  expect(await rig.refresh()).toEqual([]);
  const looser = {
    ...program,
    cluster: { kind: "Cluster" as const, inputs: { ...trainingCluster, compute: { ...compute, memory: 48 } } },
  };
  expect(await rig.up(looser)).toEqual({ worker: "same", cluster: "same" });
});

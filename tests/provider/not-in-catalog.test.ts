import { afterEach, beforeEach, expect, it } from "@jest/globals";
import type { Emulator } from "../../emulator";
import { kinds } from "../../provider/kinds";
import type { KindName } from "../../provider/kinds/names";
import type { Props } from "../../provider/table/props";
import type { ManualClock } from "../support/manual-clock";
import { cpuPod, gpuEndpoint, gpuPod, trainingCluster, volume } from "./fixtures";
import { type Program, type Rig, startRig } from "./rig";

let clock: ManualClock;
let emulator: Emulator;
let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
  ({ clock, emulator } = rig);
});
afterEach(() => rig.close());

const resourceOf = (kind: KindName) => kinds[kind].resource;
const h200 = { id: "NVIDIA H200" };
const pod = (inputs: Props): Program => ({ trainer: { kind: "Pod", inputs: { ...gpuPod, gpu: h200, ...inputs } } });
const failure = async (call: Promise<unknown>): Promise<{ code: string; message: string }> =>
  call.then(
    () => ({ code: "none", message: "" }),
    (error: unknown) => error as { code: string; message: string },
  );

const ends = { code: "not_in_catalog" };
const placed = { dataCenterIds: ["EU-XX-1", "EU-XX-9"] };
const compute = (gpuTypeId: string) => ({ gpuTypeId, gpuCountPerPod: 1, podCount: 2 });
it.each([
  [
    "CH-14",
    "a GPU",
    "Pod",
    { ...gpuPod, gpu: { id: "L40S" } },
    /gpu\.id "L40S" is not in the catalog; did you mean "NVIDIA L40S"\? Those that exist: NVIDIA L40S, .*AMD Instinct MI300X OAM \(`compute catalog gpus`\)\. Nothing was created/,
  ],
  [
    "CH-14",
    "a GPU among several",
    "Pod",
    { ...gpuPod, gpu: [{ id: "L40S" }, h200] },
    /gpu\[0\]\.id "L40S" is not in the catalog/,
  ],
  [
    "CH-14",
    "a CPU flavor",
    "Pod",
    { ...cpuPod, cpu: { id: "cpu3x", vcpuCount: 4 } },
    /cpu\.id "cpu3x" .*Those that exist: cpu3c, /,
  ],
  [
    "P-14",
    "a data center of a pod",
    "Pod",
    { ...gpuPod, ...placed },
    /dataCenterIds\[1\] "EU-XX-9" .*did you mean "EU-XX-1".*Those that exist: EU-XX-1, US-XX-1/,
  ],
  ["P-14", "a data center of a CPU pod", "Pod", { ...cpuPod, ...placed }, /dataCenterIds\[1\] "EU-XX-9"/],
  [
    "CH-14",
    "the type of a cluster",
    "Cluster",
    { ...trainingCluster, compute: compute("H200") },
    /compute\.gpuTypeId "H200" .*did you mean "NVIDIA H200"/,
  ],
  ["P-14", "a data center of a cluster", "Cluster", { ...trainingCluster, ...placed }, /dataCenterIds\[1\] "EU-XX-9"/],
  [
    "E-47",
    "a pool",
    "Endpoint",
    { ...gpuEndpoint, gpu: { pools: ["ADA_25"] } },
    /gpu\.pools\[0\] "ADA_25" .*did you mean "ADA_24".*Those that exist: ADA_48_PRO, /,
  ],
  [
    "E-47",
    "an excluded type",
    "Endpoint",
    { ...gpuEndpoint, gpu: { pools: ["ADA_24"], excludedTypes: ["4090"] } },
    /gpu\.excludedTypes\[0\] "4090" .*did you mean "NVIDIA GeForce RTX 4090"/,
  ],
  [
    "E-47",
    "a flavor of an endpoint",
    "Endpoint",
    { ...gpuEndpoint, gpu: undefined, cpu: [{ id: "cpu9c", vcpuCount: 2 }] },
    /cpu\[0\]\.id "cpu9c"/,
  ],
  ["CH-14", "a data center of an endpoint", "Endpoint", { ...gpuEndpoint, ...placed }, /dataCenterIds\[1\] "EU-XX-9"/],
  [
    "V-14",
    "the data center of a volume",
    "NetworkVolume",
    { ...volume, dataCenter: "EU-XX-l" },
    /dataCenter "EU-XX-l" .*did you mean "EU-XX-1"/,
  ],
] as const)(
  "%s: %s that does not exist fails at once, also where capacity is waited for",
  async (_rule, _what, kind, inputs, message) => {
    emulator.store.capacity.setFree({ type: h200.id }, 0);
    const waits = "waitForCapacity" in resourceOf(kind).inputs ? { waitForCapacity: "1h" } : {};
    const failed = await failure(rig.up({ it: { kind, inputs: { ...inputs, ...waits } } }));
    expect(failed).toMatchObject({ ...ends, message: expect.stringMatching(message) });
    expect([clock.sleeps, [...rig.state]]).toEqual([[], []]);
  },
);

it("CH-14: an alternative that does not exist is passed over where another can be had", async () => {
  await rig.up(pod({ gpu: [{ id: "L40S" }, { id: "NVIDIA A40" }], waitForCapacity: "1h" }));
  expect(rig.entry("trainer").outputs.gpu).toEqual({ id: "NVIDIA A40" });
});

it("P-14: a data center that exists and has nothing is no slip, for which its list is asked once", async () => {
  const { code } = await failure(rig.up(pod({ dataCenterIds: ["OC-XX-1"] })));
  const asked = emulator.requests.list().filter(({ path }) => path.startsWith("/v2/catalog/datacenters"));
  expect([code, asked.length]).toEqual(["no_capacity", 1]);
});

it.each([
  ["E-47", { gpu: { pools: ["ADA_25"] } }, /gpu\.pools\[0\] "ADA_25" .*This update changed nothing/],
  ["CH-14", { dataCenterIds: ["EU-XX-9"] }, /dataCenterIds\[0\] "EU-XX-9"/],
])("%s: an update says the same of what does not exist", async (_rule, change, message) => {
  await rig.up({ images: { kind: "Endpoint", inputs: gpuEndpoint } });
  const failed = await failure(rig.up({ images: { kind: "Endpoint", inputs: { ...gpuEndpoint, ...change } } }));
  expect(failed).toMatchObject({ ...ends, message: expect.stringMatching(message) });
});

it.each([
  [
    "P-36",
    "Pod",
    gpuPod,
    "does not exist",
    /templateId "nope" does not exist, or this key can't see it\. Nothing was created/,
  ],
  ["P-36", "Pod", gpuPod, "is serverless", /templateId "\S+" is serverless, and a Pod needs one that is not\./],
  [
    "C-21",
    "Cluster",
    { ...trainingCluster, image: undefined },
    "is serverless",
    /templateId "\S+" is serverless, and a Cluster needs one that is not\./,
  ],
  [
    "E-33",
    "Endpoint",
    gpuEndpoint,
    "is not serverless",
    /templateId "\S+" is not serverless, and an Endpoint needs a serverless one\./,
  ],
] as const)("%s: a %s whose template is unfit says so (%#)", async (_rule, kind, inputs, what, message) => {
  const { id } = await rig.platform.templates.create({ name: "t", image: "x:1", serverless: what === "is serverless" });
  const templateId = what === "does not exist" ? "nope" : id;
  const failed = await failure(rig.up({ it: { kind, inputs: { ...inputs, templateId } } }));
  expect(failed).toMatchObject({ code: "template_unfit", message: expect.stringMatching(message) });
});

const unknown = "does not exist, or this key can't see it";
it.each([
  ["M-12", "Pod", { ...gpuPod, registry: "hub" }, `registry "hub" ${unknown}; did you mean its id, "CREDENTIAL"?`],
  ["M-12", "Endpoint", { ...gpuEndpoint, registry: "nope" }, `registry "nope" ${unknown}.`],
  [
    "M-33",
    "Pod",
    { ...gpuPod, mounts: { network: [{ volumeId: "nope", path: "/d" }] } },
    `mounts.network[0].volumeId "nope" ${unknown}.`,
  ],
  [
    "E-42",
    "Endpoint",
    { ...gpuEndpoint, networkVolumes: ["data"] },
    `networkVolumes "data" ${unknown}; did you mean its id, "VOLUME"?`,
  ],
] as const)(
  "%s: what a %s names and the account lacks is told by a preview and by the refusal (%#)",
  async (_rule, kind, inputs, said) => {
    const credential = await rig.platform.registries.create({ name: "hub", username: "u", password: "p" });
    const data = await rig.platform.networkVolumes.create({ ...volume, name: "data" } as never);
    const sentence = said.replace("CREDENTIAL", credential.id).replace("VOLUME", data.id);
    const handed = { __key: "k", __urn: "urn:pulumi:dev::p::t::it", __preview: true };
    const asked = kind === "Endpoint" ? { ...inputs, jobLoss: "allow" } : inputs;
    await rig.provider(kind).check({}, { ...asked, ...handed });
    expect(rig.said).toEqual([expect.stringContaining(sentence)]);
    const failed = await failure(rig.up({ it: { kind, inputs: { ...asked } } }));
    expect(failed).toMatchObject({ code: "unknown_reference", message: expect.stringContaining(sentence) });
    expect(failed.message).toMatch(/Nothing was created/);
  },
);

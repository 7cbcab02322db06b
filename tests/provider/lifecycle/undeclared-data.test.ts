import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Props } from "../../../provider/table/props";
import { unknownValue } from "../../../provider/table/unknown";
import { gpuPod, trainingCluster } from "../fixtures";
import { type Program, type Rig, startRig, wire } from "../rig";

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(async () => {
  await rig.close();
});

const disk = { persistent: { size: 20, path: "/data" } };
const image = "registry.example.com/acme/dist:2";
const { image: _, ...hardware } = trainingCluster;
const template = (inputs: Props = {}) => ({ kind: "Template", inputs: { name: "base", image, ...inputs } }) as const;
const cluster = (inputs: Props) =>
  ({ kind: "Cluster", inputs: { ...hardware, __key: "key-of-it", ...inputs } }) as const;
const refuse = { dataLoss: "refuse" };

/** A cluster that got disks from its template: the program says nothing of them. */
async function fromTemplate(inputs: Props = refuse): Promise<Program> {
  const program = { base: template({ mounts: disk }), it: cluster({ templateId: "id:base", ...inputs }) };
  await rig.up(program);
  return program;
}

/** A cluster with disks of its own that is taken over by a program that does not repeat them. */
async function adopted(inputs: Props = refuse): Promise<Program> {
  const { id } = await rig.platform.clusters.create({ ...trainingCluster, mounts: disk } as never);
  const program = { it: cluster({ image, adopt: { id }, ...inputs }) };
  await rig.up(program);
  return program;
}

const lost = "destroy the persistent disks of its pods";

describe("data that the program did not declare", () => {
  it.each([
    { change: "podCount", over: { compute: { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 3 } } },
    { change: "type", over: { type: "APPLICATION" } },
    { change: "template", over: { templateId: "id:other" } },
    { change: "image in place of the template", over: { templateId: undefined, image: "x:2" } },
  ])("C-21: a template's disks are not lost with a cluster for another $change", async ({ over }) => {
    const program = await fromTemplate();
    const changed = { ...program, other: template({ name: "other" }), it: cluster({ ...program.it!.inputs, ...over }) };
    const { base, other, it: ring } = changed as Required<typeof changed> & { base: Program[string] };
    await expect(rig.up({ base, other, it: ring })).rejects.toThrow(lost);
    expect(await rig.platform.clusters.list()).toHaveLength(1);
  });

  it.each([
    { change: "podCount", over: { compute: { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 3 } } },
    { change: "type", over: { type: "APPLICATION" } },
    { change: "image", over: { image: "x:2" } },
  ])("those of an adopted cluster are not lost for another $change", async ({ over }) => {
    const program = await adopted();
    await expect(rig.up({ it: cluster({ ...program.it!.inputs, ...over }) })).rejects.toThrow(lost);
    expect(await rig.platform.clusters.list()).toHaveLength(1);
  });

  it("those of an imported cluster are not lost", async () => {
    const { id } = await rig.platform.clusters.create({ ...trainingCluster, mounts: disk } as never);
    const provider = rig.provider("Cluster");
    const { props } = await provider.import(id, { __key: "key-of-it" });
    const news = { ...trainingCluster, ...refuse, type: "APPLICATION", __key: "key-of-it" };
    const { inputs } = await provider.check({}, news);
    await expect(provider.diff(id, wire(props), wire(inputs))).rejects.toThrow(lost);
  });

  it("are looked for where state does not tell, as after a create that failed", async () => {
    await fromTemplate();
    const { id, outputs } = rig.entry("it");
    const { mounts, ...unsaid } = outputs;
    expect(mounts).toEqual(disk);
    const provider = rig.provider("Cluster");
    const asked = { ...rig.entry("it").inputs, type: "APPLICATION" };
    const { inputs } = await provider.check(rig.entry("it").inputs, asked);
    await expect(provider.diff(id, wire(unsaid), wire(inputs))).rejects.toThrow(lost);
    // Nor before the deletion of what an argument comes from.
    await expect(provider.diff(id, wire(unsaid), { ...inputs, templateId: unknownValue })).rejects.toThrow(lost);
    rig.emulator.faults.add({
      method: "GET",
      path: "/v2/clusters/:id/pods",
      phase: "before",
      status: 403,
      times: "always",
    });
    await expect(provider.diff(id, wire(unsaid), wire(inputs))).rejects.toThrow(`${lost}, if any`);
  });

  it("are lost with a warning where the program allows it", async () => {
    const program = await fromTemplate({});
    const { base, it: ring } = program as { base: Program[string]; it: Program[string] };
    await rig.up({ base, it: cluster({ ...ring.inputs, type: "APPLICATION" }) });
    expect(rig.said).toEqual([
      expect.stringContaining(`Cluster it is replaced because of type: its deletion destroys the persistent`),
    ]);
  });

  describe("are not lost for an option that has the engine replace without asking", () => {
    /** What an engine asks that has the resource, and replaces it for an option of the program. */
    async function replacedUnasked(kind: "Cluster" | "Pod", news: Props) {
      const provider = rig.provider(kind);
      expect((await provider.check(rig.entry("it").inputs, news)).failures).toEqual([]);
      return (await provider.check({}, news)).failures;
    }
    const reasons = [{ property: "dataLoss", reason: expect.stringContaining("would replace") }];

    it("of a cluster from a template", async () => {
      await fromTemplate();
      expect(await replacedUnasked("Cluster", rig.entry("it").inputs)).toEqual(reasons);
    });

    it("of an adopted cluster", async () => {
      await adopted();
      const { adopt: _adopt, ...kept } = rig.entry("it").inputs;
      expect(await replacedUnasked("Cluster", kept)).toEqual(reasons);
    });

    it("of a pod from a template", async () => {
      const pod = { name: "a", gpu: { id: "NVIDIA L40S" }, templateId: "id:base", ...refuse, __key: "key-of-it" };
      await rig.up({ base: template({ mounts: disk }), it: { kind: "Pod", inputs: pod } });
      expect(await replacedUnasked("Pod", rig.entry("it").inputs)).toEqual(reasons);
    });

    it("nor where nobody can tell whether there is any", async () => {
      await rig.up({ it: cluster({ image, ...refuse }) });
      const [failure] = await replacedUnasked("Cluster", rig.entry("it").inputs);
      expect(failure?.reason).toContain(`destroy the persistent disks of its pods, if any`);
    });

    it("for replaceOnChanges, which the plugin form is not told of", async () => {
      await fromTemplate();
      const { id, inputs, outputs } = rig.entry("it");
      const provider = rig.provider("Cluster");
      const news = { ...inputs, name: "renamed" };
      const { inputs: checked } = await provider.check(inputs, news);
      await provider.diff(id, wire(outputs), wire(checked));
      expect((await provider.check({}, news)).failures).toEqual(reasons);
    });
  });
});

describe("an unknown beside a certain loss of a disk that must not be lost", () => {
  const network = { network: [{ volumeId: unknownValue, path: "/data" }] };
  const had = { ...gpuPod, mounts: disk, ...refuse };
  const two = { ...trainingCluster, mounts: disk, ...refuse };
  it.each([
    { what: "a network volume that the same up makes", kind: "Pod", olds: had, over: { mounts: network } },
    { what: "the same for a cluster", kind: "Cluster", olds: two, over: { mounts: network } },
    {
      what: "other hardware and an unknown variable",
      kind: "Cluster",
      olds: two,
      over: { compute: { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 3 }, env: { A: unknownValue } },
    },
  ] as const)("is refused by the preview: $what", async ({ kind, olds, over }) => {
    await rig.up({ it: { kind, inputs: olds } });
    const { id, inputs, outputs } = rig.entry("it");
    const provider = rig.provider(kind);
    const { inputs: news } = await provider.check(inputs, { ...inputs, ...over });
    const said: unknown = await provider.diff(id, outputs, news).catch(String);
    expect(said).toMatch(/which would destroy .*disk/);
    expect(said).not.toContain("deleteBeforeReplace");
  });
});

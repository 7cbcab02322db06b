import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Props } from "../../../provider/table/props";
import { unknownValue } from "../../../provider/table/unknown";
import { cpuPod, volume } from "../fixtures";
import { type Program, startRig, Rig } from "../rig";

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.emulator.close());

const data = (name: string, over: Props = {}): Program => ({
  [name]: { kind: "NetworkVolume", inputs: { ...volume, ...over, __key: `key-${name}` } },
});
/** What the engine does in a process of its own, with the state that there is. */
function nextRun(last: Rig = rig): Rig {
  const next = new Rig(rig.emulator, rig.clock, {});
  for (const [name, entry] of last.state) next.state.set(name, entry);
  return next;
}

describe("a volume that one resource hands over to another by adopt", () => {
  beforeEach(() => rig.up(data("first")));

  it("V-5: stays, when the run that handed it over ended before it dropped the first", async () => {
    const { id } = rig.entry("first");
    const handing = data("second", { adopt: { id } });
    const refused: Program = {
      pod: { kind: "Pod", inputs: { ...cpuPod, image: "", templateId: "nobody", __key: "key-pod" } },
    };
    const handingOver = nextRun();
    await expect(handingOver.up({ ...handing, ...refused })).rejects.toThrow();
    expect([...handingOver.state.keys()]).toEqual(["first", "second"]);

    const later = nextRun(handingOver);
    expect(await later.up(handing)).toEqual({ second: "same", first: "delete" });
    expect((await rig.platform.networkVolumes.list()).map((each) => each.id)).toEqual([id]);
    await later.up({});
    expect(await rig.platform.networkVolumes.list()).toEqual([]);
  });

  it("is deleted by the operation after one that kept it, in the same process", async () => {
    expect(await rig.up(data("first"))).toEqual({ first: "same" });
    expect(await rig.up({})).toEqual({ first: "delete" });
    expect(await rig.platform.networkVolumes.list()).toEqual([]);
  });

  it("V-5: stays, when a refresh reads it for both resources at once before the first is dropped", async () => {
    const { id } = rig.entry("first");
    const handing = data("second", { adopt: { id } });
    const handingOver = nextRun();
    // With `--target second` the engine leaves the first in the state.
    handingOver.state.delete("first");
    await handingOver.up(handing);
    const later = nextRun(handingOver);
    later.state.set("first", rig.entry("first"));
    await later.refreshAtOnce();
    expect(await later.up(handing)).toEqual({ second: "same", first: "delete" });
    expect((await rig.platform.networkVolumes.list()).map((each) => each.id)).toEqual([id]);
  });

  it("V-5: goes over in a run that refreshes first, naming the resource that has it no more", async () => {
    const { id } = rig.entry("first");
    const handingOver = nextRun();
    expect(await handingOver.refresh()).toEqual([]);
    expect(await handingOver.up(data("second", { adopt: { id } }))).toEqual({ second: "create", first: "delete" });
    expect((await rig.platform.networkVolumes.list()).map((each) => each.id)).toEqual([id]);
    expect(await nextRun(handingOver).up(data("second", { adopt: { id } }))).toEqual({ second: "same" });
  });

  it("V-5: stays, when the engine asks whether the first goes along with what its arguments refer to, and then drops it", async () => {
    const { id } = rig.entry("first");
    const handingOver = nextRun();
    const { outputs } = rig.entry("first");
    const volumes = handingOver.provider("NetworkVolume");
    // With `--target` of what the first refers to, the end of the run begins with this question (pulumi-engine 5).
    handingOver.state.delete("first");
    await handingOver.up(data("second", { adopt: { id } }));
    await volumes.diff(id, outputs, { ...outputs, dataCenter: unknownValue });
    await volumes.delete(id, outputs);
    expect((await rig.platform.networkVolumes.list()).map((each) => each.id)).toEqual([id]);
  });

  it("V-5: goes over, when the engine has asked before whether the first goes along with what its arguments refer to", async () => {
    const { id, outputs } = rig.entry("first");
    const handingOver = nextRun();
    // What the arguments of both refer to is deleted before it is replaced, and the second one waits for that (pulumi-engine 5).
    const question = { ...outputs, dataLoss: "allow", dataCenter: unknownValue };
    await handingOver.provider("NetworkVolume").diff(id, outputs, question);
    expect(await handingOver.up(data("second", { adopt: { id } }))).toEqual({ second: "create", first: "delete" });
    expect((await rig.platform.networkVolumes.list()).map((each) => each.id)).toEqual([id]);
  });

  it("V-5: stays with a resource that the program still has, refreshed or not", async () => {
    const { id } = rig.entry("first");
    const both = { ...data("first"), ...data("second", { adopt: { id } }) };
    await expect(nextRun().up(both)).rejects.toThrow(/another resource of this program has it/);
    const refreshed = nextRun();
    await refreshed.refresh();
    await expect(refreshed.up(both)).rejects.toThrow(/another resource of this program has it/);
  });

  it("V-5: stays, when the first gets another volume in the same up", async () => {
    const { id } = rig.entry("first");
    const handing = nextRun();
    // The check of a replacement reads, and meanwhile the second one can have taken the volume over.
    const elsewhere = { dataCenter: "US-XX-1", dataLoss: "allow" };
    const both = { ...data("second", { adopt: { id } }), ...data("first", elsewhere) };
    expect(await handing.up(both)).toEqual({ second: "create", first: "replace" });
    expect((await rig.platform.networkVolumes.list()).map((each) => each.id).sort()).toEqual(
      [id, handing.entry("first").id].sort(),
    );
    expect(await nextRun(handing).up(both)).toEqual({ second: "same", first: "same" });
  });
});

it("P-20: looking by .get at a pod that the program manages lets no data be lost that it refuses to lose", async () => {
  const pod = (gpu: string): Program => ({
    it: {
      kind: "Pod",
      inputs: {
        ...{ name: "trainer", image: "i", gpu: { id: gpu }, dataLoss: "refuse", __key: "key-it" },
        mounts: { persistent: { size: 20, path: "/data" } },
      },
    },
  });
  await rig.up(pod("NVIDIA L40S"));
  const { id } = rig.entry("it");
  const later = nextRun();
  expect((await later.provider("Pod").read(id, { __provider: "x", __key: "key-peek" })).id).toBe(id);
  await expect(later.up(pod("NVIDIA H200"))).rejects.toThrow(/would destroy the pod's persistent disk/);
  expect((await rig.platform.pods.get(id)).gpu?.id).toBe("NVIDIA L40S");
});

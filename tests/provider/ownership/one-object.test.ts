import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { StateEntry } from "../../../provider/ownership/states";
import { storedProvider } from "../../../provider/state/stored-provider";
import type { Props } from "../../../provider/table/props";
import { cpuPod, publicKey, volume } from "../fixtures";
import { Machine } from "../machine";
import { type Program, startRig, Rig, wire } from "../rig";
import { checkedBy, madeBy } from "./checked-volumes";

let machine: Machine;
let id: string;
let first: Props;
beforeEach(async () => {
  machine = await Machine.start();
  [id, first] = await madeBy(machine.process(), "first");
});
afterEach(() => machine.close());

/** What a state has for a resource of this name, in the same folder. */
const entry = (name: string, over: Partial<StateEntry> = {}): StateEntry => ({
  kind: "NetworkVolume",
  id,
  key: `key-${name}`,
  seen: undefined,
  urn: `urn:pulumi:prod::shop::compute:index:NetworkVolume::${name}`,
  ...over,
});

describe("V-5: a deletion", () => {
  it("leaves what another entry of the folder's states has, and says whose it is", async () => {
    machine.states = [entry("first"), entry("moved")];
    await machine.process().networkVolume.delete(id, first);
    expect(await machine.volumes()).toEqual([id]);
    expect(machine.warnings).toEqual([
      `NetworkVolume ${id} was not deleted: the resource moved of the stack prod (project shop) has it too. Only this resource was taken out of the state.`,
    ]);
  });

  it("names an entry that is still there, once it has dropped another one", async () => {
    machine.states = ["first", "second", "third"].map((name) => entry(name));
    const { networkVolume } = machine.process();
    for (const props of [first, { ...first, __key: "key-second" }]) await networkVolume.delete(id, props);
    const named = machine.warnings.map((warning) => /the resource (\w+) of/.exec(warning)?.[1]);
    expect(named).toEqual(["second", "third"]);
  });

  it("leaves what an older state of this stack has, where `state move` has taken the entry to another", async () => {
    machine.states = [entry("moved")];
    await machine.process().networkVolume.delete(id, first);
    expect(await machine.volumes()).toEqual([id]);
  });

  it("takes place when the last of several entries goes, in the same process too", async () => {
    machine.states = [entry("first"), entry("first"), entry("second")];
    const destroying = machine.process();
    const { networkVolume } = destroying;
    for (const props of [first, { ...first, __key: "key-second" }]) await networkVolume.delete(id, props);
    expect(await machine.volumes()).toEqual([id]);
    await networkVolume.delete(id, first);
    expect(await machine.volumes()).toEqual([]);
  });

  it("takes place for a resource that was renamed and not changed since, though its outputs have the earlier key", async () => {
    machine.states = [entry("second", { storedKey: "key-first" })];
    await machine.process().networkVolume.delete(id, first);
    expect(await machine.volumes()).toEqual([]);
    expect(machine.warnings).toEqual([]);
  });

  it("takes place where the same id on another platform is meant", async () => {
    machine.states = [entry("first"), entry("elsewhere", { seen: "aaaaa@ffff0" })];
    await machine.process().networkVolume.delete(id, first);
    expect(await machine.volumes()).toEqual([]);
  });

  it("leaves what a resource of the program keeps in this run", async () => {
    const keeping = machine.process();
    await keeping.networkVolume.diff(id, first, await checkedBy(keeping)("first", {}, first));
    await keeping.networkVolume.delete(id, { ...first, __key: "key-second" });
    expect(await machine.volumes()).toEqual([id]);
  });
});

describe("V-5: adopting and importing", () => {
  const adopting = async (name: string) => {
    const news = { ...volume, adopt: { id }, __key: `key-${name}`, __logicalName: name };
    return (await machine.process().networkVolume.check({}, news)).failures;
  };

  it("are refused where a state of the folder has the object for another resource, and say how to rename or move it", async () => {
    machine.states = [entry("first")];
    const who =
      "the resource first of the stack prod \\(project shop\\) has it.*Nothing was changed.*`aliases`.*state delete";
    expect(await adopting("second")).toMatchObject([{ property: "adopt", reason: expect.stringMatching(who) }]);
    const importing = machine.process().networkVolume.import(id, { __key: "key-second" });
    await expect(importing).rejects.toMatchObject({ code: "import_refused", message: expect.stringMatching(who) });
  });

  it("go on where no state has it any more, or only for this very resource", async () => {
    expect(await adopting("second")).toEqual([]);
    machine.states = [entry("second")];
    expect(await adopting("second")).toEqual([]);
  });

  it("go on for a resource that was renamed and not changed since, and not for a new one of the earlier name", async () => {
    machine.states = [entry("second", { storedKey: "key-first" })];
    expect(await adopting("second")).toEqual([]);
    const reason = expect.stringMatching("the resource second of the stack prod .* has it");
    expect(await adopting("first")).toMatchObject([{ property: "adopt", reason }]);
  });
});

it("V-5: refuses a pod to which an alias gives the state of the volume", async () => {
  const state = { ...first, __provider: storedProvider("NetworkVolume") };
  const refused = machine.process().pod.diff(id, state, { ...cpuPod, __key: "key-first" });
  await expect(refused).rejects.toMatchObject({ code: "other_kind" });
});

it("U-2: an SSH key that goes to another resource is taken out first where the engine deletes before it creates", async () => {
  const making = machine.process();
  const made = await making.sshKey.create({ ...publicKey, __key: "key-ada", __logicalName: "ada" });
  const handing = machine.process();
  const { inputs } = await handing.sshKey.check({}, { ...publicKey, __key: "key-bob", __logicalName: "bob" });
  await handing.sshKey.delete(made.id, wire(made.outs));
  await handing.sshKey.create(wire(inputs));
  expect(await machine.platform.account.sshKeys.list()).toEqual([publicKey.publicKey]);
});

describe("with a state of several runs", () => {
  let rig: Rig;
  beforeEach(async () => {
    rig = await startRig();
  });
  afterEach(() => rig.close());
  const nextRun = (): Rig => {
    const next = new Rig(rig.emulator, rig.clock, {});
    for (const [name, each] of rig.state) next.state.set(name, each);
    return next;
  };
  const data = (name: string, over: Props = {}): Program => ({
    [name]: { kind: "NetworkVolume", inputs: { ...volume, ...over, __key: `key-${name}` } },
  });

  it("V-5: an object is deleted by the operation after one that kept it, in the same process", async () => {
    await rig.up(data("first"));
    expect(await rig.up(data("first"))).toEqual({ first: "same" });
    expect(await rig.up({})).toEqual({ first: "delete" });
    expect(await rig.platform.networkVolumes.list()).toEqual([]);
  });

  it("V-5: an object stays with a resource that the program still has, refreshed or not", async () => {
    await rig.up(data("first"));
    const both = { ...data("first"), ...data("second", { adopt: { id: rig.entry("first").id } }) };
    await expect(nextRun().up(both)).rejects.toThrow(/another resource of this program has it/);
    const refreshed = nextRun();
    await refreshed.refresh();
    await expect(refreshed.up(both)).rejects.toThrow(/another resource of this program has it/);
  });

  it("P-20: looking by .get at a pod that the program manages lets no data be lost that it refuses to lose", async () => {
    const pod = (gpu: string): Program => ({
      it: {
        kind: "Pod",
        inputs: {
          name: "trainer",
          image: "i",
          gpu: { id: gpu },
          dataLoss: "refuse",
          __key: "key-it",
          mounts: { persistent: { size: 20, path: "/data" } },
        },
      },
    });
    await rig.up(pod("NVIDIA L40S"));
    const pods = rig.entry("it").id;
    const later = nextRun();
    expect((await later.provider("Pod").read(pods, { __provider: "x", __key: "key-peek" })).id).toBe(pods);
    await expect(later.up(pod("NVIDIA H200"))).rejects.toThrow(/would destroy the pod's persistent disk/);
    expect((await rig.platform.pods.get(pods)).gpu?.id).toBe("NVIDIA L40S");
  });
});

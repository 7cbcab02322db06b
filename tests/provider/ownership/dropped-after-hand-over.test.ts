import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { storedProvider } from "../../../provider/state/stored-provider";
import type { Props } from "../../../provider/table/props";
import { cpuPod } from "../fixtures";
import { Machine } from "../machine";
import { wire } from "../rig";
import { checkedBy, madeBy } from "./checked-volumes";

/**
 * Processes of one machine, one after the other, of a stack whose state has two resources for one volume: an
 * `up --target` has handed it over by `adopt`, and left the one that had it.
 */
describe("deleting the resource that a volume was handed over from", () => {
  let machine: Machine;
  let id: string;
  let first: Props;
  let second: Props;
  beforeEach(async () => {
    machine = await Machine.start();
    [id, first] = await madeBy(process(), "first");
    const adopting = process();
    second = wire((await adopting.networkVolume.create(await inputsOf("second", { adopt: { id } }))).outs);
    await adopting.end();
  });
  afterEach(() => machine.close());

  const process = (backend = "b") => machine.process({ backend });

  const inputsOf = (name: string, over: Props = {}) => checkedBy(process())(name, over);
  const entries = () => [...machine.storage.entries.keys()];

  it("V-5: refuses a pod to which an alias gives the state of the volume", async () => {
    const state = { ...first, __provider: storedProvider("NetworkVolume") };
    const refused = process().pod.diff(id, state, { ...cpuPod, __key: "key-first" });
    await expect(refused).rejects.toMatchObject({ code: "other_kind" });
  });

  it("V-5: leaves the volume alone, and says so", async () => {
    await process().networkVolume.delete(id, first);
    expect(await machine.volumes()).toEqual([id]);
    expect(machine.warnings).toEqual([expect.stringContaining(`NetworkVolume ${id} was not deleted`)]);
  });

  it("V-5: deletes it where the resource that has it now is deleted, and forgets who had it", async () => {
    const destroying = process();
    await destroying.networkVolume.delete(id, second);
    await destroying.networkVolume.delete(id, first);
    await destroying.end();
    expect(await machine.volumes()).toEqual([]);
    expect(machine.warnings).toEqual([]);
    expect(entries()).toEqual([]);
  });

  it("V-5: leaves it alone after the one that has it was renamed, and deletes it under the new name", async () => {
    const renaming = process();
    await renaming.networkVolume.diff(id, second, await inputsOf("third", { adopt: { id } }));
    await renaming.end();
    await process().networkVolume.delete(id, first);
    expect(await machine.volumes()).toEqual([id]);
    await process().networkVolume.delete(id, { ...second, __key: "key-third" });
    expect(await machine.volumes()).toEqual([]);
  });

  it("V-5: deletes it where the program went back to it, and the other was dropped", async () => {
    const reverting = process();
    await reverting.networkVolume.diff(id, first, await inputsOf("first"));
    await reverting.networkVolume.delete(id, second);
    await reverting.end();
    expect(await machine.volumes()).toEqual([id]);
    await process().networkVolume.delete(id, first);
    expect(await machine.volumes()).toEqual([]);
  });

  it.each(["here", "in another process of the run"])(
    "V-5: is deleted with its resource after a run was killed that had it adopted once more, and dropped the earlier entry %s",
    async (where) => {
      const engine = "killed-run";
      const [killed, beside] = [machine.process({ engine }), machine.process({ engine })];
      const inputs = await checkedBy(killed)("second", { adopt: { id } });
      const again = wire((await killed.networkVolume.create(inputs)).outs);
      await (where === "here" ? killed : beside).networkVolume.delete(id, second);
      expect(await machine.volumes()).toEqual([id]);
      for (const each of [killed, beside]) each.die();
      machine.warnings.splice(0);
      await process().networkVolume.delete(id, again);
      expect(await machine.volumes()).toEqual([]);
      expect(machine.warnings).toEqual([]);
    },
  );

  describe("after a preview would have imported it under the name of the one that has it", () => {
    beforeEach(async () => {
      const previewing = process();
      await previewing.networkVolume.import(id, { __key: "key-second" });
      await previewing.end();
    });

    it("V-5: leaves it alone, since that one may have been renamed and not updated since", async () => {
      await process().networkVolume.delete(id, second);
      expect(await machine.volumes()).toEqual([id]);
      expect(machine.warnings).toEqual([expect.stringContaining(`NetworkVolume ${id} was not deleted`)]);
    });
  });

  it("V-5: leaves it alone after the stack has moved to another backend", async () => {
    await process("another").networkVolume.delete(id, first);
    expect(await machine.volumes()).toEqual([id]);
    expect(machine.warnings).toEqual([expect.stringContaining(`NetworkVolume ${id} was not deleted`)]);
    await process("another").networkVolume.delete(id, second);
    expect(await machine.volumes()).toEqual([]);
  });

  it("A-43: a refresh of what had a pod before shows no variable that the one that has it now may have set as a secret", async () => {
    const asked = { ...cpuPod, waitFor: "none", env: { STAGE: "dev", TOKEN: "plain" } };
    const making = process();
    const made = await making.pod.create({ ...asked, __key: "key-old" });
    await making.end();
    const adopting = process();
    const env = { STAGE: "dev", TOKEN: "canary" };
    const taken = await adopting.pod.create({ ...asked, env, adopt: { id: made.id }, __key: "key-new" });
    await adopting.end();
    const old = await process().pod.read(made.id, wire(made.outs));
    expect(old.props).toMatchObject({ env: { STAGE: "dev", TOKEN: "(not as the program has it)" } });
    expect(JSON.stringify(old)).not.toContain("canary");
    expect((await process().pod.read(made.id, wire(taken.outs))).props).toMatchObject({ env });
  });
});

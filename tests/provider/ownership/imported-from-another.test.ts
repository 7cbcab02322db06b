import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Props } from "../../../provider/table/props";
import { Machine } from "../machine";
import { wire } from "../rig";
import { checkedBy, madeBy } from "./checked-volumes";

/**
 * Processes of one machine, one after the other, of a stack whose resource `second` imports the volume that `first` has. No call
 * tells an import of a preview from one of an `up`.
 */
describe("deleting the resource whose volume another one has imported", () => {
  let machine: Machine;
  let id: string;
  let first: Props;
  let second: Props;
  beforeEach(async () => {
    machine = await Machine.start();
    [id, first] = await madeBy(process(), "first");
    second = await imported("second");
  });
  afterEach(() => machine.close());

  const process = () => machine.process({ backend: "b" });
  const inputsOf = (name: string, over: Props = {}) => checkedBy(process())(name, over);
  async function imported(name: string): Promise<Props> {
    const importing = process();
    const { props } = await importing.networkVolume.import(id, { __key: `key-${name}`, __logicalName: name });
    expect(machine.warnings.pop()).toContain(`Another resource got NetworkVolume ${id} before`);
    await importing.networkVolume.diff(id, wire(props), await inputsOf(name));
    await importing.end();
    return wire(props);
  }
  async function compared(...states: readonly (readonly [string, Props])[]): Promise<void> {
    const running = process();
    for (const [name, state] of states) await running.networkVolume.diff(id, state, await inputsOf(name));
    await running.end();
  }

  it("V-5: leaves the volume alone, and says so", async () => {
    await process().networkVolume.delete(id, first);
    expect(await machine.volumes()).toEqual([id]);
    expect(machine.warnings).toContainEqual(expect.stringContaining(`NetworkVolume ${id} was not deleted`));
  });

  it("V-5: deletes it with the resource that imported it", async () => {
    await process().networkVolume.delete(id, second);
    expect(await machine.volumes()).toEqual([]);
    expect(machine.warnings).not.toContainEqual(expect.stringContaining("was not deleted"));
  });

  it("V-5: leaves it alone after a run that compared the resource that had it: that may have been a preview", async () => {
    await compared(["first", first]);
    await process().networkVolume.delete(id, first);
    expect(await machine.volumes()).toEqual([id]);
    expect(machine.warnings).toContainEqual(expect.stringContaining(`NetworkVolume ${id} was not deleted`));
  });

  it("V-5: deletes it with the resource that had it once a run has changed it for that one", async () => {
    const changing = process();
    const news = await inputsOf("first", { size: 200 });
    await changing.networkVolume.diff(id, first, news);
    const { outs } = await changing.networkVolume.update(id, first, news);
    await changing.end();
    await process().networkVolume.delete(id, wire(outs));
    expect(await machine.volumes()).toEqual([]);
  });

  it("V-5: leaves it to the one that imported it where the program has the resource that had it, and replaces it", async () => {
    const replacing = process();
    const news = await inputsOf("first", { dataCenter: "US-XX-1", dataLoss: "allow" });
    await replacing.networkVolume.diff(id, first, news);
    await replacing.networkVolume.create(news);
    await replacing.networkVolume.delete(id, first);
    expect(await machine.volumes()).toContain(id);
    expect(machine.warnings).toContainEqual(expect.stringContaining(`NetworkVolume ${id} was not deleted`));
  });
});

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
    expect(machine.warnings.splice(0)).toEqual([]);
    await importing.networkVolume.diff(id, wire(props), await inputsOf(name));
    await importing.end();
    return wire(props);
  }
  const volumes = async () => (await machine.platform.networkVolumes.list()).map((each) => each.id);
  async function compared(...states: readonly (readonly [string, Props])[]): Promise<void> {
    const running = process();
    for (const [name, state] of states) await running.networkVolume.diff(id, state, await inputsOf(name));
    await running.end();
  }

  it("V-5: leaves the volume alone, and says so", async () => {
    await process().networkVolume.delete(id, first);
    expect(await volumes()).toEqual([id]);
    expect(machine.warnings).toContainEqual(expect.stringContaining(`NetworkVolume ${id} was not deleted`));
  });

  it("V-5: deletes it with the resource that imported it", async () => {
    await process().networkVolume.delete(id, second);
    expect(await volumes()).toEqual([]);
    expect(machine.warnings).not.toContainEqual(expect.stringContaining("was not deleted"));
  });

  it("V-5: deletes it where a later program has only the resource that had it: the import was only previewed", async () => {
    await compared(["first", first]);
    await process().networkVolume.delete(id, first);
    expect(await volumes()).toEqual([]);
    expect(machine.warnings).not.toContainEqual(expect.stringContaining("was not deleted"));
  });

  it.each([
    ["first", "second"],
    ["second", "first"],
  ])("V-5: leaves it alone after a program with both was refused, which has %s before %s", async (...names) => {
    const states: Record<string, Props> = { first, second };
    const both = compared(...names.map((name) => [name, states[name]!] as const));
    await expect(both).rejects.toMatchObject({ code: "had_twice" });
    await process().networkVolume.delete(id, names[0] === "first" ? second : first);
    expect(await volumes()).toEqual([id]);
  });

  it("V-5: leaves it to the one that imported it earlier, once the program has that one again", async () => {
    const third = await imported("third");
    await compared(["second", second]);
    await process().networkVolume.delete(id, third);
    expect(await volumes()).toEqual([id]);
    await process().networkVolume.delete(id, second);
    expect(await volumes()).toEqual([]);
  });

  it("V-5: leaves it to the one that imported it where the program has the resource that had it, and replaces it", async () => {
    const replacing = process();
    const news = await inputsOf("first", { dataCenter: "US-XX-1", dataLoss: "allow" });
    await replacing.networkVolume.diff(id, first, news);
    await replacing.networkVolume.create(news);
    await replacing.networkVolume.delete(id, first);
    expect(await volumes()).toContain(id);
    expect(machine.warnings).toContainEqual(expect.stringContaining(`NetworkVolume ${id} was not deleted`));
  });
});

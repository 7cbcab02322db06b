import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { memoryStorage } from "../../../provider/create/journal/storage";
import type { Props } from "../../../provider/table/props";
import { publicKey } from "../fixtures";
import { Machine } from "../machine";
import { wire } from "../rig";
import { checkedBy } from "./checked-volumes";

/** One state, in a backend that two machines share, each with a journal of its own. */
describe("a volume that was made on another machine and handed over on this one", () => {
  let machine: Machine;
  let there: ReturnType<typeof memoryStorage>;
  let id: string;
  let first: Props;
  let second: Props;
  beforeEach(async () => {
    machine = await Machine.start();
    there = memoryStorage();
    const making = run({ storage: there });
    const made = await making.networkVolume.create(await making.checked("first"));
    await making.end();
    [id, first] = [made.id, wire(made.outs)];
    const handing = run();
    second = wire((await handing.networkVolume.create(await handing.checked("second", { adopt: { id } }))).outs);
    await handing.end();
  });
  afterEach(() => machine.close());

  function run(options: { storage?: typeof there } = {}) {
    const started = machine.process(options);
    return { ...started, checked: checkedBy(started) };
  }

  it("V-5: stays where a run with targets drops the resource that had it", async () => {
    await run().networkVolume.delete(id, first);
    expect(await machine.volumes()).toEqual([id]);
    expect(machine.warnings.at(-1)).toContain(`NetworkVolume ${id} was not deleted: another resource`);
  });

  it("is deleted with the resource that took it over, renamed and updated on the other machine meanwhile", async () => {
    const renaming = run({ storage: there });
    const renamed = await renaming.checked("third", { name: "other" }, second);
    const { outs } = await renaming.networkVolume.update(id, second, renamed);
    await run().networkVolume.delete(id, wire(outs));
    expect(await machine.volumes()).toEqual([]);
  });

  it("V-5: stays, and a warning says so, where the other machine has adopted it since for a resource that it has renamed and updated", async () => {
    const handing = run({ storage: there });
    const adopting = await handing.checked("third", { adopt: { id } });
    const third = wire((await handing.networkVolume.create(adopting)).outs);
    const renamed = await handing.checked("fourth", { name: "other" }, third);
    const { outs } = await handing.networkVolume.update(id, third, renamed);
    await handing.end();
    await run().networkVolume.delete(id, wire(outs));
    expect(await machine.volumes()).toEqual([id]);
    expect(machine.warnings.at(-1)).toContain(`adopt ${id} again, or delete it on the platform`);
  });
});

describe("an SSH key in a state that two machines share", () => {
  let machine: Machine;
  beforeEach(async () => {
    machine = await Machine.start();
  });
  afterEach(() => machine.close());

  it("U-2: an SSH key that the other machine took out and put in again is taken out with its resource", async () => {
    const [here, elsewhere] = [machine.process(), machine.process({ storage: memoryStorage() })];
    const asked = { ...publicKey, __key: "key-ada", __logicalName: "ada" };
    const first = await here.sshKey.create(asked);
    await here.end();
    await elsewhere.sshKey.delete(first.id, wire(first.outs));
    const second = await elsewhere.sshKey.create(asked);
    await elsewhere.end();
    await machine.process().sshKey.delete(second.id, wire(second.outs));
    expect(await machine.platform.account.sshKeys.list()).toEqual([]);
    expect(machine.warnings).toEqual([]);
  });

  it("U-2: an SSH key stays with the resource that took it over here under the name that the other machine's resource had before", async () => {
    const [here, elsewhere] = [machine.process(), machine.process({ storage: memoryStorage() })];
    const asked = { ...publicKey, __key: "key-ada", __logicalName: "ada" };
    const made = await elsewhere.sshKey.create(asked);
    await elsewhere.end();
    machine.clock.advance(60_000);
    const taken = await here.sshKey.create(asked);
    await here.end();
    await machine.process().sshKey.delete(made.id, wire(made.outs));
    expect(await machine.platform.account.sshKeys.list()).toEqual([publicKey.publicKey]);
    expect(machine.warnings.at(-1)).toContain("has taken it over. Only this resource was dropped");
    await machine.process().sshKey.delete(taken.id, wire(taken.outs));
    expect(await machine.platform.account.sshKeys.list()).toEqual([]);
  });

  it("U-2: an SSH key that goes to another resource is taken out first where the engine deletes before it creates", async () => {
    const making = machine.process();
    const made = await making.sshKey.create({ ...publicKey, __key: "key-ada", __logicalName: "ada" });
    await making.end();
    const handing = machine.process();
    const { inputs } = await handing.sshKey.check({}, { ...publicKey, __key: "key-bob", __logicalName: "bob" });
    await handing.sshKey.delete(made.id, wire(made.outs));
    await handing.sshKey.create(wire(inputs));
    expect(await machine.platform.account.sshKeys.list()).toEqual([publicKey.publicKey]);
  });

  it("U-2: an imported SSH key is taken out with its resource, though the state had lost it", async () => {
    const making = machine.process();
    const made = await making.sshKey.create({ ...publicKey, __key: "key-ada", __logicalName: "ada" });
    await making.end();
    const importing = machine.process();
    const imported = await importing.sshKey.import(made.id, { __key: "key-ada", __logicalName: "ada" });
    await importing.end();
    await machine.process().sshKey.delete(made.id, wire(imported.props));
    expect(await machine.platform.account.sshKeys.list()).toEqual([]);
  });
});

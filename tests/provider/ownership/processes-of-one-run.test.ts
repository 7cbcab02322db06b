import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Props } from "../../../provider/table/props";
import { publicKey, volume } from "../fixtures";
import { Machine } from "../machine";
import { wire } from "../rig";

/**
 * An engine starts a provider process for each explicit provider, and one for each form of the package. Each is told of its own
 * resources only.
 */
describe("the provider processes of one run", () => {
  let machine: Machine;
  let id: string;
  let first: Props;
  beforeEach(async () => {
    machine = await Machine.start();
    const making = process("an-earlier-run");
    const made = await making.networkVolume.create(await making.checked("first"));
    await making.end();
    [id, first] = [made.id, wire(made.outs)];
  });
  afterEach(() => machine.close());

  function process(engine = "this-run") {
    const started = machine.process({ engine });
    /** Inputs as the engine has them after `check`. */
    const checked = async (name: string, over: Props = {}, olds: Props = {}) => {
      const { inputs, failures } = await started.networkVolume.check(olds, asked(name, over));
      if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join());
      return wire(inputs);
    };
    return { ...started, checked };
  }
  const asked = (name: string, over: Props = {}) => ({ ...volume, ...over, __key: `key-${name}`, __logicalName: name });
  const volumes = async () => (await machine.platform.networkVolumes.list()).map((each) => each.id);
  const byAnother = /another resource of this program/;

  it("V-5: leave alone what another of them has just adopted", async () => {
    const [here, there] = [process(), process()];
    await here.networkVolume.create(await here.checked("second", { adopt: { id } }));
    await there.networkVolume.delete(id, { ...first, __stack: "stack" });
    expect(await volumes()).toEqual([id]);
    expect(await there.forgotten()).toEqual([]);
  });

  it("V-5: leave alone what another of them has just imported", async () => {
    const [here, there] = [process(), process()];
    await here.networkVolume.import(id, { __key: "key-second" });
    await there.networkVolume.delete(id, first);
    expect(await volumes()).toEqual([id]);
  });

  it("V-5: leave alone what the program has as a resource of another of them, or keeps as one", async () => {
    for (const name of ["other", "first"]) {
      const [here, there] = [process(), process()];
      const outputs = { ...first, __key: `key-${name}` };
      await here.networkVolume.diff(id, outputs, await here.checked(name, { name: first.name }, outputs));
      await there.networkVolume.delete(id, first);
      expect(await volumes()).toEqual([id]);
      await here.end();
      await there.end();
    }
  });

  it("U-2: leave a key in the account that another of them has in its list", async () => {
    const publicKey = "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs ada";
    const before = process("another-run");
    const single = await before.sshKey.create({ publicKey, __key: "key-single" });
    await before.end();
    const [here, there] = [process(), process()];
    const news = { keys: [publicKey], __key: "key-list" };
    await here.accountSshKeys.create(news);
    await there.sshKey.delete(single.id, wire(single.outs));
    expect(await machine.platform.account.sshKeys.list()).toEqual([publicKey]);
  });

  it("U-2: say that a key is gone for both, where one takes it over and another, with the API key of an earlier run, is told to delete it", async () => {
    machine.emulator.store.keys.set({ key: "earlier", grant: "all", user: "owner" });
    const [here, there] = [process(), machine.process({ engine: "this-run", apiKey: "earlier" })];
    const before = machine.process({ engine: "an-earlier-run", apiKey: "earlier" });
    const { id: key, outs } = await before.sshKey.create({ ...publicKey, __key: "key-ada" });
    await before.end();
    const { id: taken } = await here.sshKey.create({ ...publicKey, __key: "key-bo" });
    expect(taken).toBe(key);
    await there.sshKey.delete(key, wire(outs));
    expect(await machine.platform.account.sshKeys.list()).toEqual([]);
    expect(machine.warnings).toEqual([expect.stringContaining(`SshKey ${key} was deleted with`)]);
    expect(machine.warnings[0]).toContain("run `up --refresh`, which creates it again");
  });

  it("V-5: delete nothing that another resource adopts and does not have yet, whichever of them serves that", async () => {
    for (const engine of ["this-run", "next-run"]) {
      const here = process(engine);
      const there = engine === "this-run" ? process(engine) : here;
      await here.checked("second", { adopt: { id } });
      await expect(there.networkVolume.delete(id, first)).rejects.toMatchObject({ code: "adoption_pending" });
      expect(await volumes()).toEqual([id]);
    }
  });

  it("tell nobody that the state has lost what another of them has", async () => {
    const earlier = process("another-run");
    await earlier.networkVolume.diff(id, first, wire(await earlier.checked("first", {}, first)));
    const made = await earlier.networkVolume.create({ ...asked("first"), name: "second", __stack: "stack" });
    await earlier.end();
    const [here, there] = [process(), process()];
    const outputs = wire(made.outs);
    await here.networkVolume.diff(made.id, outputs, await here.checked("first", { name: "second" }, outputs));
    await there.networkVolume.delete(id, { ...first, __stack: "stack" });
    expect(await volumes()).toEqual([made.id]);
    expect(await there.forgotten()).toEqual([]);
  });

  it("V-5: delete what another of them replaces", async () => {
    const [here, there] = [process(), process()];
    const over = { dataCenter: "US-XX-1", dataLoss: "allow" };
    const news = await here.checked("first", over, first);
    expect(await here.networkVolume.diff(id, first, news)).toMatchObject({ replaces: ["dataCenter"] });
    const { id: now } = await here.networkVolume.create(await here.checked("first", over));
    await there.networkVolume.delete(id, first);
    expect(await volumes()).toEqual([now]);
  });

  it("refuse two of them one object, whichever comes first", async () => {
    const [here, there] = [process(), process()];
    await here.networkVolume.diff(id, first, await here.checked("first", {}, first));
    await expect(there.checked("second", { adopt: { id } })).rejects.toThrow(byAnother);
    for (const each of [here, there]) await each.end();
    const [next, other] = [process("next-run"), process("next-run")];
    await other.checked("second", { adopt: { id } });
    await expect(next.networkVolume.diff(id, first, await next.checked("first", {}, first))).rejects.toThrow(byAnother);
  });

  it("U-2: refuse two resources of one key, whichever of them serves which, and give it to one where the other gets another", async () => {
    const other = "ssh-ed25519 AAAAC3Nza2made3up4key5for6docs grace";
    const ops = String(publicKey.publicKey);
    const keyOf = async ({ sshKey }: ReturnType<typeof process>, name: string, line: string, olds: Props = {}) => {
      const { inputs, failures } = await sshKey.check(olds, { publicKey: line, __key: `key-${name}` });
      return { inputs: wire(inputs), reasons: failures.map(({ reason }) => reason) };
    };
    const [here, there] = [process(), process()];
    const { inputs } = await keyOf(here, "ada", ops);
    const { id: key, outs } = await here.sshKey.create(inputs);
    expect((await keyOf(there, "bo", ops)).reasons).toEqual([expect.stringMatching(byAnother)]);
    for (const each of [here, there]) await each.end();

    const [next, beside] = [process("next-run"), process("next-run")];
    const news = await keyOf(next, "ada", other, wire(outs));
    expect(await next.sshKey.diff(key, wire(outs), news.inputs)).toMatchObject({ replaces: ["publicKey"] });
    const bo = await keyOf(beside, "bo", ops);
    expect(bo.reasons).toEqual([]);
    await beside.sshKey.create(bo.inputs);
    await next.sshKey.create(news.inputs);
    await next.sshKey.delete(key, wire(outs));
    expect(await machine.platform.account.sshKeys.list()).toEqual([ops, other]);
  });

  it("refuse that two of them adopt one object", async () => {
    await process().checked("second", { adopt: { id } });
    await expect(process().checked("third", { adopt: { id } })).rejects.toThrow(byAnother);
  });

  it.each([
    ["another run", () => process("another-run")],
    ["a process that was killed", () => Object.assign(process(), { wasKilled: true })],
  ])("V-5: heed nothing that %s has said", async (_, start) => {
    const here = start();
    await here.checked("second", { adopt: { id } });
    if ("wasKilled" in here) here.die();
    const there = process();
    await there.networkVolume.delete(id, first);
    expect(await volumes()).toEqual([]);
  });

  it("leave nothing behind, and take away what killed ones have left", async () => {
    const killed = process();
    await killed.checked("second", { adopt: { id } });
    killed.die();
    expect(machine.runs.entries.size).toBe(1);
    const next = process("next-run");
    await next.checked("second", { adopt: { id } });
    expect([...machine.runs.entries.keys()]).toEqual(["next-run~3~0"]);
    await next.end();
    expect(machine.runs.entries.size).toBe(0);
  });
});

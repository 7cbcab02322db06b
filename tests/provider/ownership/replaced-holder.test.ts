import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Props } from "../../../provider/table/props";
import { Machine } from "../machine";
import { wire } from "../rig";
import { checkedBy, madeBy } from "./checked-volumes";

/**
 * After an `up --exclude` that hands a volume over by `adopt`, two resources of the state have it. The one that had it is then to get
 * another one. With `deleteBeforeReplace` the engine deletes its entry first, and where the create fails then, that entry still names
 * the volume.
 */
describe("a volume of two resources, one of which is replaced", () => {
  let machine: Machine;
  let id: string;
  let first: Props;
  let second: Props;
  beforeEach(async () => {
    machine = await Machine.start();
    [id, first] = await madeBy(run(), "first");
    const handing = run();
    second = wire((await handing.networkVolume.create(await handing.checked("second", { adopt: { id } }))).outs);
    await handing.end();
  });
  afterEach(() => machine.close());

  function run(engine = "this-run") {
    const started = machine.process({ engine });
    const checked = checkedBy(started);
    /** The engine asks about a resource of the program, whatever the answer. */
    const diff = async (name: string, outputs: Props, over: Props = {}) => {
      const news = await checked(name, { name: String(outputs.name), ...over }, outputs);
      await started.networkVolume.diff(id, outputs, news).catch(() => undefined);
      return news;
    };
    return { ...started, checked, diff };
  }
  const moved = { dataCenter: "US-XX-1", dataLoss: "allow" };
  const volumes = async () => (await machine.platform.networkVolumes.list()).map((each) => each.id);
  const failCreates = () =>
    machine.emulator.faults.add({ method: "POST", phase: "before", status: 403, times: "always" });

  it("V-5: is deleted with the resource that took it over, once another takes the place of the one that had it", async () => {
    const later = run();
    const made = await later.networkVolume.create(await later.diff("first", first, moved));
    await later.networkVolume.delete(id, second);
    expect(await volumes()).toEqual([made.id]);
    expect(machine.warnings).toEqual([expect.stringContaining("is replaced because of dataCenter")]);
  });

  it("V-5: is deleted with the resource that took it over, which another process of the run serves", async () => {
    const [here, there] = [run(), run()];
    const made = await here.networkVolume.create(await here.diff("first", first, moved));
    await there.networkVolume.delete(id, second);
    expect(await volumes()).toEqual([made.id]);
  });

  it("V-5: stays for its data, and a warning names it, where the program goes back to it in vain, whichever process is asked", async () => {
    for (const isOne of [true, false]) {
      const here = run();
      const there = isOne ? here : run();
      const made = await here.networkVolume.create(await here.diff("first", first));
      await there.networkVolume.delete(id, second);
      expect(await volumes()).toEqual(expect.arrayContaining([id, made.id]));
      expect(machine.warnings.splice(0)).toEqual([
        expect.stringContaining(`NetworkVolume ${id} was not deleted, since its data would be lost`),
      ]);
      await here.end();
      await there.end();
    }
  });

  it("V-5: is not deleted, and not forgotten, while the replacement of the one that had it fails, whichever process is asked", async () => {
    failCreates();
    for (const isOne of [true, false]) {
      const here = run();
      const there = isOne ? here : run();
      await expect(here.networkVolume.create(await here.diff("first", first))).rejects.toThrow();
      await expect(there.networkVolume.delete(id, second)).rejects.toMatchObject({ code: "replacement_pending" });
      expect(await volumes()).toEqual([id]);
      await here.end();
      await there.end();
    }
  });

  it("V-5: is not deleted, and not forgotten, where the one that had it can't be compared", async () => {
    const later = run();
    await later.diff("first", first, { dataCenter: "US-XX-1" });
    await expect(later.networkVolume.delete(id, second)).rejects.toMatchObject({ code: "replacement_pending" });
    expect(await volumes()).toEqual([id]);
  });

  it("V-5: stays where its first resource is dropped, for the replacement of the one that took it over to delete or to retain", async () => {
    const later = run();
    const made = await later.networkVolume.create(await later.diff("second", second, moved));
    await later.networkVolume.delete(id, first);
    expect((await volumes()).sort()).toEqual([id, made.id].sort());
    expect(machine.warnings.filter((each) => each.includes("was not deleted"))).toEqual([]);
    await later.networkVolume.delete(id, second);
    expect(await volumes()).toEqual([made.id]);
  });
});

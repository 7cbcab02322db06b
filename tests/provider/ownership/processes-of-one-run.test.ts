import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { memoryStorage } from "../../../provider/create/journal/storage";
import type { Props } from "../../../provider/table/props";
import { volume } from "../fixtures";
import { Machine } from "../machine";
import { wire } from "../rig";
import { checkedBy, madeBy } from "./checked-volumes";

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
    [id, first] = await madeBy(process("an-earlier-run"), "first");
  });
  afterEach(() => machine.close());

  const failing = {
    method: "GET",
    path: "/v2/network-volumes*",
    phase: "before",
    status: 503,
    times: "always",
  } as const;

  const process = (engine = "this-run", storage = machine.storage) => {
    const started = machine.process({ engine, storage });
    return { ...started, checked: checkedBy(started) };
  };

  it.each(["adopted", "imported"])("V-5: leave alone what another of them has just %s", async (how) => {
    const [here, there] = [process(), process()];
    if (how === "imported") await here.networkVolume.import(id, { __key: "key-second" });
    else await here.networkVolume.create(await here.checked("second", { adopt: { id } }));
    await there.networkVolume.delete(id, { ...first, __stack: "stack" });
    expect(await machine.volumes()).toEqual([id]);
  });

  it.each([
    { by: "id", adopt: () => ({ id }) },
    { by: "name", adopt: () => ({ name: volume.name }) },
  ])("V-5: leave alone what another of them has failed to adopt by $by, as with --continue-on-error", async (row) => {
    const [here, there] = [process(), process()];
    const adopting = await here.checked("second", { name: undefined, adopt: row.adopt() });
    const fault = machine.emulator.faults.add(failing);
    await expect(here.networkVolume.create(adopting)).rejects.toMatchObject({ status: 503 });
    fault.remove();
    await there.networkVolume.delete(id, first);
    expect(await machine.volumes()).toEqual([id]);
    expect(machine.warnings.at(-1)).toContain(`NetworkVolume ${id} was not deleted: another resource`);
  });

  it("V-5: delete what was to be adopted once a run has changed it for the resource that has it", async () => {
    const adopting = process();
    const inputs = await adopting.checked("second", { adopt: { id } });
    const fault = machine.emulator.faults.add(failing);
    await expect(adopting.networkVolume.create(inputs)).rejects.toMatchObject({ status: 503 });
    fault.remove();
    await adopting.end();
    const keeping = process("the-next-run");
    const news = await keeping.checked("first", { size: 200 }, first);
    await keeping.networkVolume.diff(id, first, news);
    const { outs } = await keeping.networkVolume.update(id, first, news);
    await keeping.end();
    await process("a-later-run").networkVolume.delete(id, wire(outs));
    expect(await machine.volumes()).toEqual([]);
  });

  it("V-5: leave alone what another of them got on another machine, as in CI after a run that failed", async () => {
    const adopting = process("elsewhere", memoryStorage());
    const { outs } = await adopting.networkVolume.create(await adopting.checked("second", { adopt: { id } }));
    await adopting.end();
    const [here, there, second] = [process(), process(), wire(outs)];
    await here.networkVolume.diff(id, second, await here.checked("second", { adopt: { id } }, second));
    await there.networkVolume.delete(id, first);
    expect(await machine.volumes()).toEqual([id]);
  });

  it("V-5: leave alone what another of them keeps, as when an object of the stack was imported a second time by mistake", async () => {
    const importing = process("an-import");
    const again = await importing.networkVolume.import(id, { __key: "key-again" });
    await importing.end();
    expect(machine.warnings).toEqual([expect.stringContaining(`Another resource got NetworkVolume ${id} before`)]);
    const [here, there] = [process(), process()];
    const noted = () => [...machine.storage.entries.values()].join("").length;
    // The name of an engine as long as the other.
    await process("a-review").networkVolume.diff(id, first, await here.checked("first", {}, first));
    const once = noted();
    await here.networkVolume.diff(id, first, await here.checked("first", {}, first));
    expect(noted()).toBe(once);
    await there.networkVolume.delete(id, wire(again.props));
    expect(await machine.volumes()).toEqual([id]);
    expect(machine.warnings).toHaveLength(1);
    await process("a-destroy").networkVolume.delete(id, first);
    expect(await machine.volumes()).toEqual([]);
  });

  it("V-5: delete what another of them replaces", async () => {
    const [here, there] = [process(), process()];
    const over = { dataCenter: "US-XX-1", dataLoss: "allow" };
    const news = await here.checked("first", over, first);
    expect(await here.networkVolume.diff(id, first, news)).toMatchObject({ replaces: ["dataCenter"] });
    const { id: now } = await here.networkVolume.create(await here.checked("first", over));
    await there.networkVolume.delete(id, first);
    expect(await machine.volumes()).toEqual([now]);
  });
});

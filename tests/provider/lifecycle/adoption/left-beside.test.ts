import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { LiveObjects } from "../../../../cli/doctor/finding";
import { leftObjects } from "../../../../cli/doctor/in-no-state";
import { volume } from "../../fixtures";
import { Machine } from "../../machine";
import { checked, elsewhere, entry, unnamed, volumesOn } from "./one-volume";

let machine: Machine;
beforeEach(async () => {
  machine = await Machine.start();
});
afterEach(() => machine.close());

type Process = ReturnType<Machine["process"]>;
const { made, cutShort } = volumesOn(() => machine);

describe("A replacement that is cut short amid its create", () => {
  it.each([
    { how: "on request, with its old object still there", isDeletedFirst: false },
    { how: "with deleteBeforeReplace, which has deleted the old one", isDeletedFirst: true },
  ])("$how: the same machine goes on with the new one, any other makes no third", async ({ isDeletedFirst }) => {
    machine.states = [];
    const { id: old, outs } = await made();
    machine.states = [entry(old)];
    const twin = await cutShort(unnamed, async ({ networkVolume }) => {
      if (!isDeletedFirst) return;
      await networkVolume.delete(old, outs);
      machine.states = [];
    });
    expect(await machine.volumes()).toHaveLength(isDeletedFirst ? 1 : 2);
    const other = machine.process({ storage: elsewhere() });
    expect((await checked(other, unnamed)).said).toContain(`an earlier run made NetworkVolume ${twin} `);
    const process = machine.process();
    const { inputs, said } = await checked(process, unnamed);
    expect(said).toBe("");
    expect((await process.networkVolume.create(inputs)).id).toBe(twin);
    expect(await machine.volumes()).toHaveLength(isDeletedFirst ? 1 : 2);
  });

  it("is taken over where the old one is gone, and the reasons say nothing of another", async () => {
    machine.states = [];
    const { id: old, outs } = await made();
    machine.states = [entry(old)];
    const twin = await cutShort(unnamed, async ({ networkVolume }) => networkVolume.delete(old, outs));
    const process = machine.process();
    const { inputs } = await checked(process, { ...unnamed, __preview: true }, outs);
    const { reasons } = await process.networkVolume.diff(old, outs, inputs);
    expect(reasons).toEqual([
      "It no longer exists on the platform.",
      expect.stringMatching(`^An earlier run made ${twin} for it: .up. takes that over and makes no other`),
    ]);
  });
});

describe("A run that needs no new object of a kind", () => {
  /** A run of the program with its one volume, whose size grows. */
  const growing = async (process: Process, { id, outs }: Awaited<ReturnType<typeof made>>, size = 140) => {
    const { inputs, said } = await checked(process, { ...unnamed, size }, outs);
    expect(said).toBe("");
    expect((await process.networkVolume.diff(id, outs, inputs)).changes).toBe(size === 140);
    return process;
  };

  it("asks the platform nothing where it changes nothing", async () => {
    machine.states = [];
    const had = await made();
    await made({ ...unnamed, __key: "key-more", __logicalName: "more" });
    machine.emulator.requests.clear();
    expect(await (await growing(machine.process(), had, volume.size as number)).closing()).toEqual([]);
    expect(machine.emulator.requests.list()).toEqual([]);
  });

  it("names at its end, on any machine, what an interrupted replacement left, with the words of doctor", async () => {
    machine.states = [];
    const had = await made();
    machine.states = [entry(had.id)];
    const twin = await cutShort(unnamed);
    const process = await growing(machine.process({ storage: elsewhere() }), had);
    const [said, ...more] = await process.closing();
    expect(more).toEqual([]);
    expect(said).toContain(`an earlier run made NetworkVolume ${twin} ("`);
    expect(said).toContain(`billed) for data, which has ${had.id} by now, and no state has it.`);
    expect(said).toContain(
      `to have it in place of ${had.id}, give its resource \`adopt: { id: "${twin}" }\` and run \`up --replace ${entry(had.id).urn}\``,
    );
    const named = (await machine.platform.networkVolumes.list()).find(({ id }) => id === twin)!;
    const marks = [{ backend: "b", stack: "stack" }];
    const platform = { NetworkVolume: [named] } as unknown as LiveObjects;
    const [finding] = leftObjects(marks, { resources: [] }, platform, () => false);
    expect(finding!.what).toMatch(
      new RegExp(`^an earlier run of this stack made NetworkVolume ${twin} .*, and no state has it$`),
    );
    expect(said!.split(" What to do: ")[0]).toContain(finding!.nextStep.split(" What to do: ")[0]);
  });

  it("names what a removal with retainOnDelete left, until it is let go, and what the program never had", async () => {
    machine.states = [];
    const had = await made();
    const kept = await made({ ...unnamed, __key: "key-more", __logicalName: "more" });
    machine.states = [entry(had.id)];
    const [said] = await (await growing(machine.process(), had)).closing();
    expect(said).toContain(`an earlier run of this stack made NetworkVolume ${kept.id} (`);
    machine.clock.onSleep = () => undefined;
    await machine.platform.networkVolumes.update(kept.id, { name: "kept" });
    expect(await (await growing(machine.process({ storage: elsewhere() }), had)).closing()).toEqual([]);
  });

  it("names it in the next operation of a process to which a list was refused", async () => {
    machine.states = [];
    const had = await made();
    const kept = await made({ ...unnamed, __key: "key-more", __logicalName: "more" });
    machine.states = [entry(had.id)];
    const process = await growing(machine.process({ storage: elsewhere() }), had);
    machine.emulator.faults.add({ method: "GET", phase: "before", status: 403, times: "always" });
    expect(await process.closing()).toEqual([]);
    machine.emulator.faults.clear();
    machine.clock.onSleep = () => undefined;
    process.configure();
    expect(await (await growing(process, had)).closing()).toEqual([expect.stringContaining(kept.id)]);
  });

  it("says nothing of what a state has, what a peer has made in this run, and what a refusal has named", async () => {
    machine.states = [];
    const had = await made();
    const kept = await made({ ...unnamed, __key: "key-more", __logicalName: "more" });
    machine.states = [entry(had.id), entry(kept.id, { key: "key-more" })];
    expect(await (await growing(machine.process(), had)).closing()).toEqual([]);
    machine.clock.onSleep = () => undefined;
    const peer = machine.process({ engine: "e" });
    await made({ ...unnamed, __key: "key-peer", __logicalName: "peer" }, peer);
    expect(await (await growing(machine.process({ engine: "e" }), had)).closing()).toEqual([]);
    machine.clock.onSleep = () => undefined;
    machine.states = [entry(had.id)];
    const process = await growing(machine.process({ engine: "e" }), had);
    expect((await checked(process, { ...unnamed, __key: "key-more", __logicalName: "more" })).said).toContain(kept.id);
    expect(await process.closing()).toEqual([]);
  });
});

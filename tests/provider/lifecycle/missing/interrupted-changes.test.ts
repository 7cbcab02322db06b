import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Client } from "../../../../client";
import type { Emulator } from "../../../../emulator";
import type { Props } from "../../../../provider/table/props";
import type { ManualClock } from "../../../support/manual-clock";
import { wire } from "../../rig";
import { listLagMs, Machine } from "../../machine";

/** Processes of one machine, one after the other, that change the same objects. */
describe("after a change whose outcome is in no state", () => {
  let machine: Machine;
  let clock: ManualClock;
  let emulator: Emulator;
  let platform: Client;
  let storage: Machine["storage"];
  beforeEach(async () => {
    machine = await Machine.start();
    ({ clock, emulator, platform, storage } = machine);
  });
  afterEach(() => machine.close());
  const process = (...how: Parameters<Machine["process"]>) => machine.process(...how);

  const base = { name: "it", image: "i:1", gpu: { id: "NVIDIA L40S" } };
  async function inputsOf(more: Props): Promise<Props> {
    return wire((await process().pod.check({}, { ...base, ...more })).inputs);
  }
  async function made(more: Props): Promise<{ id: string; olds: Props }> {
    const first = process();
    const { id, outs } = await first.pod.create(await inputsOf(more));
    await first.end();
    return { id, olds: wire(outs) };
  }
  /** The engine is killed after the host has answered, and before the state is written. */
  async function cutUpdate(id: string, olds: Props, more: Props): Promise<void> {
    await process().pod.update(id, olds, await inputsOf(more));
    await clock.sleep(listLagMs + 1);
    emulator.requests.clear();
  }
  const requests = () => emulator.requests.list().map(({ method }) => method);
  const changes = () => machine.openChanges();

  it("shows a difference although the program is reverted, and the update mends it", async () => {
    const { id, olds } = await made({ env: { STAGE: "dev" } });
    await cutUpdate(id, olds, { env: { STAGE: "prod" } });
    const next = process();
    const news = await inputsOf({ env: { STAGE: "dev" } });
    expect(await next.pod.diff(id, olds, news)).toMatchObject({ changes: true, replaces: [] });
    const { outs } = await next.pod.update(id, olds, news);
    expect((await platform.pods.get(id)).env).toEqual({ STAGE: "dev" });
    await next.end();
    expect(changes()).toEqual([]);
    emulator.requests.clear();
    expect(await process().pod.diff(id, wire(outs), news)).toMatchObject({ changes: false });
    expect(requests()).toEqual([]);
  });

  it("looks until an update ends it, also where the state turns out to be right", async () => {
    const { id, olds } = await made({ disk: 40 });
    await cutUpdate(id, olds, { disk: 60 });
    await platform.pods.update(id, { disk: 40 });
    emulator.requests.clear();
    const news = await inputsOf({ disk: 40 });
    expect(await process().pod.diff(id, olds, news)).toMatchObject({ changes: true, differences: [] });
    expect(requests()).toEqual(["GET"]);
    const ending = process();
    const { outs } = await ending.pod.update(id, olds, news);
    await ending.end();
    expect(new Set(requests())).toEqual(new Set(["GET"]));
    expect(changes()).toEqual([]);
    expect(await process().pod.diff(id, wire(outs), news)).toMatchObject({ changes: false });
  });

  it("sends nothing, and leaves nothing to be looked at, where the engine that asked for it is gone", async () => {
    const { id, olds } = await made({ globalNetworking: false });
    const orphan = process({ hasEngine: () => false });
    emulator.requests.clear();
    const update = orphan.pod.update(id, olds, await inputsOf({ globalNetworking: true }));
    await expect(update).rejects.toMatchObject({ code: "engine_gone" });
    const deleting = process({ hasEngine: () => false }).pod.delete(id, olds);
    await expect(deleting).rejects.toMatchObject({ code: "engine_gone" });
    expect(new Set(requests())).toEqual(new Set(["GET"]));
    expect(changes()).toEqual([]);
  });

  it("stays open where the engine is gone before the object is changed once more", async () => {
    const { id, olds } = await made({ disk: 40 });
    let isThere = true;
    const orphan = process({ hasEngine: () => isThere });
    await orphan.pod.update(id, olds, await inputsOf({ disk: 60 }));
    isThere = false;
    const again = orphan.pod.update(id, olds, await inputsOf({ disk: 80 }));
    await expect(again).rejects.toMatchObject({ code: "engine_gone" });
    expect(await process().pod.diff(id, olds, await inputsOf({ disk: 40 }))).toMatchObject({ changes: true });
  });

  it("P-51: counts as not sure what no read shows", async () => {
    const { id, olds } = await made({ globalNetworking: false });
    await cutUpdate(id, olds, { globalNetworking: true });
    const { differences } = await process().pod.diff(id, olds, await inputsOf({ globalNetworking: false }));
    expect(differences).toEqual([{ name: "globalNetworking", effect: "update" }]);
  });

  it("P-51: is sure after one update, which waits until what was sent before cannot be carried out any more", async () => {
    const { id, olds } = await made({ globalNetworking: false });
    await process().pod.update(id, olds, await inputsOf({ globalNetworking: true }));
    const begunAt = clock.now();
    const next = process();
    const news = await inputsOf({ globalNetworking: false });
    const { outs } = await next.pod.update(id, olds, news);
    await next.end();
    expect(clock.now()).toBeGreaterThanOrEqual(begunAt + listLagMs);
    expect(await process().pod.diff(id, wire(outs), news)).toMatchObject({ changes: false });
    expect(changes()).toEqual([]);
  });

  it("does not keep an update waiting where a read shows what was sent before", async () => {
    const { id, olds } = await made({ disk: 40 });
    await process().pod.update(id, olds, await inputsOf({ disk: 60 }));
    const begunAt = clock.now();
    await process().pod.update(id, olds, await inputsOf({ disk: 40 }));
    expect(clock.now()).toBeLessThan(begunAt + listLagMs);
  });

  it("does not read a value in clear that the change may have made a secret", async () => {
    const { id, olds } = await made({ env: { TOKEN: "plain", STAGE: "dev" } });
    await cutUpdate(id, olds, { env: { TOKEN: "hush", STAGE: "dev" } });
    const { props } = await process().pod.read(id, olds);
    expect(JSON.stringify(props)).not.toContain("hush");
    expect(props.env).toMatchObject({ STAGE: "dev" });
    expect(
      await process().pod.diff(id, wire(props), await inputsOf({ env: { TOKEN: "hush", STAGE: "dev" } })),
    ).toMatchObject({ changes: true });
  });

  it("is not settled by a refresh, which may be a preview's", async () => {
    const { id, olds } = await made({ disk: 40 });
    await cutUpdate(id, olds, { disk: 60 });
    const preview = process();
    const { props } = await preview.pod.read(id, olds);
    await preview.pod.diff(id, wire(props), await inputsOf({ disk: 60 }));
    await preview.end();
    expect(await process().pod.diff(id, olds, await inputsOf({ disk: 40 }))).toMatchObject({ changes: true });
  });

  it("replaces what an interrupted destroy has deleted, and says so in the preview", async () => {
    const { id, olds } = await made({});
    await process().pod.delete(id, olds);
    const next = process();
    expect(await next.pod.diff(id, olds, await inputsOf({}))).toMatchObject({ changes: true, replaces: ["name"] });
  });

  it("leaves no entry behind where the engine has it all, and asks nothing", async () => {
    const { id, olds } = await made({ disk: 40 });
    const whole = process();
    const { outs } = await whole.pod.update(id, olds, await inputsOf({ disk: 60 }));
    await whole.end();
    expect(changes()).toEqual([]);
    const last = process();
    await last.pod.delete(id, wire(outs));
    await last.end();
    expect([...storage.entries.keys()]).toEqual([]);
  });

  it("keeps no value of an argument", async () => {
    const { id, olds } = await made({});
    await cutUpdate(id, olds, { env: { TOKEN: "hush" } });
    const [name] = changes();
    expect(storage.entries.get(name!)).toMatch(/"names":\["env"\]/);
    expect(storage.entries.get(name!)).not.toContain("hush");
  });
});

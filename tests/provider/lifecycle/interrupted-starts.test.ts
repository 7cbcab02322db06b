import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Props } from "../../../provider/table/props";
import { hidden } from "../../../provider/state/state";
import { wire } from "../rig";
import { listLagMs, Machine } from "../machine";

/** Jobs whose next run was asked for by an `up` that was killed, and what the `up` after that makes of it. */
let machine: Machine;
beforeEach(async () => {
  machine = await Machine.start();
});
afterEach(() => machine.close());

const base = { name: "it", image: "i:1", gpu: { id: "NVIDIA L40S" }, runToCompletion: true, waitFor: "exited" };
const inputsOf = async (more: Props): Promise<Props> =>
  wire((await machine.process().pod.check({}, { ...base, ...more })).inputs);

/** A job that has run once, and every run after that takes 25 minutes. */
async function ran(more: Props = {}): Promise<{ id: string; olds: Props }> {
  machine.emulator.scripts.add({ exitAfterMs: 60_000 });
  const first = machine.process();
  const { id, outs } = await first.pod.create(await inputsOf(more));
  await first.end();
  machine.emulator.scripts.clear();
  machine.emulator.scripts.add({ exitAfterMs: 25 * 60_000 });
  return { id, olds: wire(outs) };
}
/** The same, in its second run. */
async function running(): Promise<{ id: string; olds: Props }> {
  const { id, olds } = await ran();
  const second = machine.process();
  const outs = await waitsInVain(second, id, olds, { image: "i:2" });
  await second.end();
  return { id, olds: outs };
}
/** An update whose time is up while the job runs; what it says is lost where its process is killed. */
async function waitsInVain(process: ReturnType<Machine["process"]>, id: string, olds: Props, more: Props) {
  const news = await inputsOf({ ...more, timeouts: { update: "10m" } });
  const error = await process.pod.update(id, olds, news).then(
    () => undefined,
    (thrown: unknown) => thrown as { properties: Props },
  );
  expect(error).toMatchObject({ code: "initialization" });
  return wire(error!.properties);
}
const killedWhileItWaits = (id: string, olds: Props, more: Props) => waitsInVain(machine.process(), id, olds, more);
const starts = async (id: string) =>
  (await machine.platform.pods.lastLines(id, { tail: 200 })).filter(({ line }) => line.startsWith("container started"))
    .length;
const reasonsFor = async (id: string, olds: Props, more: Props) => {
  const { changes, reasons } = await machine.process().pod.diff(id, olds, await inputsOf(more));
  return { changes, why: reasons.join(" ") };
};
async function nextUp(id: string, olds: Props, more: Props): Promise<Props> {
  const next = machine.process();
  const news = await inputsOf(more);
  await next.pod.diff(id, olds, news);
  const { outs } = await next.pod.update(id, olds, news);
  await next.end();
  return wire(outs);
}

describe.each(["restartTriggers", "resetTriggers"])("%s, changed by a run that was killed", (name) => {
  const changed = { image: "i:2", [name]: ["v1"] };

  it("P-45: restart nothing where the container has started since", async () => {
    const { id, olds } = await running();
    await killedWhileItWaits(id, olds, changed);
    expect(await starts(id)).toBe(3);
    const { changes, why } = await reasonsFor(id, olds, changed);
    expect([changes, why]).toEqual([
      true,
      expect.stringMatching(/^An interrupted run changed .*not started once more/),
    ]);
    const outs = await nextUp(id, olds, changed);
    expect(outs).toMatchObject({ status: "EXITED", [name]: ["v1"] });
    expect(outs).not.toHaveProperty(hidden.uncertain);
    expect(await starts(id)).toBe(3);
    await machine.clock.sleep(listLagMs + 1);
    expect(await reasonsFor(id, outs, changed)).toMatchObject({ changes: false });
    expect(machine.openChanges()).toEqual([]);
  });

  it("P-44: run a job that was done once", async () => {
    const { id, olds } = await ran();
    await killedWhileItWaits(id, olds, { [name]: ["v1"] });
    await nextUp(id, olds, { [name]: ["v1"] });
    expect(await starts(id)).toBe(2);
  });

  it("restart nothing after a refresh either", async () => {
    const { id, olds } = await running();
    await killedWhileItWaits(id, olds, changed);
    const refresh = machine.process();
    const { props } = await refresh.pod.read(id, olds);
    await refresh.end();
    await machine.clock.sleep(listLagMs + 1);
    await nextUp(id, wire(props), changed);
    expect(await starts(id)).toBe(3);
  });

  it("restart nothing where the next run was killed too", async () => {
    const { id, olds } = await running();
    await killedWhileItWaits(id, olds, changed);
    await killedWhileItWaits(id, olds, changed);
    await nextUp(id, olds, changed);
    expect(await starts(id)).toBe(3);
  });

  it("A-30: are set again where it has not started, for the run was interrupted", async () => {
    const { id, olds } = await running();
    machine.emulator.faults.add({ method: "POST", path: "/v2/pods/:id/action", phase: "before", status: 400 });
    await expect(machine.process().pod.update(id, olds, await inputsOf(changed))).rejects.toThrow();
    expect(await reasonsFor(id, olds, changed)).toMatchObject({
      why: expect.stringContaining(
        `${name} is set again, because an earlier run ended before it was clear whether that worked.`,
      ),
    });
    await nextUp(id, olds, changed);
    expect(await starts(id)).toBe(3);
  });

  it("restart it where the program has changed them again", async () => {
    const { id, olds } = await running();
    await killedWhileItWaits(id, olds, changed);
    await nextUp(id, olds, { ...changed, [name]: ["v2"] });
    expect(await starts(id)).toBe(4);
  });

  it("leave no value of theirs in the journal", async () => {
    const { id, olds } = await running();
    await killedWhileItWaits(id, olds, { ...changed, [name]: ["hush-hush"] });
    const [entry] = machine.openChanges();
    expect(machine.storage.entries.get(entry!)).not.toContain("hush-hush");
  });
});

describe("what a job runs, changed by a run that was killed", () => {
  it("P-44: is run once where it has started since", async () => {
    const { id, olds } = await ran();
    await killedWhileItWaits(id, olds, { image: "i:2" });
    await nextUp(id, olds, { image: "i:2" });
    expect(await starts(id)).toBe(2);
  });

  it("P-44: is run where the killed run had changed it and started nothing", async () => {
    const { id, olds } = await ran();
    machine.emulator.faults.add({ method: "POST", path: "/v2/pods/:id/action", phase: "before", status: 400 });
    await expect(machine.process().pod.update(id, olds, await inputsOf({ image: "i:2" }))).rejects.toThrow();
    expect(await machine.platform.pods.get(id)).toMatchObject({ image: "i:2", status: "EXITED" });
    expect(await reasonsFor(id, olds, { image: "i:2" })).toMatchObject({
      why: expect.stringMatching(
        /^image is set again, because the job has not run with it yet\. The finished job runs again/,
      ),
    });
    const outs = await nextUp(id, olds, { image: "i:2" });
    expect(await starts(id)).toBe(2);
    await machine.clock.sleep(listLagMs + 1);
    expect(await reasonsFor(id, outs, { image: "i:2" })).toMatchObject({ changes: false });
  });
});

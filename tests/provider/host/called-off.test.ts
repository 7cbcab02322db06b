import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Props } from "../../../provider/table/props";
import { Program } from "../../../provider/host/program";
import { gpuPod, volume } from "../fixtures";
import { type Rig, startRig, wire } from "../rig";

describe("a run that is called off", () => {
  let rig: Rig;
  beforeEach(async () => {
    rig = await startRig();
  });
  afterEach(() => rig.close());
  const writes = () => rig.emulator.requests.list().filter(({ method }) => method !== "GET");
  const named = (name: string, inputs: Props) => ({ ...gpuPod, ...inputs, name, __key: name, __provider: "Pod" });

  it("P-51: restarts no pod that has only waited for its turn, and finishes the one that is restarting", async () => {
    const names = ["a", "b", "c", "d", "e"];
    const inputs = (name: string, image: string) => named(name, { image, rollout: { group: "w", maxUnavailable: 1 } });
    await rig.up(Object.fromEntries(names.map((name) => [name, { kind: "Pod", inputs: inputs(name, "x:1") }])));
    rig.emulator.requests.clear();
    rig.emulator.requests.onRequest(({ method }) => void (method === "PATCH" && rig.callOff()));
    const results = await Promise.allSettled(
      names.map((name) => {
        const { id, outputs } = rig.entry(name);
        return rig.provider("Pod").update(id, wire(outputs), inputs(name, "x:2"));
      }),
    );
    const refused = { status: "rejected", reason: expect.objectContaining({ code: "called_off" }) as unknown };
    expect(results).toEqual([expect.objectContaining({ status: "fulfilled" }), refused, refused, refused, refused]);
    expect(writes()).toHaveLength(1);
    const images = (await rig.platform.pods.list()).pods.map(({ image }) => image).sort();
    expect(images).toEqual(["x:1", "x:1", "x:1", "x:1", "x:2"]);
  });

  it("A-20: makes no pod for which there was no capacity yet", async () => {
    rig.emulator.store.capacity.setFree({}, 0);
    rig.emulator.requests.onRequest(({ method }) => void (method === "POST" && rig.callOff()));
    const creating = rig.provider("Pod").create(named("a", { waitForCapacity: "2h" }));
    await expect(creating).rejects.toMatchObject({ code: "called_off" });
    expect(writes()).toHaveLength(1);
    expect(await rig.provider("Pod").list()).toEqual([]);
  });

  it("A-50: sends nothing that has waited in the queue, and leaves no note of it", async () => {
    rig.callOff();
    const creating = rig.provider("NetworkVolume").create({ ...volume, __key: "v", __provider: "NetworkVolume" });
    await expect(creating).rejects.toMatchObject({ code: "unawaited", outcome: "not-sent" });
    expect(writes()).toEqual([]);
  });

  it("P-13: waits no longer for pods that it has not made, and waits on for one that it has", async () => {
    rig.emulator.requests.onRequest(({ method }) => void (method === "POST" && rig.callOff()));
    const { id, outs } = await rig.provider("Pod").create(named("a", {}));
    expect(outs).toMatchObject({ status: "RUNNING" });
    await rig.platform.pods.restart(id);
    const ready = rig.provider("Ready").create({ pods: [id], __key: "r", __provider: "Ready" });
    await expect(ready).rejects.toThrow(/nothing was created or changed, because the run was cancelled/);
  });

  it("deletes what it was deleting", async () => {
    await rig.up({ v: { kind: "NetworkVolume", inputs: volume } });
    rig.callOff();
    await rig.destroy();
    expect(rig.emulator.store.volumes.size).toBe(0);
  });
});

describe("the program of a dynamic host", () => {
  /** A step that waits, and a second that passes when it is told to. */
  function scene(isSeen = true) {
    const there = new Set(isSeen ? [7] : []);
    const sleepers: (() => void)[] = [];
    const clock = { now: () => 0, sleep: () => new Promise<void>((resolve) => sleepers.push(resolve)) };
    const program = new Program(clock, (pid) => there.has(pid));
    program.learn(7);
    let end: () => void = () => undefined;
    const step = program.waitsFor(() => new Promise<void>((resolve) => (end = resolve)));
    const passSecond = async () => {
      for (const wake of sleepers.splice(0)) wake();
      await setImmediate();
    };
    return { program, there, passSecond, endStep: () => (end(), step) };
  }

  it("calls the run off by its end while it waits for a step", async () => {
    const { program, there, passSecond, endStep } = scene();
    await passSecond();
    expect(program.gone.aborted).toBe(false);
    there.delete(7);
    await passSecond();
    expect(program.gone.reason).toMatchObject({ code: "called_off" });
    await endStep();
  });

  it("calls nothing off where it ends with no step under way, as before deletes", async () => {
    const { program, there, passSecond, endStep } = scene();
    await endStep();
    there.delete(7);
    await passSecond();
    expect(program.gone.aborted).toBe(false);
  });

  it("calls nothing off where it was never seen, as from a container", async () => {
    const { program, passSecond, endStep } = scene(false);
    await passSecond();
    expect(program.gone.aborted).toBe(false);
    await endStep();
  });
});

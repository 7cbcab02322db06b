import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { check } from "../../../provider/table/check";
import { pod as declaration } from "../../../provider/kinds/pod/fields";
import type { Props } from "../../../provider/table/props";
import { hidden } from "../../../provider/state/state";
import { fixedBytes, gpuPod } from "../fixtures";
import { type Program, startWorld, type World } from "../world";

/** Pods that are done when their process ends, and what makes them run anew. */
let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.emulator.close());

const job = (inputs: Props = {}): Program => ({
  it: { kind: "Pod", inputs: { ...gpuPod, runToCompletion: true, waitFor: "exited", ...inputs } },
});
const live = () => world.platform.pods.get(world.entry("it").id);
const endsAfter = (ms: number) => world.emulator.scripts.add({ exitAfterMs: ms });
const writes = () =>
  world.emulator.requests
    .list()
    .filter(({ method }) => method !== "GET")
    .map(({ method, path }) => `${method} ${path.replace(/pods\/[^/]+/, "pods/:id")}`);
const starts = async () =>
  (await world.platform.pods.lastLines(world.entry("it").id, { tail: 200 })).filter(({ line }) =>
    line.startsWith("container started"),
  ).length;

describe("a pod with runToCompletion", () => {
  it("P-48: is done when its process has ended, which is no drift, and stays so", async () => {
    endsAfter(60_000);
    expect(await world.up(job())).toEqual({ it: "create" });
    expect(world.entry("it").outputs).toMatchObject({ status: "EXITED", desiredStatus: "RUNNING", cost: 0 });
    expect(await world.refresh()).toEqual([]);
    world.emulator.requests.clear();
    expect(await world.up(job())).toEqual({ it: "same" });
    expect(await world.up(job({ name: "renamed" }))).toEqual({ it: "update" });
    expect(writes()).toEqual(["PATCH /v2/pods/:id"]);
    expect(await live()).toMatchObject({ status: "EXITED", name: "renamed" });
  });

  it("is as far as any waitFor where it ends before anybody has looked", async () => {
    endsAfter(1);
    expect(await world.up(job({ waitFor: "running" }))).toEqual({ it: "create" });
    expect(world.entry("it").outputs).toMatchObject({ status: "EXITED" });
  });

  it("P-49: in ERROR has failed, which is drift, and the next up runs it again", async () => {
    endsAfter(60_000);
    await world.up(job());
    world.emulator.scripts.clear();
    world.emulator.scripts.add({ failStart: true });
    await world.platform.pods.start(world.entry("it").id);
    world.clock.advance(60_000);
    expect(await world.refresh()).toEqual(["it"]);
    expect(world.entry("it").outputs).toMatchObject({ status: "ERROR", desiredStatus: "EXITED" });
    world.emulator.scripts.clear();
    endsAfter(60_000);
    expect(await world.up(job())).toEqual({ it: "update" });
    expect(await live()).toMatchObject({ status: "EXITED" });
  });

  it("that was stopped before it ran is not done", async () => {
    world.emulator.scripts.add({ stayProvisioning: true });
    await world.up(job({ waitFor: "none" }));
    await world.platform.pods.stop(world.entry("it").id);
    expect(await world.refresh()).toEqual(["it"]);
  });

  it("goes on being waited for by the next up where the time was up", async () => {
    endsAfter(3_600_000);
    await expect(world.up(job({ timeouts: { create: "10m" } }))).rejects.toThrow(/Timed out after 600 s.*RUNNING/s);
    expect(await world.up(job({ timeouts: { update: "2h" } }))).toEqual({ it: "update" });
    expect(await starts()).toBe(1);
  });

  it("P-44: runs anew where what it runs changes, and is started where it is no job any more", async () => {
    endsAfter(60_000);
    await world.up(job());
    world.emulator.requests.clear();
    expect(await world.up(job({ image: "registry.example.com/acme/trainer:2" }))).toEqual({ it: "update" });
    expect(writes()).toEqual(["PATCH /v2/pods/:id", "POST /v2/pods/:id/action"]);
    expect(await live()).toMatchObject({ status: "EXITED" });
    world.emulator.scripts.clear();
    const ordinary = { runToCompletion: gone, waitFor: gone, image: "registry.example.com/acme/trainer:2" };
    expect(await world.up(job(ordinary))).toEqual({ it: "update" });
    expect(await live()).toMatchObject({ status: "RUNNING" });
    expect(await world.up(job(ordinary))).toEqual({ it: "same" });
  });

  it("is what `exited` can be waited for with", () => {
    const { failures } = check(declaration, {}, { ...gpuPod, waitFor: "exited" }, fixedBytes);
    expect(failures).toMatchObject([{ property: "waitFor", reason: expect.stringContaining("runToCompletion: true") }]);
  });
});

const gone = undefined;
const pod = (inputs: Props = {}): Program => ({ it: { kind: "Pod", inputs: { ...gpuPod, ...inputs } } });

describe("triggers", () => {
  it("replace the pod, so that its job runs anew", async () => {
    endsAfter(60_000);
    await world.up(job({ triggers: ["v1"] }));
    const { id } = world.entry("it");
    expect(await world.up(job({ triggers: ["v1"] }))).toEqual({ it: "same" });
    expect(await world.up(job({ triggers: ["v2"] }))).toEqual({ it: "replace" });
    expect(world.entry("it").id).not.toBe(id);
    expect((await world.platform.pods.list()).pods).toHaveLength(1);
  });
});

describe.each(["restartTriggers", "resetTriggers"])("%s", (name) => {
  it("P-45: restart a running pod once, in place", async () => {
    await world.up(pod());
    const { id } = world.entry("it");
    world.emulator.requests.clear();
    expect(await world.up(pod({ [name]: ["v1"] }))).toEqual({ it: "update" });
    expect(writes()).toEqual(["POST /v2/pods/:id/action"]);
    expect(await world.up(pod({ [name]: ["v1"] }))).toEqual({ it: "same" });
    expect([world.entry("it").id, await starts()]).toEqual([id, 2]);
  });

  it("P-51: add no restart of their own to a change that restarts the container", async () => {
    await world.up(pod());
    world.emulator.requests.clear();
    await world.up(pod({ [name]: ["v1"], disk: 60 }));
    expect(writes()).toEqual(["PATCH /v2/pods/:id"]);
    expect(await starts()).toBe(2);
  });

  it("P-44: run a job that is done anew, and leave a stopped pod stopped", async () => {
    endsAfter(60_000);
    await world.up(job());
    expect(await world.up(job({ [name]: [1] }))).toEqual({ it: "update" });
    expect(await starts()).toBe(2);
    const stopped = { desiredStatus: "EXITED" };
    await world.up(job({ ...stopped, [name]: [1] }));
    world.emulator.requests.clear();
    expect(await world.up(job({ ...stopped, [name]: [2] }))).toEqual({ it: "update" });
    expect(writes()).toEqual([]);
  });

  it("A-30: restart it once although the answer is lost", async () => {
    await world.up(pod());
    world.emulator.faults.add({ method: "POST", path: "/v2/pods/:id/action", phase: "after" });
    expect(await world.up(pod({ [name]: ["v1"] }))).toEqual({ it: "update" });
    expect(await starts()).toBe(2);
  });

  it("A-30: are not sure where nothing shows that the restart was carried out, and the next up restarts it", async () => {
    await world.up(pod());
    world.emulator.faults.add({ method: "POST", path: "/v2/pods/:id/action", phase: "before", status: 504 });
    await expect(world.up(pod({ [name]: ["v1"] }))).rejects.toMatchObject({ code: "initialization" });
    expect(await starts()).toBe(1);
    expect(world.entry("it").outputs[hidden.uncertain]).toEqual([name]);
    expect(await world.up(pod({ [name]: ["v1"] }))).toEqual({ it: "update" });
    expect(await starts()).toBe(2);
    expect(world.entry("it").outputs).not.toHaveProperty(hidden.uncertain);
  });

  it("are not carried out by an update after which the start is refused", async () => {
    endsAfter(60_000);
    await world.up(job());
    world.emulator.faults.add({ method: "POST", path: "/v2/pods/:id/action", phase: "before", status: 400 });
    await expect(world.up(job({ [name]: ["v1"], name: "renamed" }))).rejects.toMatchObject({ code: "initialization" });
    expect(await world.up(job({ [name]: ["v1"], name: "renamed" }))).toEqual({ it: "update" });
    expect(await starts()).toBe(2);
  });
});

describe("a lock", () => {
  const locked = { ...gpuPod, locked: true };
  it("P-46: keeps a pod from being reset, and not from being restarted", () => {
    const failuresOf = (news: Props) => check(declaration, locked, news, fixedBytes).failures;
    expect(failuresOf({ ...locked, resetTriggers: ["v1"] })).toMatchObject([
      { reason: expect.stringMatching(/resetTriggers.*can't be reset.*locked: false/) },
    ]);
    expect(failuresOf({ ...locked, locked: false, resetTriggers: ["v1"] })).toEqual([]);
    expect(failuresOf({ ...locked, restartTriggers: ["v1"] })).toEqual([]);
  });
});

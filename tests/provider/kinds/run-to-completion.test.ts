import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { check } from "../../../provider/table/check";
import { pod as declaration } from "../../../provider/kinds/pod/fields";
import type { Props } from "../../../provider/table/props";
import { runOnOneVolume } from "../../../provider/kinds/pod/update-calls";
import { hidden } from "../../../provider/state/state";
import { fixedBytes, gpuPod } from "../fixtures";
import { type Program, startRig, type Rig, wire } from "../rig";

/** Pods that are done when their process ends, and what makes them run anew. */
let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.emulator.close());

const job = (inputs: Props = {}): Program => ({
  it: { kind: "Pod", inputs: { ...gpuPod, runToCompletion: true, waitFor: "exited", ...inputs } },
});
const live = () => rig.platform.pods.get(rig.entry("it").id);
const endsAfter = (ms: number) => rig.emulator.scripts.add({ exitAfterMs: ms });
const writes = () =>
  rig.emulator.requests
    .list()
    .filter(({ method }) => method !== "GET")
    .map(({ method, path }) => `${method} ${path.replace(/pods\/[^/]+/, "pods/:id")}`);
const starts = async () =>
  (await rig.platform.pods.lastLines(rig.entry("it").id, { tail: 200 })).filter(({ line }) =>
    line.startsWith("container started"),
  ).length;

describe("a pod with runToCompletion", () => {
  it("P-48: is done when its process has ended, which is no drift, and stays so", async () => {
    endsAfter(60_000);
    expect(await rig.up(job())).toEqual({ it: "create" });
    expect(rig.entry("it").outputs).toMatchObject({ status: "EXITED", desiredStatus: "RUNNING", cost: 0 });
    expect(await rig.refresh()).toEqual([]);
    rig.emulator.requests.clear();
    expect(await rig.up(job())).toEqual({ it: "same" });
    expect(await rig.up(job({ name: "renamed" }))).toEqual({ it: "update" });
    expect(writes()).toEqual(["PATCH /v2/pods/:id"]);
    expect(await live()).toMatchObject({ status: "EXITED", name: "renamed" });
  });

  it("P-48: that still runs is ended before another run of it gets the same volume, and the preview says so", async () => {
    const volume = await rig.platform.networkVolumes.create({ name: "data", size: 10, dataCenter: "EU-XX-1" });
    const mounts = { network: [{ volumeId: volume.id, path: "/data" }] };
    const onVolume = (inputs: Props) => job({ mounts, waitFor: "running", ...inputs });
    await rig.up(onVolume({ triggers: [1] }));
    const { id, outputs, inputs } = rig.entry("it");
    const { reasons } = await rig.provider("Pod").diff(id, outputs, { ...inputs, triggers: [2] });
    expect(reasons.join(" ")).toMatch(
      new RegExp(
        `deleted before the new one is made, since both mount the volume ${volume.id}.*is lost.*nothing is billed`,
      ),
    );
    rig.emulator.requests.clear();
    expect(await rig.up(onVolume({ triggers: [2] }))).toEqual({ it: "replace" });
    expect(writes()).toEqual(["DELETE /v2/pods/:id", "POST /v2/pods", "PATCH /v2/pods/:id"]);
  });

  it.each<[string, Props, Props]>([
    ["has ended", { status: "EXITED" }, {}],
    ["is no job", { runToCompletion: false }, { runToCompletion: false }],
    ["mounts another volume", {}, { mounts: { network: [{ volumeId: "v-2", path: "/data" }] } }],
    ["mounts none", { mounts: {} }, {}],
  ])("P-48: stays until the new one is there where it %s", (_title, state, news) => {
    const both = { runToCompletion: true, mounts: { network: [{ volumeId: "v-1", path: "/data" }] } };
    expect(runOnOneVolume({ status: "RUNNING", ...both, ...state }, { ...both, ...news })).toBeUndefined();
  });

  it("is as far as any waitFor where it ends before anybody has looked", async () => {
    endsAfter(1);
    expect(await rig.up(job({ waitFor: "running" }))).toEqual({ it: "create" });
    expect(rig.entry("it").outputs).toMatchObject({ status: "EXITED" });
  });

  it("P-49: in ERROR has failed, which is drift, and the next up runs it again", async () => {
    endsAfter(60_000);
    await rig.up(job());
    rig.emulator.scripts.clear();
    rig.emulator.scripts.add({ failStart: true });
    await rig.platform.pods.start(rig.entry("it").id);
    rig.clock.advance(60_000);
    expect(await rig.refresh()).toEqual(["it"]);
    expect(rig.entry("it").outputs).toMatchObject({ status: "ERROR", desiredStatus: "EXITED" });
    rig.emulator.scripts.clear();
    endsAfter(60_000);
    expect(await rig.up(job())).toEqual({ it: "update" });
    expect(await live()).toMatchObject({ status: "EXITED" });
  });

  it("that was stopped before it ran is not done", async () => {
    rig.emulator.scripts.add({ stayProvisioning: true });
    await rig.up(job({ waitFor: "none" }));
    await rig.platform.pods.stop(rig.entry("it").id);
    expect(await rig.refresh()).toEqual(["it"]);
  });

  it("goes on being waited for by the next up where the time was up", async () => {
    endsAfter(3_600_000);
    await expect(rig.up(job({ timeouts: { create: "10m" } }))).rejects.toThrow(/Timed out after 600 s.*RUNNING/s);
    expect(await rig.up(job({ timeouts: { update: "2h" } }))).toEqual({ it: "update" });
    expect(await starts()).toBe(1);
  });

  it("P-44: runs anew where what it runs changes, and is started where it is no job any more", async () => {
    endsAfter(60_000);
    await rig.up(job());
    rig.emulator.requests.clear();
    expect(await rig.up(job({ image: "registry.example.com/acme/trainer:2" }))).toEqual({ it: "update" });
    expect(writes()).toEqual(["PATCH /v2/pods/:id", "POST /v2/pods/:id/action"]);
    expect(await live()).toMatchObject({ status: "EXITED" });
    rig.emulator.scripts.clear();
    const ordinary = { runToCompletion: gone, waitFor: gone, image: "registry.example.com/acme/trainer:2" };
    expect(await rig.up(job(ordinary))).toEqual({ it: "update" });
    expect(await live()).toMatchObject({ status: "RUNNING" });
    expect(await rig.up(job(ordinary))).toEqual({ it: "same" });
  });

  it("P-58: runs anew by the next up where what it runs was changed, and its start was refused", async () => {
    endsAfter(60_000);
    await rig.up(job());
    const changed = job({ image: "registry.example.com/acme/trainer:2" });
    const refused = { method: "POST", path: "/v2/pods/:id/action", phase: "before", status: 400 } as const;
    rig.emulator.faults.add({ ...refused, times: 2 });
    await expect(rig.up(changed)).rejects.toMatchObject({ cause: { code: "start_refused" } });
    await expect(rig.up(changed)).rejects.toMatchObject({ cause: { code: "start_refused" } });
    await rig.refresh();
    expect(await rig.up(changed)).toEqual({ it: "update" });
    expect(await starts()).toBe(2);
    expect(await rig.up(changed)).toEqual({ it: "same" });
  });

  it("P-58: is left alone where somebody has run it since its start was refused", async () => {
    endsAfter(60_000);
    await rig.up(job());
    const changed = job({ image: "registry.example.com/acme/trainer:2" });
    rig.emulator.faults.add({ method: "POST", path: "/v2/pods/:id/action", phase: "before", status: 400, times: 1 });
    await expect(rig.up(changed)).rejects.toMatchObject({ cause: { code: "start_refused" } });
    await rig.platform.pods.start(rig.entry("it").id);
    rig.clock.advance(120_000);
    await rig.refresh();
    await rig.up(changed);
    expect(await starts()).toBe(2);
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
    await rig.up(job({ triggers: ["v1"] }));
    const { id } = rig.entry("it");
    expect(await rig.up(job({ triggers: ["v1"] }))).toEqual({ it: "same" });
    expect(await rig.up(job({ triggers: ["v2"] }))).toEqual({ it: "replace" });
    expect(rig.entry("it").id).not.toBe(id);
    expect((await rig.platform.pods.list()).pods).toHaveLength(1);
  });
});

describe.each(["restartTriggers", "resetTriggers"])("%s", (name) => {
  it("P-45: restart a running pod once, in place", async () => {
    await rig.up(pod());
    const { id } = rig.entry("it");
    rig.emulator.requests.clear();
    expect(await rig.up(pod({ [name]: ["v1"] }))).toEqual({ it: "update" });
    expect(writes()).toEqual(["POST /v2/pods/:id/action"]);
    expect(await rig.up(pod({ [name]: ["v1"] }))).toEqual({ it: "same" });
    expect([rig.entry("it").id, await starts()]).toEqual([id, 2]);
  });

  it("P-51: add no restart of their own to a change that restarts the container", async () => {
    await rig.up(pod());
    rig.emulator.requests.clear();
    await rig.up(pod({ [name]: ["v1"], disk: 60 }));
    expect(writes()).toEqual(["PATCH /v2/pods/:id"]);
    expect(await starts()).toBe(2);
  });

  it("P-44: run a job that is done anew, and leave a stopped pod stopped", async () => {
    endsAfter(60_000);
    await rig.up(job());
    expect(await rig.up(job({ [name]: [1] }))).toEqual({ it: "update" });
    expect(await starts()).toBe(2);
    const stopped = { desiredStatus: "EXITED" };
    await rig.up(job({ ...stopped, [name]: [1] }));
    rig.emulator.requests.clear();
    expect(await rig.up(job({ ...stopped, [name]: [2] }))).toEqual({ it: "update" });
    expect(writes()).toEqual([]);
  });

  it("A-30: restart it once although the answer is lost", async () => {
    await rig.up(pod());
    rig.emulator.faults.add({ method: "POST", path: "/v2/pods/:id/action", phase: "after" });
    expect(await rig.up(pod({ [name]: ["v1"] }))).toEqual({ it: "update" });
    expect(await starts()).toBe(2);
  });

  it("A-30: are not sure where nothing shows that the restart was carried out, and the next up restarts it", async () => {
    await rig.up(pod());
    rig.emulator.faults.add({ method: "POST", path: "/v2/pods/:id/action", phase: "before", status: 504 });
    await expect(rig.up(pod({ [name]: ["v1"] }))).rejects.toMatchObject({ code: "initialization" });
    expect(await starts()).toBe(1);
    expect(rig.entry("it").outputs[hidden.uncertain]).toEqual([name]);
    expect(await rig.up(pod({ [name]: ["v1"] }))).toEqual({ it: "update" });
    expect(await starts()).toBe(2);
    expect(rig.entry("it").outputs).not.toHaveProperty(hidden.uncertain);
  });

  it("are not carried out by an update after which the start is refused", async () => {
    endsAfter(60_000);
    await rig.up(job());
    rig.emulator.faults.add({ method: "POST", path: "/v2/pods/:id/action", phase: "before", status: 400 });
    await expect(rig.up(job({ [name]: ["v1"], name: "renamed" }))).rejects.toMatchObject({ code: "initialization" });
    expect(await rig.up(job({ [name]: ["v1"], name: "renamed" }))).toEqual({ it: "update" });
    expect(await starts()).toBe(2);
  });
});

describe("a lock", () => {
  const locked = { ...gpuPod, locked: true };
  it("P-46: keeps a pod from being reset, and not from being restarted", () => {
    const failuresOf = (news: Props) => check(declaration, locked, news, fixedBytes).failures;
    expect(failuresOf({ ...locked, resetTriggers: ["v1"] })).toMatchObject([
      { property: "resetTriggers", reason: expect.stringMatching(/can't be reset.*locked: false/) },
    ]);
    expect(failuresOf({ ...locked, locked: false, resetTriggers: ["v1"] })).toEqual([]);
    expect(failuresOf({ ...locked, restartTriggers: ["v1"] })).toEqual([]);
  });
});

it("P-44: a finished job that is imported counts no cost for the template that the import could not read", async () => {
  const { id: templateId } = await rig.platform.templates.create({ name: "t", image: "a:1" });
  const { id } = await rig.platform.pods.create({ name: "it", image: "a:1", gpu: { id: "NVIDIA L40S" }, templateId });
  rig.clock.advance(60_000);
  await rig.platform.pods.stop(id);
  const handed = { __key: "k", __urn: "urn:pulumi:dev::p::compute:index:Pod::it" };
  const { props, inputs: imported } = await rig.provider("Pod").import(id, handed);
  const asked = { ...imported, ...handed, desiredStatus: "RUNNING", templateId, runToCompletion: true };
  const { inputs } = await rig.provider("Pod").check(wire(imported), { ...asked, __preview: true });
  await rig.provider("Pod").diff(id, wire(props), wire(inputs));
  expect(rig.informed).toContain("The pod, which has run, stays stopped; change restartTriggers to start it.");
  expect(rig.informed).toContain("Cost: 0.00 USD/h → 0.00 USD/h (no change), list price.");
});

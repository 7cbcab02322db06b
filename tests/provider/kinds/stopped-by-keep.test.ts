import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { check } from "../../../provider/table/check";
import { pod as declaration } from "../../../provider/kinds/pod/fields";
import type { Props } from "../../../provider/table/props";
import { fixedBytes, gpuPod } from "../fixtures";
import { type Program, startRig, type Rig, wire } from "../rig";

/** Pods that `compute keep` may stop: what it stops stays stopped, until the program asks for another start. */
let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.emulator.close());

const kept = (inputs: Props = {}): Program => ({
  it: { kind: "Pod", inputs: { ...gpuPod, stopAfter: "8h", ...inputs } },
});
const id = () => rig.entry("it").id;
const live = () => rig.platform.pods.get(id());
const writes = () =>
  rig.emulator.requests
    .list()
    .filter(({ method }) => method !== "GET")
    .map(({ method, path }) => `${method} ${path.replace(/pods\/[^/]+/, "pods/:id")}`);

describe.each([
  ["stopAfter", { stopAfter: "8h" }],
  ["stopWhenIdle", { stopAfter: undefined, stopWhenIdle: { after: "30m", gpuBelow: 5 } }],
])("a pod with %s", (_, inputs) => {
  it("P-43: is left stopped, which is no drift, by a refresh, by up and by an update of something else", async () => {
    await rig.up(kept(inputs));
    await rig.platform.pods.stop(id());
    expect(await rig.refresh()).toEqual([]);
    rig.emulator.requests.clear();
    expect(await rig.up(kept(inputs))).toEqual({ it: "same" });
    expect(await rig.up(kept({ ...inputs, name: "renamed" }))).toEqual({ it: "update" });
    expect(writes()).toEqual(["PATCH /v2/pods/:id"]);
    expect(await live()).toMatchObject({ status: "EXITED", name: "renamed" });
  });

  it("P-44: is started again by a new trigger", async () => {
    await rig.up(kept({ ...inputs, restartTriggers: [1] }));
    await rig.platform.pods.stop(id());
    await rig.refresh();
    expect(await rig.up(kept({ ...inputs, restartTriggers: [2] }))).toEqual({ it: "update" });
    expect(await live()).toMatchObject({ status: "RUNNING" });
  });

  it("is drift in ERROR, and the next up starts it", async () => {
    await rig.up(kept(inputs));
    await rig.platform.pods.stop(id());
    rig.emulator.scripts.add({ failStart: true });
    await rig.platform.pods.start(id());
    rig.clock.advance(60_000);
    expect(await rig.refresh()).toEqual(["it"]);
    rig.emulator.scripts.clear();
    expect(await rig.up(kept(inputs))).toEqual({ it: "update" });
    expect(await live()).toMatchObject({ status: "RUNNING" });
  });

  it("is started where nothing may stop it any more", async () => {
    await rig.up(kept(inputs));
    await rig.platform.pods.stop(id());
    await rig.refresh();
    const always = kept({ stopAfter: undefined, stopWhenIdle: undefined });
    expect(await rig.up(always)).toEqual({ it: "update" });
    expect(await live()).toMatchObject({ status: "RUNNING" });
  });
});

it("changes stopAfter and stopWhenIdle in place without a request", async () => {
  await rig.up(kept());
  rig.emulator.requests.clear();
  const idle = { stopAfter: "1h", stopWhenIdle: { after: "30m" } };
  expect(await rig.up(kept(idle))).toEqual({ it: "update" });
  expect(writes()).toEqual([]);
  expect(rig.entry("it").outputs).toMatchObject(idle);
});

it("fails a create whose pod ends at once, though it may be stopped", async () => {
  rig.emulator.scripts.add({ exitAfterMs: 1 });
  await expect(rig.up(kept())).rejects.toThrow(/EXITED/);
});

describe("what compute keep could not stop or measure is refused", () => {
  const refusals = (inputs: Props) => check(declaration, {}, { ...gpuPod, ...inputs }, fixedBytes).failures;

  it.each([
    [{ locked: true, stopAfter: "1h" }, "stopAfter"],
    [{ locked: true, stopWhenIdle: { after: "1h" } }, "stopWhenIdle"],
    [{ stopWhenIdle: { after: "1h", cpuBelow: 5 } }, "stopWhenIdle.cpuBelow"],
    [{ stopAfter: "tomorrow" }, "stopAfter"],
    [{ stopWhenIdle: { gpuBelow: 5 } }, "stopWhenIdle"],
    [{ stopWhenIdle: { after: "1h", gpuBelow: 101 } }, "stopWhenIdle.gpuBelow"],
  ])("%j at %s", (inputs, path) => {
    expect(refusals(inputs).map(({ property }) => property)).toEqual([expect.stringContaining(path)]);
  });
});

it.each([
  ["stopAfter", { stopAfter: "8h" }],
  ["stopWhenIdle", { stopWhenIdle: { after: "30m" } }],
])("P-43: the preview of a new pod with %s says what a stop wipes", (argument, inputs) => {
  const said = (asked: Props) => (declaration.cautions ?? []).map((caution) => caution({ ...gpuPod, ...asked })).join();
  expect(said(inputs)).toContain(
    `${argument} lets \`compute keep\` stop the pod, which wipes the container's disk; mounted disks keep their data`,
  );
  expect(said({})).not.toContain("compute keep");
});

describe("a pod that was stopped since the state has seen it", () => {
  /** What a preview says of this change. */
  async function preview(inputs: Props): Promise<readonly string[]> {
    const { outputs, inputs: before } = rig.entry("it");
    const handed = { __key: "k", __urn: "urn:pulumi:dev::p::t::it", __preview: true };
    const asked = { ...(kept(inputs).it!.inputs as Props), ...handed };
    const { inputs: news } = await rig.provider("Pod").check(wire(before), asked);
    rig.informed.length = 0;
    await rig.provider("Pod").diff(id(), wire(outputs), wire(news));
    return rig.informed;
  }
  const image = "registry.example.com/acme/trainer:2";

  it("P-44: starts with a change that would restart it, at its price, and the preview says so", async () => {
    await rig.up(kept({ __key: "k" }));
    await rig.platform.pods.stop(id());
    expect(await preview({ image })).toEqual([
      "image changes in place.",
      "The pod, which has ended, starts again, which wipes the container disk; mounted disks keep their data.",
      "Cost: 0.00 USD/h → 1.72 USD/h (+1.72), list price.",
    ]);
    expect(await preview({ name: "renamed" })).toEqual(["name changes in place."]);
  });

  it("P-44: starts with any change where nothing lets it rest", async () => {
    await rig.up(kept({ __key: "k", stopAfter: undefined }));
    await rig.platform.pods.stop(id());
    expect(await preview({ stopAfter: undefined, name: "renamed" })).toEqual([
      "name changes in place.",
      "The pod, which has ended, starts again.",
      "Cost: 0.00 USD/h → 1.72 USD/h (+1.72), list price.",
    ]);
  });

  it("P-43: that can't be read: the preview says that it goes by the state", async () => {
    await rig.up(kept({ __key: "k" }));
    rig.emulator.faults.add({ method: "GET", path: "/v2/pods*", phase: "before", status: 403, times: "always" });
    expect(await preview({ image })).toContain("Whether its container runs could not be read: this goes by the state.");
  });
});

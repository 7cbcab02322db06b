import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Props } from "../../../provider/table/props";
import { cpuPod } from "../fixtures";
import { type Program, startRig, type Rig } from "../rig";

/** Variables that someone else gave a pod: their values may be secrets that Pulumi knows nothing of. */
const canary = "canary-7f03";
let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.emulator.close());

const pod = (inputs: Props): Program => ({ it: { kind: "Pod", inputs: { ...cpuPod, ...inputs } } });
const envNow = async () => (await rig.platform.pods.get(rig.entry("it").id)).env;
/** As `ignoreChanges: ["env.HF_TOKEN"]` has it: the variable is what it is in the inputs of state. */
const ignoring = (env: Props): Program =>
  pod({ env: { ...env, HF_TOKEN: (rig.entry("it").inputs.env as Props).HF_TOKEN } });

beforeEach(async () => {
  await rig.up(pod({ env: { STAGE: "dev" } }));
  await rig.platform.pods.update(rig.entry("it").id, { env: { STAGE: "dev", HF_TOKEN: canary } });
});

describe("a variable that someone else added", () => {
  it("A-82: shows by name only, however often the pod is read", async () => {
    for (let times = 0; times < 3; times++) {
      await rig.refresh();
      expect(JSON.stringify([...rig.state])).not.toContain(canary);
      expect(rig.entry("it").inputs.env).toHaveProperty("HF_TOKEN");
    }
    expect(await rig.up(pod({ env: { STAGE: "dev" } }))).toEqual({ it: "update" });
    expect(await envNow()).toEqual({ STAGE: "dev" });
    expect(await rig.refresh()).toEqual([]);
  });

  it.each(["toString", "constructor", "__proto__"])(
    "A-82: shows by name only where it is called %s, as no variable of the program is",
    async (name) => {
      await rig.platform.pods.update(rig.entry("it").id, {
        env: Object.fromEntries([
          ["STAGE", "dev"],
          [name, canary],
        ]),
      });
      await rig.refresh();
      expect(JSON.stringify([...rig.state])).not.toContain(canary);
      expect(Object.keys(rig.entry("it").inputs.env as Props).sort()).toEqual(["STAGE", name].sort());
      expect(await rig.up(pod({ env: { STAGE: "dev" } }))).toEqual({ it: "update" });
      expect(await envNow()).toEqual({ STAGE: "dev" });
    },
  );

  it("A-82: that changes are ignored of keeps its value when others change", async () => {
    await rig.refresh();
    expect(await rig.up(ignoring({ STAGE: "dev" }))).toEqual({ it: "same" });
    expect(await rig.up(ignoring({ STAGE: "live" }))).toEqual({ it: "update" });
    expect(await envNow()).toEqual({ STAGE: "live", HF_TOKEN: canary });
    expect(JSON.stringify([...rig.state])).not.toContain(canary);
    expect(await rig.up(ignoring({ STAGE: "live" }))).toEqual({ it: "same" });
    expect(await rig.refresh()).toEqual([]);
  });

  it("P-10: that changes are ignored of is not made up for the pod that takes its place", async () => {
    await rig.refresh();
    const larger = (): Program => ({
      it: {
        kind: "Pod",
        inputs: { ...(ignoring({ STAGE: "dev" }).it?.inputs as Props), cpu: { id: "cpu3c", vcpuCount: 8 } },
      },
    });
    expect(await rig.up(larger())).toEqual({ it: "replace" });
    expect(await envNow()).toEqual({ STAGE: "dev" });
    expect(await rig.up(larger())).toEqual({ it: "same" });
    await rig.refresh();
    expect(await rig.up(larger())).toEqual({ it: "same" });
  });

  it("A-82: leaves the environment alone when it is gone again", async () => {
    await rig.refresh();
    await rig.platform.pods.update(rig.entry("it").id, { env: { STAGE: "dev" } });
    await rig.refresh();
    expect(await rig.up(pod({ env: { STAGE: "dev" } }))).toEqual({ it: "same" });
  });
});

it("P-49: a pod in ERROR whose state changes are ignored of stays, and everything else still changes", async () => {
  const stored = rig.emulator.store.pods.get(rig.entry("it").id);
  Object.assign(stored ?? {}, { status: "ERROR" });
  expect(await rig.refresh()).toEqual(["it"]);
  const { desiredStatus } = rig.entry("it").inputs;
  expect(rig.entry("it").outputs).toMatchObject({ status: "ERROR" });
  const left = pod({ env: { STAGE: "dev" }, desiredStatus, name: "renamed" });
  expect(await rig.up(left)).toEqual({ it: "update" });
  expect(await rig.platform.pods.get(rig.entry("it").id)).toMatchObject({ name: "renamed", status: "ERROR" });
  expect(await rig.up(left)).toEqual({ it: "same" });
});

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Props } from "../../../provider/table/props";
import { cpuPod } from "../fixtures";
import { type Program, startWorld, type World } from "../world";

/** Variables that someone else gave a pod: their values may be secrets that Pulumi knows nothing of. */
const canary = "canary-7f03";
let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.emulator.close());

const pod = (inputs: Props): Program => ({ it: { kind: "Pod", inputs: { ...cpuPod, ...inputs } } });
const envNow = async () => (await world.platform.pods.get(world.entry("it").id)).env;
/** As `ignoreChanges: ["env.HF_TOKEN"]` has it: the variable is what it is in the inputs of state. */
const ignoring = (env: Props): Program =>
  pod({ env: { ...env, HF_TOKEN: (world.entry("it").inputs.env as Props).HF_TOKEN } });

beforeEach(async () => {
  await world.up(pod({ env: { STAGE: "dev" } }));
  await world.platform.pods.update(world.entry("it").id, { env: { STAGE: "dev", HF_TOKEN: canary } });
});

describe("a variable that someone else added", () => {
  it("A-82: shows by name only, however often the pod is read", async () => {
    for (let times = 0; times < 3; times++) {
      await world.refresh();
      expect(JSON.stringify([...world.state])).not.toContain(canary);
      expect(world.entry("it").inputs.env).toHaveProperty("HF_TOKEN");
    }
    expect(await world.up(pod({ env: { STAGE: "dev" } }))).toEqual({ it: "update" });
    expect(await envNow()).toEqual({ STAGE: "dev" });
    expect(await world.refresh()).toEqual([]);
  });

  it("A-82: that changes are ignored of keeps its value when others change", async () => {
    await world.refresh();
    expect(await world.up(ignoring({ STAGE: "dev" }))).toEqual({ it: "same" });
    expect(await world.up(ignoring({ STAGE: "live" }))).toEqual({ it: "update" });
    expect(await envNow()).toEqual({ STAGE: "live", HF_TOKEN: canary });
    expect(JSON.stringify([...world.state])).not.toContain(canary);
    expect(await world.up(ignoring({ STAGE: "live" }))).toEqual({ it: "same" });
    expect(await world.refresh()).toEqual([]);
  });

  it("P-10: that changes are ignored of is not made up for the pod that takes its place", async () => {
    await world.refresh();
    const larger = (): Program => ({
      it: {
        kind: "Pod",
        inputs: { ...(ignoring({ STAGE: "dev" }).it?.inputs as Props), cpu: { id: "cpu3c", vcpuCount: 8 } },
      },
    });
    expect(await world.up(larger())).toEqual({ it: "replace" });
    expect(await envNow()).toEqual({ STAGE: "dev" });
    expect(await world.up(larger())).toEqual({ it: "same" });
    await world.refresh();
    expect(await world.up(larger())).toEqual({ it: "same" });
  });

  it("A-82: leaves the environment alone when it is gone again", async () => {
    await world.refresh();
    await world.platform.pods.update(world.entry("it").id, { env: { STAGE: "dev" } });
    await world.refresh();
    expect(await world.up(pod({ env: { STAGE: "dev" } }))).toEqual({ it: "same" });
  });
});

it("P-49: a pod in ERROR whose state changes are ignored of stays, and everything else still changes", async () => {
  const stored = world.emulator.store.pods.get(world.entry("it").id);
  Object.assign(stored ?? {}, { status: "ERROR" });
  expect(await world.refresh()).toEqual(["it"]);
  const { desiredStatus } = world.entry("it").inputs;
  expect(world.entry("it").outputs).toMatchObject({ status: "ERROR" });
  const left = pod({ env: { STAGE: "dev" }, desiredStatus, name: "renamed" });
  expect(await world.up(left)).toEqual({ it: "update" });
  expect(await world.platform.pods.get(world.entry("it").id)).toMatchObject({ name: "renamed", status: "ERROR" });
  expect(await world.up(left)).toEqual({ it: "same" });
});

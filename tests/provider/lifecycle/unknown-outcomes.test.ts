import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Props } from "../../../provider/table/props";
import { hidden } from "../../../provider/state/state";
import { gpuPod, trainingCluster, volume } from "../fixtures";
import { type Program, startRig, type Rig } from "../rig";

/** What an update does where the platform is not as the plan took it to be, or does not say what it did. */
let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.emulator.close());

const pod = (inputs: Props = {}): Program => ({ it: { kind: "Pod", inputs: { ...gpuPod, ...inputs } } });
const sized = (size: number): Program => ({ it: { kind: "NetworkVolume", inputs: { ...volume, size } } });
const live = () => rig.platform.pods.get(rig.entry("it").id);
const writes = () => rig.emulator.requests.list().filter(({ method }) => method !== "GET");
/** Every PATCH is carried out or not, and its answer says 504, for as long as the client asks. */
const loseAnswers = (phase: "after" | "before") =>
  rig.emulator.faults.add({ method: "PATCH", path: "/v2/*", phase, status: 504, times: "always" });

describe("a PATCH whose outcome is unknown", () => {
  const other = "registry.example.com/acme/trainer:2";

  it("A-30: and that was carried out is seen, so that the reverted program has a difference", async () => {
    await rig.up(pod());
    loseAnswers("after");
    await expect(rig.up(pod({ image: other }))).rejects.toMatchObject({ code: "initialization" });
    rig.emulator.faults.clear();
    expect(rig.entry("it").outputs).toMatchObject({ image: other });
    expect(await rig.up(pod())).toEqual({ it: "update" });
    expect(await live()).toMatchObject({ image: gpuPod.image });
    expect(await rig.up(pod())).toEqual({ it: "same" });
  });

  it("A-30: and that was carried out is a difference of the reverted program after a refresh too", async () => {
    await rig.up(pod());
    loseAnswers("after");
    await expect(rig.up(pod({ disk: 60 }))).rejects.toMatchObject({ code: "initialization" });
    rig.emulator.faults.clear();
    await rig.refresh();
    expect(await rig.up(pod())).toEqual({ it: "update" });
    expect(await live()).toMatchObject({ disk: 50 });
  });

  it("A-30: and that was not carried out is made up for by the same program, and nothing is left to do by the old", async () => {
    await rig.up(pod({ disk: 60 }));
    loseAnswers("before");
    await expect(rig.up(pod())).rejects.toMatchObject({ code: "initialization" });
    rig.emulator.faults.clear();
    expect(await rig.up(pod())).toEqual({ it: "update" });
    expect(await live()).toMatchObject({ disk: 50 });
  });

  it("P-51: of what no read shows is marked, and every program sets it again", async () => {
    await rig.up(pod({ globalNetworking: true }));
    loseAnswers("after");
    await expect(rig.up(pod({ globalNetworking: false }))).rejects.toMatchObject({ code: "initialization" });
    rig.emulator.faults.clear();
    expect(rig.entry("it").outputs[hidden.uncertain]).toEqual(["globalNetworking"]);
    await rig.refresh();
    expect(rig.entry("it").outputs[hidden.uncertain]).toEqual(["globalNetworking"]);
    rig.emulator.faults.add({ method: "PATCH", path: "/v2/pods/:id", phase: "before", status: 403 });
    await expect(rig.up(pod({ desiredStatus: "EXITED" }))).rejects.toMatchObject({ code: "initialization" });
    expect(rig.entry("it").outputs[hidden.uncertain]).toEqual(["globalNetworking"]);
    rig.emulator.requests.clear();
    expect(await rig.up(pod({ globalNetworking: true, desiredStatus: "EXITED" }))).toEqual({ it: "update" });
    expect(writes()).toMatchObject([{ method: "PATCH" }]);
    expect(rig.entry("it").outputs).not.toHaveProperty(hidden.uncertain);
    expect(await rig.up(pod({ globalNetworking: true, desiredStatus: "EXITED" }))).toEqual({ it: "same" });
  });

  it("A-30: where the look fails too marks everything that was sent, until a read shows it", async () => {
    await rig.up(sized(100));
    rig.emulator.faults.add({ method: "GET", path: "/v2/*", phase: "before", nth: 3, status: 504, times: "always" });
    loseAnswers("after");
    await expect(rig.up(sized(200))).rejects.toMatchObject({ code: "initialization" });
    rig.emulator.faults.clear();
    expect(rig.entry("it").outputs).toMatchObject({ size: 100, [hidden.uncertain]: ["size"] });
    await expect(rig.up(sized(100))).rejects.toMatchObject({ code: "changed_meanwhile" });
    expect(await rig.refresh()).toEqual(["it"]);
    expect(rig.entry("it").outputs).toMatchObject({ size: 200 });
    expect(rig.entry("it").outputs).not.toHaveProperty(hidden.uncertain);
    expect(await rig.up(sized(200))).toEqual({ it: "same" });
  });

  it("A-30: and that takes an argument out keeps it as one that the program had", async () => {
    await rig.up(pod({ disk: 60, env: { TOKEN: "canary-3f1d" } }));
    loseAnswers("before");
    await expect(rig.up(pod())).rejects.toMatchObject({ code: "initialization" });
    expect(JSON.stringify(rig.entry("it").outputs)).not.toContain("canary");
    rig.emulator.faults.clear();
    await rig.refresh();
    expect(JSON.stringify(rig.entry("it"))).toContain("canary"); // its inputs, which the engine encrypts as they were
    expect(JSON.stringify(rig.entry("it").outputs)).not.toContain("canary");
    expect(await rig.up(pod())).toEqual({ it: "update" });
    expect(await live()).toMatchObject({ disk: 50, env: {} });
  });
});

describe("what only a replacement could make, found by the update", () => {
  const persistent = (size: number): Program => pod({ mounts: { persistent: { size, path: "/data" } } });

  it("M-30: stops it: the disk of a pod that was grown by hand meanwhile", async () => {
    await rig.up(persistent(20));
    const { id } = rig.entry("it");
    await rig.platform.pods.update(id, { mounts: { persistent: { size: 100, path: "/data" } } });
    rig.emulator.requests.clear();
    await expect(rig.up(persistent(50))).rejects.toMatchObject({
      code: "changed_meanwhile",
      message: expect.stringMatching(/"size":100.*asks for.*"size":50.*nothing was changed.*pulumi refresh/),
    });
    expect(writes()).toEqual([]);
    await expect(rig.up(persistent(50))).rejects.toMatchObject({ code: "changed_meanwhile" });
    expect(await rig.refresh()).toEqual(["it"]);
    expect(await rig.up(persistent(100))).toEqual({ it: "same" });
  });

  it("V-10: stops it: a volume that was grown by hand meanwhile, and after a refresh the preview names a way out", async () => {
    await rig.up(sized(20));
    await rig.platform.networkVolumes.update(rig.entry("it").id, { size: 100 });
    await expect(rig.up(sized(50))).rejects.toMatchObject({
      code: "changed_meanwhile",
      message: expect.stringMatching(/size is 100 now, and the program asks for 50/),
    });
    expect(await rig.refresh()).toEqual(["it"]);
    await expect(rig.up(sized(50))).rejects.toThrow(/leave size as it is on the platform \(100\)/);
    expect(await rig.up(sized(100))).toEqual({ it: "same" });
    expect(await rig.up(sized(150))).toEqual({ it: "update" });
  });
});

describe("a placeholder for what may be a secret", () => {
  const canary = "canary-77aa";
  it.each<[string, Props, Props]>([
    ["a variable", { env: { TOKEN: canary, STAGE: "a" } }, { env: { TOKEN: "plain", STAGE: "b" } }],
    ["the command", { cmd: ["serve", canary] }, { cmd: ["serve"] }],
    ["args", { args: `serve ${canary}` }, { args: "serve" }],
    ["the image", { image: `registry.example.com/${canary}:1` }, { image: "registry.example.com/plain:1" }],
    ["the name", { name: canary }, { name: "plain" }],
  ])("is not filled in by a refresh: %s", async (_title, before, after) => {
    await rig.up(pod(before));
    rig.emulator.faults.add({ method: "PATCH", path: "/v2/pods/:id", phase: "before", status: 403 });
    await expect(rig.up(pod({ ...after, desiredStatus: "EXITED" }))).rejects.toMatchObject({
      code: "initialization",
    });
    const inputs = rig.entry("it").inputs;
    for (let times = 0; times < 2; times++) {
      await rig.refresh();
      expect(JSON.stringify(rig.entry("it").outputs)).not.toContain(canary);
      expect(rig.entry("it").inputs).toEqual(inputs);
    }
    rig.emulator.requests.clear();
    expect(await rig.up(pod({ ...before, desiredStatus: "EXITED" }))).toEqual({ it: "update" });
    expect(writes()).toEqual([]);
    expect(await rig.up(pod({ ...before, desiredStatus: "EXITED" }))).toEqual({ it: "same" });
  });
});

describe("a cluster whose members have finished", () => {
  const named = (name: string): Program => ({ it: { kind: "Cluster", inputs: { ...trainingCluster, name } } });
  const finish = async () => {
    for await (const { id } of rig.platform.pods.listAll({ includeClusterPods: true })) {
      const member = rig.emulator.store.pods.get(id)!;
      rig.emulator.store.pods.set({ ...member, status: "EXITED" } as never);
    }
  };

  it("C-20: is renamed, and that is all", async () => {
    await rig.up(named("first"));
    await finish();
    expect(await rig.up(named("second"))).toEqual({ it: "update" });
    expect(rig.entry("it").outputs).toMatchObject({ name: "second", pods: { byStatus: { EXITED: 2 } } });
    expect(await rig.up(named("second"))).toEqual({ it: "same" });
    expect(await rig.up(named("third"))).toEqual({ it: "update" });
  });

  it("C-30: before it was ever ready keeps failing with the reason, renamed or not, and after a refresh too", async () => {
    rig.emulator.scripts.add({ match: { image: String(trainingCluster.image) }, failStart: true });
    await expect(rig.up(named("first"))).rejects.toMatchObject({ code: "initialization" });
    await expect(rig.up(named("first"))).rejects.toThrow(/are in ERROR/);
    await rig.refresh();
    await expect(rig.up(named("second"))).rejects.toThrow(/are in ERROR/);
  });

  it("C-30, P-59: whose members failed says what ends that, and that does", async () => {
    rig.emulator.scripts.add({ match: { image: String(trainingCluster.image) }, failStart: true });
    const failed = rig.up(named("first"));
    await expect(failed).rejects.toThrow(/2 of its 2 pods are in ERROR/);
    await expect(failed).rejects.toThrow(/`compute logs`.*`up --replace`.*`waitFor: "none"`/);
    const unwatched: Program = {
      it: { kind: "Cluster", inputs: { ...trainingCluster, name: "first", waitFor: "none" } },
    };
    expect(await rig.up(unwatched)).toEqual({ it: "update" });
    expect(await rig.up(unwatched)).toEqual({ it: "same" });
  });

  it("C-30, P-48: before a run saw them ready have run, so the next up takes the cluster as it is, and says so", async () => {
    rig.emulator.scripts.add({ match: { image: String(trainingCluster.image) }, exitAfterMs: 1 });
    await expect(rig.up(named("first"))).rejects.toThrow(/2 of its 2 pods are in EXITED.*run `up` again/);
    expect(rig.said).toEqual([]);
    expect(await rig.up(named("first"))).toEqual({ it: "update" });
    expect(rig.said).toEqual([expect.stringMatching(/2 of its 2 pods.*have ended \(EXITED\).*`up --replace`/)]);
    expect(await rig.up(named("first"))).toEqual({ it: "same" });
    expect(rig.said).toHaveLength(1);
  });
});

describe("an argument that the program sets for the first time, as the platform has it", () => {
  const drift: [string, Props, () => Promise<unknown>][] = [
    ["env: {}", { env: {} }, async () => rig.platform.pods.update(rig.entry("it").id, { env: { EXTRA: "x" } })],
    ["cmd: []", { cmd: [] }, async () => rig.platform.pods.update(rig.entry("it").id, { cmd: ["other"] })],
  ];

  it.each(drift)("is recorded, and later drift in it is seen: %s", async (_title, set, change) => {
    await rig.up(pod());
    rig.emulator.requests.clear();
    expect(await rig.up(pod(set))).toEqual({ it: "update" });
    expect(writes()).toEqual([]);
    expect(await rig.up(pod(set))).toEqual({ it: "same" });
    await change();
    expect(await rig.refresh()).toEqual(["it"]);
    expect(await rig.up(pod(set))).toEqual({ it: "update" });
    expect(await live()).toMatchObject({ env: {}, cmd: [] });
  });

  it("goes back to the default when the program takes it out again", async () => {
    await rig.up(pod());
    await rig.platform.pods.update(rig.entry("it").id, { disk: 60 });
    await rig.refresh();
    expect(await rig.up(pod({ disk: 60 }))).toEqual({ it: "update" });
    expect(await rig.up(pod())).toEqual({ it: "update" });
    expect(await live()).toMatchObject({ disk: 50 });
  });

  it("is no change where it is the default, and where a read shows it anyway", async () => {
    await rig.up(pod());
    expect(await rig.up(pod({ disk: 50, ports: [], cloud: "SECURE", registry: null }))).toEqual({ it: "same" });
  });
});

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { cpuPod } from "../fixtures";
import { type Program, startRig, type Rig } from "../rig";

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.emulator.close());

const image = (name: string) => `registry.example.com/acme/${name}:1`;

/** Pods that nobody waits for one by one, and what waits for all of them. */
function fleet(names: readonly string[], ready: Readonly<Record<string, unknown>> = {}): Program {
  const pods = names.map((name) => {
    const rests = ready.acceptStopped === true && { stopAfter: "8h" };
    const inputs = { ...cpuPod, name, image: image(name), waitFor: "none", __key: `key-${name}`, ...rests };
    return [name, { kind: "Pod" as const, inputs }] as const;
  });
  const ids = names.map((name) => `id:${name}`);
  return { ...Object.fromEntries(pods), all: { kind: "Ready", inputs: { pods: ids, __key: "key-all", ...ready } } };
}

const failed = (program: Program): Promise<string> =>
  rig.up(program).then(
    () => Promise.reject(new Error("it went through")),
    (error: Error) => error.message,
  );
const asked = () => rig.emulator.requests.list().map(({ method, path }) => `${method} ${path.split("?")[0]!}`);
const terminate = async (name: string) => rig.platform.pods.delete(rig.entry(name).id);

describe("Ready", () => {
  it("P-13: waits until all pods run, and the pods themselves wait for nothing", async () => {
    const program = fleet(["a", "b", "c"]);
    await rig.up(program);
    expect(rig.entry("a").outputs.status).toBe("PROVISIONING");
    const { pods } = await rig.platform.pods.list();
    expect(pods.map(({ status }) => status)).toEqual(["RUNNING", "RUNNING", "RUNNING"]);
    expect(rig.entry("all").outputs.ids).toEqual(["a", "b", "c"].map((name) => rig.entry(name).id));
  });

  it("A-57: waits for 200 pods with lists only, at most 15 a minute", async () => {
    rig.emulator.store.settings.provisioningMs = 50_000;
    rig.emulator.store.settings.startingMs = 10_000;
    rig.emulator.store.capacity.setFree({}, 10_000);
    rig.emulator.store.settings.creditUsd = 1e9;
    rig.emulator.store.settings.spendingCapPerHourUsd = 1e9;
    const names = Array.from({ length: 200 }, (_, index) => `w${index}`);
    const program = fleet(names);
    const made: Program = Object.fromEntries(Object.entries(program).filter(([name]) => name !== "all"));
    await rig.up(made);
    rig.emulator.requests.clear();
    const { outs } = await rig.provider("Ready").create({ pods: names.map((name) => rig.entry(name).id) });
    expect(outs.ids).toHaveLength(200);
    expect(new Set(asked())).toEqual(new Set(["GET /v2/pods"]));
    expect(asked().length).toBeLessThanOrEqual(17);
  });

  it("changes nothing where nothing changed, which a list tells, and a refresh finds no drift", async () => {
    const program = fleet(["a", "b", "c"]);
    await rig.up(program);
    rig.emulator.requests.clear();
    expect(await rig.up(program)).toEqual({ a: "same", b: "same", c: "same", all: "same" });
    expect(asked().filter((request) => request === "GET /v2/pods").length).toBeLessThanOrEqual(2);
    expect(asked().length).toBeLessThanOrEqual(3);
    expect(await rig.refresh()).toEqual([]);
    expect(rig.entry("a").outputs).not.toHaveProperty("__unsettled");
    rig.emulator.requests.clear();
    expect(await rig.up(program)).toEqual({ a: "same", b: "same", c: "same", all: "same" });
    await rig.destroy();
    expect((await rig.platform.pods.list()).pods).toEqual([]);
  });

  it("P-43: leaves a pod that ran and was stopped as it is, when a pod is added or taken out", async () => {
    const kept = { acceptStopped: true };
    await rig.up(fleet(["a", "b"], kept));
    await rig.platform.pods.stop(rig.entry("a").id);
    await rig.refresh();
    for (const names of [
      ["a", "b", "c"],
      ["a", "c"],
    ]) {
      expect(await rig.up(fleet(names, kept))).toMatchObject({ all: "update" });
      expect(rig.entry("all").outputs.ids).toEqual(names.map((name) => rig.entry(name).id));
    }
    expect(await rig.platform.pods.get(rig.entry("a").id)).toMatchObject({ status: "EXITED" });
  });

  it("P-43: names acceptStopped where a pod that `compute keep` stopped is waited for, which no up starts", async () => {
    const program = fleet(["a", "b"]);
    const kept: Program = { ...program, a: { ...program.a!, inputs: { ...program.a!.inputs, stopAfter: "8h" } } };
    await rig.up(kept);
    await rig.platform.pods.stop(rig.entry("a").id);
    await rig.refresh();
    const previewed = { ...kept.all!.inputs, __urn: "urn:pulumi:dev::p::compute:index:Ready::all", __preview: true };
    const message = await failed({ ...kept, all: { ...kept.all!, inputs: previewed } });
    expect(rig.informed.join("\n")).toContain(
      "A stopped pod that has `stopAfter` or `stopWhenIdle` stays stopped: set `acceptStopped: true` for it.",
    );
    expect(message).toContain(
      "It starts no pod that has `stopAfter` or `stopWhenIdle`: for those, set `acceptStopped: true` here",
    );
    const accepting = { ...kept, all: { ...kept.all!, inputs: { ...kept.all!.inputs, acceptStopped: true } } };
    expect(await rig.up(accepting)).toMatchObject({ a: "same", all: "update" });
  });

  it("P-43: is cautioned of where it is new and some of its pods have ended, which no change of the program starts", async () => {
    const { all, a, b } = fleet(["a", "b"]);
    const pods: Program = { a: { ...a!, inputs: { ...a!.inputs, stopAfter: "8h" } }, b: b! };
    await rig.up(pods);
    rig.clock.advance(600_000);
    await rig.platform.pods.stop(rig.entry("a").id);
    await rig.refresh();
    expect(await failed({ ...pods, all: all! })).toContain("1 of 2 pods did not get ready");
    expect(rig.said).toContain(
      "Ready all: 1 of its 2 pods have ended: unless this `up` starts them, it ends with an error",
    );
  });

  it("P-49: names the pod in ERROR among many, and the next up starts that one alone and waits again", async () => {
    rig.emulator.scripts.add({ match: { image: image("b") }, failStart: true });
    const program = fleet(["a", "b", "c"]);
    const message = await failed(program);
    const { id } = rig.entry("b");
    expect(message).toContain(`1 of 3 pods did not get ready: b (${id}): it is in ERROR`);
    expect(message).not.toContain(rig.entry("a").id);
    rig.emulator.scripts.clear();
    expect(await rig.up(program)).toEqual({ a: "same", b: "update", c: "same", all: "update" });
    expect(rig.entry("b").id).toBe(id);
    expect((await rig.platform.pods.get(id)).status).toBe("RUNNING");
    expect(await rig.up(program)).toEqual({ a: "same", b: "same", c: "same", all: "same" });
  });

  it("P-49: tells the last lines of the log of each pod that failed, by its name and without its secrets", async () => {
    for (const name of ["b", "c"]) rig.emulator.scripts.add({ match: { image: image(name) }, failStart: true });
    const program = fleet(["a", "b", "c"]);
    const b = { ...program.b!, inputs: { ...program.b!.inputs, env: { TOKEN: "container of registry" } } };
    const message = await failed({ ...program, b });
    expect(message).toMatch(/2 of 3 pods did not get ready.*\nThe last lines of its log:\n/s);
    expect(message).toMatch(/\n {2}\S+Z b: \[redacted\]\.example\.com\/acme\/b:1 failed\n/);
    expect(message).toMatch(/\n {2}\S+Z c: \[redacted\]\.example\.com\/acme\/c:1 failed\n/);
    expect(message).not.toMatch(/Z a: /);
  });

  it("P-48: names the pod that ended unasked, and the next up starts it again", async () => {
    const program = fleet(["a", "b"]);
    rig.emulator.scripts.add({ match: { image: image("a") }, exitAfterMs: 1 });
    expect(await failed(program)).toMatch(
      /1 of 2 pods did not get ready: a \(\w+\): its container ended or was stopped/,
    );
    rig.emulator.scripts.clear();
    expect(await rig.up(program)).toEqual({ a: "update", b: "same", all: "update" });
  });

  it("A-24: names the pod that is gone, and the next up creates it anew and touches no other", async () => {
    rig.emulator.scripts.add({ match: {}, stayProvisioning: true });
    const program = fleet(["a", "b"]);
    let isGone = false;
    rig.clock.onSleep = async () => {
      if (isGone || !rig.state.has("b")) return;
      isGone = true;
      await terminate("a");
      rig.emulator.scripts.clear();
    };
    expect(await failed(program)).toContain("it is gone, or belongs to another account (404)");
    const [old, other] = [rig.entry("a").id, rig.entry("b").id];
    expect(await rig.up(program)).toEqual({ a: "replace", b: "same", all: "update" });
    expect(rig.entry("a").id).not.toBe(old);
    expect(rig.entry("b").id).toBe(other);
    expect((await rig.platform.pods.list()).pods).toHaveLength(2);
    expect(await rig.up(program)).toEqual({ a: "same", b: "same", all: "same" });
  });

  it("gives up after its one timeout, says how each pod stands, and the next up waits again", async () => {
    rig.emulator.scripts.add({ match: { image: image("b") }, stayProvisioning: true });
    const program = fleet(["a", "b"], { timeouts: { create: "2m", update: "2m" } });
    expect(await failed(program)).toMatch(
      /1 of 2 pods did not get ready: b \(\w+\): after 120 s it is still PROVISIONING/,
    );
    rig.emulator.scripts.clear();
    expect(await rig.up(program)).toEqual({ a: "same", b: "same", all: "update" });
  });

  it("waits again after a change that restarts a pod, which a preview foresees (P-51)", async () => {
    await rig.up(fleet(["a", "b"]));
    const program = fleet(["a", "b"]);
    const changed = {
      ...program,
      a: { kind: "Pod" as const, inputs: { ...inputsOf(program, "a"), image: image("new") } },
    };
    expect(await rig.up(changed)).toEqual({ a: "update", b: "same", all: "update" });
    expect((await rig.platform.pods.get(rig.entry("a").id)).status).toBe("RUNNING");
    expect(await rig.up(changed)).toEqual({ a: "same", b: "same", all: "same" });
  });

  it("goes on after a run that ended before it waited", async () => {
    const { all: _, ...pods } = fleet(["a", "b"]);
    await rig.up(fleet(["a", "b"]));
    const changed = Object.fromEntries(
      Object.entries(pods).map(([name, { kind, inputs }]) => [
        name,
        { kind, inputs: { ...inputs, image: image("new") } },
      ]),
    );
    for (const name of ["a", "b"]) {
      const { id, outputs, inputs } = rig.entry(name);
      const { outs } = await rig.provider("Pod").update(id, outputs, { ...inputs, image: image("new") });
      rig.state.set(name, { ...rig.entry(name), outputs: outs, inputs: { ...inputs, image: image("new") } });
    }
    const whole: Program = { ...changed, all: fleet(["a", "b"]).all! };
    expect(await rig.up(whole)).toEqual({ a: "same", b: "same", all: "update" });
  });

  it("checks its arguments, each with its path", async () => {
    const { failures } = await rig.provider("Ready").check({}, { pods: [""], waitFor: "forever", timeout: 3 });
    expect(failures.map(({ property }) => property).sort()).toEqual(["", "pods[0]", "waitFor"]);
    expect(failures.find(({ property }) => property === "")?.reason).toMatch(
      /timeout.*use timeouts: \{ create, update \}/,
    );
  });

  it("can't be imported", async () => {
    await expect(rig.provider("Ready").import("p1", {})).rejects.toThrow(/nothing of it is on the platform/);
  });
});

function inputsOf(program: Program, name: string): Record<string, unknown> {
  const { inputs } = program[name]!;
  return typeof inputs === "function" ? {} : inputs;
}

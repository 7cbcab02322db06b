import { afterEach, describe, expect, it } from "@jest/globals";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { type Client, createClient } from "../../client";
import type { Emulator } from "../../emulator";
import { kindNames } from "../../provider/kinds/names";
import type { StepFacts } from "../../provider/effects/effect";
import { type Engine, secret, unknown, urnOf, useEngine } from "./driver";

let emulator: Emulator;
let engine: Engine;
let platform: Client;
let told: string[];
let deeds: string[];

const info = async (message: string) => void told.push(message);
const facts = async ({ does }: StepFacts) => void deeds.push(does);
useEngine(
  (opened) => {
    ({ emulator, engine } = opened);
    platform = createClient({ ...emulator, clock: opened.clock, limiter: false });
    told = [];
    deeds = [];
  },
  () => ({ notify: { warn: async () => undefined, info, facts } }),
);
afterEach(() => platform.close());

const volumeUrn = urnOf("NetworkVolume", "data");
const podUrn = urnOf("Pod", "trainer");
const credentialUrn = urnOf("RegistryCredential", "registry");
const volume = { name: "data", size: 20, dataCenter: "EU-XX-1" };
const pod = { name: "trainer", image: "registry.example.com/x:1", gpu: { id: "NVIDIA L40S" } };
const credential = { name: "registry", username: "puller", password: secret("pa55word-canary") };

describe("diff", () => {
  const others = kindNames.filter((kind) => kind !== "NetworkVolume");
  it.each(others)("V-5: refuses to make a %s of a volume whose state an alias gives it", async (kind) => {
    const { id, inputs, outputs } = await engine.make(volumeUrn, volume);
    await expect(engine.diff(urnOf(kind, "heir"), id, outputs, inputs, {})).rejects.toThrow(
      `this resource is of the kind ${kind}, and the state that an alias gives it is that of the NetworkVolume ${id}.`,
    );
  });

  it.each([
    ["keeps its name", { name: "base" }, true],
    ["gets another one", { name: "other" }, false],
  ])("T-24: asks for the old template to go first where the new one %s", async (_title, { name }, isFirst) => {
    const urn = urnOf("Template", "base");
    const mounts = { persistent: { size: 20, path: "/data" } };
    const template = { name: "base", image: "registry.example.com/x:1" };
    const { id, inputs, outputs } = await engine.make(urn, { ...template, mounts });
    const found = await engine.diff(urn, id, outputs, inputs, { ...template, name });
    expect(found).toMatchObject({ replaces: ["mounts"], deleteBeforeReplace: isFirst });
  });

  it("P-36: names what the program has changed where an interrupted update has done so already and the state is to be written", async () => {
    const { id, inputs, outputs } = await engine.make(podUrn, pod);
    const before = { ...inputs, image: "registry.example.com/x:0" };
    const found = await engine.diff(podUrn, id, { ...outputs, __unready: true }, before, inputs);
    expect(found).toMatchObject({ changes: "DIFF_SOME", replaces: [] });
    expect(Object.keys(found.paths)).toEqual(["image"]);
  });

  it.each([
    ["become a secret", { env: { TOKEN: "t0ken" } }, { env: { TOKEN: secret("t0ken") } }, /nothing is sent\.$/],
    ["been set by its template", {}, { disk: 80 }, /^disk is recorded as the program's;/],
  ])("P-44: starts no job that is done for a value that has %s, and counts no cost", async (_, before, after, why) => {
    const { id: templateId } = await platform.templates.create({ name: "base", image: pod.image, disk: 80 });
    const job = { ...pod, templateId, runToCompletion: true };
    const { id, inputs, outputs } = await engine.make(podUrn, { ...job, ...before });
    await platform.pods.stop(id);
    // A refresh.
    const { outputs: done } = await engine.read(podUrn, id, outputs, inputs);
    await engine.diff(podUrn, id, done, inputs, inputs);
    const { inputs: news } = await engine.check(podUrn, { ...job, ...after }, inputs);
    expect(await engine.diff(podUrn, id, done, inputs, news)).toMatchObject({ changes: "DIFF_SOME" });
    [told, deeds] = [[], []];
    await engine.update(podUrn, id, done, news, { preview: true });
    expect([told, deeds]).toEqual([[expect.stringMatching(why)], ["change"]]);
    emulator.requests.clear();
    await engine.update(podUrn, id, done, news);
    expect(emulator.requests.list().filter(({ method }) => method !== "GET")).toEqual([]);
  });

  it("writes anew what the program has called secret since, and shows the value nowhere", async () => {
    const plain = { ...pod, env: { TOKEN: "t0ken-canary", STAGE: "dev" }, cmd: ["run", "t0ken-canary"] };
    const { id, inputs, outputs } = await engine.make(podUrn, plain);
    const marked = {
      ...inputs,
      env: { TOKEN: secret("t0ken-canary"), STAGE: "dev" },
      cmd: ["run", secret("t0ken-canary")],
    };
    const found = await engine.diff(podUrn, id, outputs, inputs, marked);
    expect(found).toMatchObject({ changes: "DIFF_SOME", replaces: [], paths: { __secrets: "UPDATE of inputs" } });
    await engine.update(podUrn, id, outputs, marked, { preview: true });
    expect(told[0]).toBe(
      "cmd and env have secrets that the state has in plain text: they are encrypted there, and nothing is sent.",
    );
    emulator.requests.clear();
    const after = await engine.update(podUrn, id, outputs, marked);
    expect(emulator.requests.list().filter(({ method }) => method !== "GET")).toEqual([]);
    expect(after).toMatchObject({ env: secret(plain.env), cmd: secret(plain.cmd) });
    expect(await engine.diff(podUrn, id, after, marked, marked)).toMatchObject({ changes: "DIFF_NONE", paths: {} });
    const more = { ...marked, env: { TOKEN: secret("t0ken-canary"), STAGE: secret("dev") } };
    expect(await engine.diff(podUrn, id, after, marked, more)).toMatchObject({ changes: "DIFF_NONE" });
    const ofDynamic = { ...after, env: marked.env };
    expect(await engine.diff(podUrn, id, ofDynamic, marked, marked)).toMatchObject({ changes: "DIFF_NONE" });
    expect(await engine.diff(podUrn, id, ofDynamic, marked, more)).toMatchObject({ changes: "DIFF_SOME" });
  });

  it("leaves to the engine what the program has called secret as a whole since", async () => {
    const { id, inputs, outputs } = await engine.make(podUrn, pod);
    const marked = { ...inputs, image: secret(pod.image) };
    expect(await engine.diff(podUrn, id, outputs, inputs, marked)).toMatchObject({ changes: "DIFF_NONE" });
  });

  it("tells each path that differs and what happens there", async () => {
    const asked = { ...pod, disk: 60, env: { A: "1", "b.c": "2" }, ports: ["22/tcp", "80/http"] };
    const { id, inputs, outputs } = await engine.make(podUrn, asked);
    expect(await engine.diff(podUrn, id, outputs, inputs, inputs)).toMatchObject({ changes: "DIFF_NONE", paths: {} });
    const news = {
      ...inputs,
      image: "y:2",
      env: { A: "1", "b.c": "3", D: "4" },
      ports: ["81/http", "22/tcp"],
      cloud: "COMMUNITY",
    };
    const { disk: _, ...without } = news as Record<string, unknown>;
    const found = await engine.diff(podUrn, id, outputs, inputs, without);
    expect(found).toMatchObject({ changes: "DIFF_SOME", replaces: ["cloud"] });
    expect(found.paths).toEqual({
      image: "UPDATE of inputs",
      'env["b.c"]': "UPDATE of inputs",
      "env.D": "ADD of inputs",
      "ports[0]": "ADD of inputs",
      "ports[1]": "DELETE of inputs",
      disk: "DELETE of inputs",
      cloud: "ADD_REPLACE of inputs",
    });
  });

  it("tells of a map that is a secret as a whole that it changes, and the name of no member", async () => {
    const asked = { ...pod, env: secret({ CANARY_A: "1" }), restartTriggers: [secret({ CANARY_T: 1 }), "plain"] };
    const { id, inputs, outputs } = await engine.make(podUrn, asked);
    const news = { ...inputs, env: secret({ CANARY_B: "1" }), restartTriggers: [secret({ CANARY_U: 1 }), "other"] };
    const found = await engine.diff(podUrn, id, outputs, inputs, news);
    expect(found.paths).toEqual({
      env: "UPDATE of inputs",
      "restartTriggers[0]": "UPDATE of inputs",
      "restartTriggers[1]": "UPDATE of inputs",
    });
    await engine.update(podUrn, id, outputs, news, { preview: true });
    expect(told.join()).toContain("env.[redacted]");
    expect(told.join()).not.toContain("CANARY");
  });

  it("names the variables of which only the values are secrets", async () => {
    const { id, inputs, outputs } = await engine.make(podUrn, { ...pod, env: { TOKEN: secret("canary") } });
    const news = { ...inputs, env: { TOKEN: secret("canary-2") } };
    expect((await engine.diff(podUrn, id, outputs, inputs, news)).paths).toEqual({ "env.TOKEN": "UPDATE of inputs" });
    await engine.update(podUrn, id, outputs, news, { preview: true });
    expect(told[0]).toBe("env.TOKEN changes in place.");
  });

  it("names the variables that the program shows, though a refresh made the whole map a secret", async () => {
    const asked = { ...pod, env: { TOKEN: secret("canary"), Z_STAGE: "dev" } };
    const { id, inputs, outputs } = await engine.make(podUrn, asked);
    const edited = { Z_STAGE: "prod", Z_THEIRS: "1", Z_OUTSIDE: "(set outside of this program)" };
    const refreshed = { ...inputs, env: secret(edited) };
    await engine.check(podUrn, asked, refreshed);
    await engine.diff(podUrn, id, { ...outputs, env: edited }, refreshed, asked);
    await engine.update(podUrn, id, { ...outputs, env: edited }, asked, { preview: true });
    expect(told.join()).toContain("env.Z_STAGE and env.TOKEN change in place.");
    expect(told.join()).toContain("env.Z_OUTSIDE");
    expect(told.join()).not.toContain("Z_THEIRS");
  });

  it("tells drift against what the platform reports", async () => {
    const { id, inputs, outputs } = await engine.make(volumeUrn, volume);
    const drifted = { ...outputs, name: "renamed" };
    expect((await engine.diff(volumeUrn, id, drifted, inputs, inputs)).paths).toEqual({ name: "UPDATE" });
  });

  it("knows a rotated password by its fingerprint", async () => {
    const { id, inputs, outputs } = await engine.make(credentialUrn, credential);
    expect(await engine.diff(credentialUrn, id, outputs, inputs, inputs)).toMatchObject({ changes: "DIFF_NONE" });
    const rotated = { ...inputs, password: secret("another") };
    expect(await engine.diff(credentialUrn, id, outputs, inputs, rotated)).toMatchObject({
      replaces: ["password"],
      paths: { password: "UPDATE_REPLACE of inputs" },
    });
  });

  it("fails where a replacement would destroy data", async () => {
    const { id, inputs, outputs } = await engine.make(volumeUrn, volume);
    await expect(
      engine.diff(volumeUrn, id, outputs, inputs, { ...inputs, dataCenter: "EU-XX-2" }),
    ).rejects.toMatchObject({ message: expect.stringContaining("would destroy everything on the volume") });
  });
});

describe("a preview of a create that adopts", () => {
  it("A-82: names what it changes and removes in the object, and no cost, which is what it was", async () => {
    const { id } = await platform.pods.create({ ...pod, env: { MODE: "train", WANDB_KEY: "canary" } });
    const urn = urnOf("Pod", "adopting");
    const adopting = { ...pod, env: { MODE: "eval" }, adopt: { id } };
    const { inputs, failures } = await engine.check(urn, adopting);
    expect(failures).toEqual([]);
    expect(told).toEqual([]);
    await engine.create(urn, inputs, { preview: true });
    expect(told).toEqual([
      `It is there already, as ${id}: \`up\` adopts it and makes no other.`,
      "env.MODE changes in place.",
      "env.WANDB_KEY is removed: the program does not declare it, and only the platform has its value.",
      "If it has started by then, the container restarts, which wipes the container disk; mounted disks keep their data.",
    ]);
  });

  it("P-61: says what it costs to start a pod that is stopped", async () => {
    const { id } = await platform.pods.create(pod);
    await platform.pods.stop(id);
    const urn = urnOf("Pod", "adopting");
    const { inputs } = await engine.check(urn, { ...pod, desiredStatus: "RUNNING", adopt: { id } });
    await engine.create(urn, inputs, { preview: true });
    expect(told).toEqual([
      `It is there already, as ${id}: \`up\` adopts it and makes no other.`,
      "desiredStatus changes in place.",
      "The pod starts.",
      "Cost: 0.00 USD/h → 0.86 USD/h (+0.86), list price.",
    ]);
  });
});

describe("create and update", () => {
  it("answer what the platform has, with secrets as secrets and no password at all", async () => {
    const made = await engine.make(credentialUrn, credential);
    expect(made.outputs).toMatchObject({ name: "registry", platformName: secret("registry") });
    expect(made.outputs["fingerprints"]).toEqual(secret(expect.any(Object)));
    expect(JSON.stringify(made.outputs)).not.toContain("canary");
    const withEnv = await engine.make(podUrn, {
      ...pod,
      env: { TOKEN: secret("t0ken"), STAGE: "dev" },
      startJupyter: true,
    });
    expect(withEnv.outputs["env"]).toEqual(secret({ TOKEN: "t0ken", STAGE: "dev" }));
    expect(withEnv.outputs["jupyterPassword"]).toEqual(secret(expect.any(String)));
  });

  it("leave outputs from which the dynamic provider can go on", async () => {
    const { outputs } = await engine.make(volumeUrn, volume);
    expect(outputs["__provider"]).toContain('("pulumi-compute-platform/provider").networkVolume');
    expect(outputs["__declared"]).toEqual(["name", "size", "dataCenter"]);
  });

  it("do in a preview nothing but say what they know", async () => {
    const { inputs } = await engine.check(podUrn, {
      ...pod,
      gpuAlternatives: [{ id: "NVIDIA A40" }],
      env: { A: secret("t") },
    });
    emulator.requests.clear();
    const { id, outputs } = await engine.create(podUrn, inputs, { preview: true });
    expect(id).toBe("");
    expect(outputs).toMatchObject({ name: "trainer", image: pod.image, env: secret({ A: "t" }) });
    expect(outputs).toMatchObject({
      gpu: unknown,
      status: unknown,
      ssh: unknown,
      disk: unknown,
      jupyterPassword: secret(unknown),
    });
    // What it will cost stands in the price list, and where it may be had in an answer of its own.
    const [prices, stock, ...more] = emulator.requests.list().map(({ method, path }) => `${method} ${path}`);
    expect([prices, stock, more]).toEqual(["GET /v2/catalog/gpus", "GET /v2/catalog/gpus", []]);
  });

  it("keep in a preview of an update what no update moves", async () => {
    const { id, inputs, outputs } = await engine.make(podUrn, pod);
    const foreseen = await engine.update(podUrn, id, outputs, { ...inputs, image: "y:2" }, { preview: true });
    expect(foreseen).toMatchObject({
      image: "y:2",
      createdAt: outputs["createdAt"],
      gpu: { id: "NVIDIA L40S" },
      ssh: unknown,
    });
    expect((await engine.read(podUrn, id, outputs, inputs)).outputs).toMatchObject({ image: pod.image });
  });

  it("update in place", async () => {
    const { id, inputs, outputs } = await engine.make(volumeUrn, volume);
    expect(await engine.update(volumeUrn, id, outputs, { ...inputs, size: 30 })).toMatchObject({ size: 30 });
  });

  it("keep in state what was made, when something fails afterwards", async () => {
    const { inputs } = await engine.check(podUrn, { ...pod, env: { TOKEN: secret("t0ken") } });
    emulator.faults.add({ method: "GET", path: "/v2/pods/:id", phase: "before", status: 401, times: "always" });
    const failure = await engine.create(podUrn, inputs).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      initFailed: { id: expect.any(String), properties: { image: pod.image, env: secret({ TOKEN: "t0ken" }) } },
    });
  });
});

describe("delete and list", () => {
  it("delete what is there, and what is gone already", async () => {
    const { id, outputs } = await engine.make(volumeUrn, volume);
    await engine.delete(volumeUrn, id, outputs);
    await engine.delete(volumeUrn, id, outputs);
    expect(await listed("compute:index:NetworkVolume")).toEqual([]);
  });

  it("list every object of a type, up to a limit", async () => {
    for (const name of ["a", "b", "c"]) await engine.make(urnOf("NetworkVolume", name), { ...volume, name });
    expect((await listed("compute:index:NetworkVolume")).map(({ name }) => name).sort()).toEqual(["a", "b", "c"]);
    expect(await listed("compute:index:NetworkVolume", 2)).toHaveLength(2);
    await expect(listed("compute:index:Nothing")).rejects.toMatchObject({
      details: expect.stringContaining("no resource type"),
    });
  });
});

function listed(token: string, limit = 0): Promise<{ id: string; name: string }[]> {
  const found: { id: string; name: string }[] = [];
  return new Promise((resolve, reject) => {
    const stream = engine.client.list(new proto.ListRequest().setToken(token).setLimit(limit));
    stream.on("data", (response: proto.ListResponse) => {
      const { id, name } = response.getResult()!.toObject();
      found.push({ id, name });
    });
    stream.on("end", () => resolve(found));
    stream.on("error", reject);
  });
}

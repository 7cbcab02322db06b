import { afterEach, describe, expect, it } from "@jest/globals";
import { mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../emulator";
import { type Ambient, LocalStack, type UpOptions } from "../../engine";
import { ServedProviders } from "../../proofs/engines/served";
import type { Mode } from "../../proofs/plugin";
import { memoryStorage } from "../../provider/journal/storage";
import { root } from "../examples/example-stack";
import { programsHere } from "../support/program-here";
import { javascript, Project } from "../support/project";
import { everyKind } from "./every-kind";

const executable = join(root, "dist", "plugin", "pulumi-resource-compute.js");
const dynamic = "pulumi-compute-platform";
const plugin = "pulumi-compute-platform/plugin";

const emulators: Emulator[] = [];
let files: Project;
let folder: string;
let here: Ambient;

async function platform(options: EmulatorOptions = { speed: 200 }): Promise<Emulator> {
  const started = await startEmulator({ rateLimit: false, ...options });
  emulators.push(started);
  return started;
}

/** A project in whose node_modules npm has put the plugin. */
function project(program: string, yaml = ""): void {
  files = new Project(undefined, { name: "moving", program, yaml: javascript + yaml });
  files.installPlugin();
  ({ folder } = files);
  here = servedHere();
}

/** The providers of both forms in this process, with one journal: what they are to the engine needs no process of its own each time. */
const servedHere = (): Ambient => {
  const storage = memoryStorage();
  const served = (mode: Mode) => new ServedProviders(mode, { listener: "engine", storage });
  const [classes, plugins] = [served("dynamic"), served("plugin")];
  const start: Ambient["start"] = (options) =>
    (options.args.some((each) => each.includes("dynamic-provider")) ? classes : plugins).start(options);
  return { ...programsHere, start };
};

async function open(
  emulator: Emulator,
  env: Record<string, string> = {},
  ambient: Ambient = here,
): Promise<LocalStack> {
  const stack = await LocalStack.open({
    ...files.options,
    env: { ...files.env, WAY: plugin, TAG: "1", ...env },
    ambient,
  });
  await stack.setConfig("compute:apiUrl", emulator.apiUrl);
  await stack.setConfig("compute:apiKey", emulator.apiKey, { secret: true });
  return stack;
}

const stateText = () => readFileSync(files.stateFile, "utf8");

afterEach(async () => {
  await Promise.all(emulators.splice(0).map((each) => each.close()));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

describe("the local engine and the plugin", () => {
  it.each([dynamic, plugin])(
    "read an object that the program does not manage, through %s",
    async (way) => {
      const emulator = await platform();
      project(`const compute = require(process.env.WAY);
      const data = new compute.NetworkVolume("data", { dataCenter: "EU-XX-1", size: 100 });
      exports.size = compute.NetworkVolume.get("seen", data.id).size;`);
      const { result, summary, outputs } = await (await open(emulator, { WAY: way })).up();
      expect({ result, summary, outputs }).toMatchObject({ result: "succeeded", outputs: { size: 100 } });
    },
    60_000,
  );

  it("have secret in the state what the plugin says is, and no note of it in each entry", async () => {
    const emulator = await platform();
    project(
      `new (require("${plugin}").Pod)("notebook", { image: "x:1", gpu: { id: "NVIDIA L40S" }, startJupyter: true });`,
    );
    expect((await (await open(emulator)).up()).result).toBe("succeeded");
    const { checkpoint } = JSON.parse(stateText()) as {
      checkpoint: { latest: { resources: Record<string, unknown>[] } };
    };
    const pod = checkpoint.latest.resources.find(({ type }) => type === "compute:index:Pod");
    expect(pod).toMatchObject({ outputs: { jupyterPassword: { ciphertext: expect.any(String) } } });
    expect(pod).not.toHaveProperty("additionalSecretOutputs");
  }, 60_000);

  it("have nowhere in clear what the program calls a secret later", async () => {
    const emulator = await platform();
    project(`const { secret } = require("@pulumi/pulumi");
      const hidden = process.env.TAG === "1" ? (text) => text : secret;
      const args = { image: hidden("hush:1"), cpu: { id: "cpu3c", vcpuCount: 2 }, cmd: ["run", hidden("hush")] };
      new (require(process.env.WAY).Pod)("pod", { ...args, env: { TOKEN: hidden("hush"), STAGE: "dev" } });`);
    expect((await (await open(emulator)).up()).summary).toEqual({ create: 2 });
    emulator.requests.clear();
    const stack = await open(emulator, { TAG: "2" });
    expect((await stack.up()).summary).toEqual({ same: 1, update: 1 });
    expect(emulator.requests.list().filter(({ method }) => method !== "GET")).toEqual([]);
    expect(stateText()).toContain("ciphertext");
    expect(stateText().match(/.{0,40}hush/g) ?? []).toEqual([]);
    expect((await stack.up()).summary).toEqual({ same: 2 });
  }, 60_000);

  it("move a stack over and back, and nothing changes", async () => {
    const emulator = await platform();
    project(everyKind);
    expect((await (await open(emulator, { WAY: dynamic }, programsHere)).up()).summary).toEqual({ create: 5 });
    const made = idsOf(emulator);
    for (const way of [plugin, dynamic]) {
      const stack = await open(emulator, { WAY: way }, programsHere);
      expect(await stack.up({ expectNoChanges: true })).toMatchObject({ result: "succeeded", summary: { same: 5 } });
      expect((await stack.refresh()).summary).toEqual({ same: 5 });
      expect(idsOf(emulator)).toEqual(made);
    }
    expect(stateText()).not.toMatch(/canary/);
    const { steps } = await (await open(emulator, { TAG: "2" })).preview();
    expect(steps.find(({ op }) => op === "update")).toMatchObject({
      name: "trainer",
      diffKeys: ["image"],
      detailedDiff: { image: "update" },
    });
    expect((await (await open(emulator)).destroy()).summary).toEqual({ delete: 5 });
    expect(idsOf(emulator)).toEqual([]);
  }, 240_000);

  it.each([
    [dynamic, plugin],
    [plugin, dynamic],
  ])(
    "move a stack from %s to %s in the very run that renames its resources, and nothing changes",
    async (before, after) => {
      const emulator = await platform();
      project(`const pulumi = require("@pulumi/pulumi");
      const compute = require(process.env.WAY);
      const isLater = process.env.TAG === "2";
      const volume = (name, options) => new compute.NetworkVolume(name, { name: "same", dataCenter: "EU-XX-1", size: 10 }, options);
      const group = new pulumi.ComponentResource("my:index:Group", "group");
      if (!isLater) for (const name of ["a", "b", "d", "e"]) volume(name);
      if (!isLater) volume("c", { parent: group });
      if (isLater) {
        volume("a2", { aliases: [{ name: "a" }] });
        volume("b2", { parent: group, aliases: [{ name: "b", parent: pulumi.rootStackResource }] });
        volume("c2", { aliases: [{ name: "c", parent: group }] });
        volume("d2", { aliases: [pulumi.output({ name: "d" })] });
        volume("e2", { aliases: [Promise.resolve({ name: "e" })] });
      }`);
      expect((await (await open(emulator, { WAY: before })).up()).summary).toEqual({ create: 7 });
      const made = idsOf(emulator);
      const later = await open(emulator, { WAY: after, TAG: "2" });
      expect((await later.up()).summary).toEqual({ same: 7 });
      expect(idsOf(emulator)).toEqual(made);
    },
    60_000,
  );

  it.each([
    [dynamic, plugin],
    [plugin, dynamic],
  ])(
    "delete what was replaced as %s, though the stack has moved to %s since, which renames the entry",
    async (before, after) => {
      const emulator = await platform();
      project(
        `new (require(process.env.WAY).Pod)("pod", { image: "x:1", cpu: { id: "cpu3c", vcpuCount: +process.env.TAG } });`,
      );
      expect((await (await open(emulator, { WAY: before, TAG: "2" })).up()).result).toBe("succeeded");
      const [old] = idsOf(emulator);
      const refused = emulator.faults.add({
        method: "DELETE",
        path: "/v2/pods/:id",
        phase: "before",
        status: 403,
        times: "always",
      });
      for (const WAY of [before, after])
        expect((await (await open(emulator, { WAY, TAG: "4" })).up()).result).toBe("failed");
      expect(idsOf(emulator)).toContain(old);
      const stack = await open(emulator, { WAY: after, TAG: "4" });
      const typed = after === plugin ? "compute:index:Pod" : "pulumi-nodejs:dynamic/compute:Pod";
      const { checkpoint } = JSON.parse(stateText()) as { checkpoint: { latest: { resources: { urn: string }[] } } };
      expect(checkpoint.latest.resources.filter(({ urn }) => urn.endsWith(`::${typed}::pod`))).toHaveLength(2);
      refused.remove();
      expect((await stack.refresh()).result).toBe("succeeded");
      expect((await stack.up()).result).toBe("succeeded");
      expect(idsOf(emulator)).toHaveLength(1);
      expect(idsOf(emulator)).not.toContain(old);
    },
    120_000,
  );

  it("say of what the option replaceOnChanges replaces that it is, and what goes with it, and not that it changes in place", async () => {
    const emulator = await platform();
    project(`const { NetworkVolume } = require("${plugin}");
      const args = { name: "data-" + process.env.TAG, dataCenter: "EU-XX-1", size: 20 };
      new NetworkVolume("data", { ...args, dataLoss: process.env.LOSS }, { replaceOnChanges: ["name"] });`);
    expect((await (await open(emulator)).up()).summary).toEqual({ create: 2 });
    const refused = await (await open(emulator, { TAG: "2" })).preview();
    expect(refused.result).toBe("failed");
    expect(refused.diagnostics.map(({ message }) => message).join()).toContain(
      "because of an option of the program, such as replaceOnChanges, the engine would replace the NetworkVolume for a change of name, which can " +
        "be made in place, and destroy everything on the volume; take the option out",
    );
    const { summary, diagnostics } = await (await open(emulator, { TAG: "2", LOSS: "allow" })).preview();
    expect(summary).toMatchObject({ replace: 1 });
    const said = diagnostics.map(({ message }) => message);
    expect(said).toContain(
      "Replaced because name changed and an option of the program, such as replaceOnChanges, asks for it.",
    );
    expect(said).toContain(
      "NetworkVolume data is replaced because of name: its deletion destroys everything on the volume",
    );
    expect(said.join()).not.toContain("in place");
  }, 120_000);

  it("use two accounts in one program, each with settings and a key of its own that is encrypted in the state", async () => {
    const [emulator, second] = [await platform(), await platform({ speed: 200, apiKey: "second-canary" })];
    project(`const compute = require("${plugin}");
      const provider = new compute.Provider("second", { apiKey: "${second.apiKey}", apiUrl: "${second.apiUrl}", refreshBeforeUpdate: true });
      new compute.NetworkVolume("here", { dataCenter: "EU-XX-1", size: 20 });
      new compute.NetworkVolume("there", { dataCenter: "EU-XX-1", size: 30 }, { provider });`);
    const stack = await open(emulator);
    expect((await stack.up()).summary).toEqual({ create: 4 });
    expect([...second.store.volumes.values()].map(({ size }) => size)).toEqual([30]);
    // With this setting, which is the second account's alone, a plain up corrects what somebody changed.
    for (const { store } of [emulator, second]) for (const volume of store.volumes.values()) volume.name = "renamed";
    expect((await stack.up()).summary).toEqual({ same: 3, update: 1 });
    expect([...second.store.volumes.values()].map(({ name }) => name)).toEqual([expect.stringMatching(/^there-/)]);
    expect(stateText()).not.toContain("canary");
    await stack.destroy();
    expect([...second.store.volumes.values()]).toEqual([]);
  }, 120_000);

  it("keep what was made when a cancelled up ends its wait without another look, and the next up goes on from there", async () => {
    const emulator = await platform({ speed: 0 });
    project(`new (require("${plugin}").Pod)("trainer", { image: "x:1", gpu: { id: "NVIDIA L40S" } });`);
    const stack = await open(emulator, {}, programsHere);
    const stopping = new AbortController();
    let looks = 0;
    emulator.requests.onRequest(({ method, path }) => {
      if (method !== "GET" || !path.startsWith("/v2/pods/")) return;
      looks += 1;
      stopping.abort();
    });
    const kinds: string[] = [];
    const onEvent: UpOptions["onEvent"] = ({ kind }) => void kinds.push(kind);
    expect((await stack.up({ signal: stopping.signal, onEvent })).result).toBe("failed");
    expect(kinds).toContain("step-failed");
    expect(looks).toBe(1);
    const [pod] = [...emulator.store.pods.values()];
    expect(stateText()).toContain(pod!.id);
    await emulator.clock.advance(600_000);
    expect((await stack.up()).result).toBe("succeeded");
    expect([...emulator.store.pods.values()].map(({ id }) => id)).toEqual([pod!.id]);
  }, 120_000);

  it.each([
    ["the dynamic classes", "the plugin", dynamic, plugin],
    ["the plugin", "the dynamic classes", plugin, dynamic],
  ])(
    "V-5: let no up take a volume by adopt that the state has for another resource, from %s to %s",
    async (_from, _to, from, to) => {
      const emulator = await platform();
      project(`const { NetworkVolume } = require(process.env.WAY);
    const adopt = process.env.ID && { id: process.env.ID };
    new NetworkVolume(adopt ? "heir" : "data", { dataCenter: "EU-XX-1", size: 100, adopt });`);
      expect((await (await open(emulator, { WAY: from })).up()).result).toBe("succeeded");
      const [id] = [...emulator.store.volumes.values()].map((each) => each.id);
      const handing = await (await open(emulator, { WAY: to, ID: id! })).up();
      expect(handing).toMatchObject({ result: "failed" });
      expect([...emulator.store.volumes.values()].map((each) => each.id)).toEqual([id]);
    },
    120_000,
  );

  it("take an object under management that the option import names, and find it where plugins in Pulumi.yaml say", async () => {
    const emulator = await platform();
    project(
      `new (require("${plugin}").NetworkVolume)("data", { dataCenter: "EU-XX-1", name: "by-hand", size: +process.env.SIZE },
        { import: process.env.VOLUME });`,
      "plugins:\n  providers:\n    - name: compute\n      path: shim\n",
    );
    rmSync(join(folder, "node_modules", ".bin"), { recursive: true });
    mkdirSync(join(folder, "shim"));
    symlinkSync(executable, join(folder, "shim", "pulumi-resource-compute"));
    const answer = await fetch(`${emulator.apiUrl}/v2/network-volumes`, {
      method: "POST",
      headers: { authorization: `Bearer ${emulator.apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "by-hand", size: 20, dataCenter: "EU-XX-1" }),
    });
    const { id } = (await answer.json()) as { id: string };
    const { summary, steps } = await (await open(emulator, { VOLUME: id, SIZE: "30" }, programsHere)).up();
    expect(summary).toEqual({ create: 1, import: 1, update: 1 });
    expect(steps.map(({ op }) => op)).toEqual(["create", "import", "update"]);
    expect([...emulator.store.volumes.values()].map((volume) => [volume.id, volume.size])).toEqual([[id, 30]]);
    expect(
      (await (await open(emulator, { VOLUME: id, SIZE: "30" }, programsHere)).up({ expectNoChanges: true })).result,
    ).toBe("succeeded");
  }, 120_000);
});

const idsOf = ({ store }: Emulator): string[] =>
  [...store.pods.values(), ...store.volumes.values()].map(({ id }) => id).sort();

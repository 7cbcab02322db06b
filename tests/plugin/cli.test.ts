import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { kindNames } from "../../provider/kinds/names";
import { isAskedAbout } from "../../provider/effects/fate";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../emulator";
import { cliOnPath } from "../cli/run-cli";
import { noCli, notTried } from "../support/not-tried";
import { root } from "../examples/example-stack";
import { linkedFolder } from "../examples/linked-folder";
import { everyKind, otherKinds } from "./every-kind";

const dynamic = "pulumi-compute-platform";
const plugin = "pulumi-compute-platform/plugin";

let emulator: Emulator;
const others: Emulator[] = [];

/** A platform for one test. */
async function another(options: EmulatorOptions): Promise<Emulator> {
  const started = await startEmulator({ rateLimit: false, ...options });
  others.push(started);
  return started;
}

beforeAll(async () => {
  emulator = await startEmulator({ rateLimit: false, speed: 200 });
});

afterAll(() => Promise.all([emulator, ...others].map((each) => each.close())));

/** A project with a backend of its own, driven by the CLI. */
class Project {
  readonly folder: string;
  private readonly env: NodeJS.ProcessEnv;

  constructor(text: string) {
    const yaml = "name: moving\nruntime:\n  name: nodejs\n  options: { typescript: false }\nmain: index.js\n";
    this.folder = linkedFolder({ "Pulumi.yaml": yaml, "index.js": text });
    mkdirSync(join(this.folder, "state"));
    this.env = {
      ...process.env,
      PATH: [join(root, "node_modules", ".bin"), process.env["PATH"]].join(delimiter),
      PULUMI_BACKEND_URL: `file://${join(this.folder, "state")}`,
      PULUMI_HOME: join(this.folder, "home"),
      PULUMI_CONFIG_PASSPHRASE: "x",
      PULUMI_SKIP_UPDATE_CHECK: "1",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "1",
      COMPUTE_JOURNAL_DIR: join(this.folder, "journal"),
      WAY: plugin,
      TAG: "1",
    };
  }

  write(text: string): void {
    writeFileSync(join(this.folder, "index.js"), text);
  }

  async open(on: Emulator = emulator): Promise<void> {
    await this.run(["stack", "init", "dev"]);
    await this.run(["config", "set", "compute:apiUrl", on.apiUrl]);
    await this.run(["config", "set", "compute:queueUrl", on.queueUrl]);
    await this.run(["config", "set", "--secret", "compute:apiKey", on.apiKey]);
  }

  /** What the CLI says; it fails where the CLI does. */
  async run(args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
    const { code, text } = await this.attempt(args, env);
    if (code !== 0) throw new Error(`pulumi ${args.join(" ")} ended with ${code}:\n${text}`);
    return text;
  }

  attempt(args: string[], env: NodeJS.ProcessEnv = {}): Promise<{ code: number; text: string }> {
    return new Promise((resolve) => {
      const options = { cwd: this.folder, env: { ...this.env, ...env } };
      const child = execFile("pulumi", [...args, "--non-interactive", "--color", "never"], options, (_, out, err) =>
        resolve({ code: child.exitCode ?? 1, text: out + err }),
      );
    });
  }

  operate = (verb: "up" | "refresh" | "destroy", env: NodeJS.ProcessEnv = {}) =>
    this.run([verb, "--yes", "--skip-preview"], env);

  /** Takes everything out of the state, and the mark of its resource off each of these objects. */
  async letGo(ids: readonly string[]): Promise<void> {
    await this.run(["state", "delete", "--all", "--yes"]);
    const args = [join(root, "dist/cli/main.js"), "doctor", "--stack", "dev", "--let-go", ...ids];
    await promisify(execFile)(process.execPath, args, { cwd: this.folder, env: this.env });
  }

  /** Starts an `up`, and presses Ctrl-C when `when` is there. */
  async interrupted(when: Promise<unknown>): Promise<void> {
    const args = ["up", "--yes", "--skip-preview", "--non-interactive", "--color", "never"];
    const child = spawn("pulumi", args, { cwd: this.folder, env: this.env, stdio: "ignore" });
    await when;
    child.kill("SIGINT");
    await once(child, "exit");
  }

  async ids(): Promise<Record<string, string>> {
    const state = JSON.parse(await this.run(["stack", "export"])) as {
      deployment: { resources: { type: string; id?: string }[] };
    };
    const kinds = state.deployment.resources.filter(
      ({ type }) => /compute:(index:)?\w+$/.test(type) && !/^pulumi:/.test(type),
    );
    return Object.fromEntries(kinds.map(({ type, id = "" }) => [type.slice(type.lastIndexOf(":") + 1), id]));
  }
}

const version = cliOnPath();

describe(`the CLI (${version ?? "none on the PATH"}) and the plugin`, () => {
  it("have an executable to meet at", () => {
    expect(existsSync(join(root, "dist/plugin/pulumi-resource-compute.js"))).toBe(true);
  });

  if (version === undefined) return notTried("the plugin with the CLI", noCli);

  it("move a stack over and back, and nothing changes", async () => {
    const project = new Project(everyKind);
    await project.open();
    expect(await project.operate("up", { WAY: dynamic })).toContain("+ 5 created");
    const ids = await project.ids();
    for (const way of [plugin, dynamic, plugin]) {
      expect(await project.run(["preview", "--expect-no-changes"], { WAY: way })).toContain("5 unchanged");
      expect(await project.operate("up", { WAY: way })).toContain("5 unchanged");
      expect(await project.operate("refresh", { WAY: way })).toContain("5 unchanged");
      expect(await project.ids()).toEqual(ids);
    }
    const changed = await project.run(["preview", "--diff"], { TAG: "2" });
    expect(changed).toContain(
      '~ image: "registry.example.com/acme/trainer:1" => "registry.example.com/acme/trainer:2"',
    );
    expect(await project.run(["stack", "export"])).not.toMatch(/canary/);
    await project.operate("up", { WAY: dynamic });
    expect(await project.operate("destroy", { WAY: dynamic })).toContain("- 5 deleted");
    expect([...emulator.store.pods.values()]).toEqual([]);
  }, 240_000);

  it("import every kind, and the program that the CLI writes previews as unchanged", async () => {
    // A job is forgotten half an hour after its end (J-35), and can't be imported from then on.
    const patient = await another({ speed: 20 });
    const owner = new Project(everyKind + otherKinds);
    await owner.open(patient);
    await owner.operate("up");
    const ids: Readonly<Record<string, string>> = { ...(await owner.ids()), AccountSshKeys: "ssh-keys" };
    await owner.letGo(kindNames.flatMap((kind) => (isAskedAbout(kind, undefined) ? ids[kind]! : [])));
    const project = new Project("");
    await project.open(patient);
    // A Ready is nowhere but in its state.
    const kinds = kindNames.filter((kind) => kind !== "Ready");
    const resources = kinds.map((kind) => ({ type: `compute:index:${kind}`, name: `my${kind}`, id: ids[kind] }));
    const [list, out] = [join(project.folder, "import.json"), join(project.folder, "imported.ts")];
    writeFileSync(list, JSON.stringify({ resources }));
    const said = await project.run(["import", "--file", list, "--yes", "--protect=false", "--out", out]);
    expect(said).toContain(`= ${kinds.length} imported`);
    expect(said).not.toMatch(/bug in the|canary/);
    expect(said).toContain("the platform does not report username, password");
    const plain = readFileSync(out, "utf8")
      .replace(/import \* as (\w+) from ("[^"]+");/g, "var $1 = require($2);")
      // What could not be read is the program's to say.
      .replace('password: ""', 'password: "pa55word-canary"')
      .replace('username: ""', 'username: "puller"')
      .replace('value: ""', 'value: "v4lue-canary"')
      .replace('endpointId: ""', `endpointId: "${ids.Endpoint}"`);
    project.write(plain);
    const preview = await project.run(["preview", "--diff"]);
    // All others are as they were; what was said for the first time is recorded.
    expect(preview).toMatch(/~ 3 to update\n\s+9 unchanged/);
    expect(preview).not.toMatch(/replace/);
    const podsBefore = [...emulator.store.pods.values()].map(({ id }) => id);
    await project.operate("up");
    expect([...emulator.store.pods.values()].map(({ id }) => id)).toEqual(podsBefore);
    expect(await project.run(["preview", "--expect-no-changes"])).toContain("12 unchanged");
    expect(await project.ids()).toEqual(ids);
    const nothing = await project.attempt(["import", "compute:index:Pod", "nope", "nothere", "--yes"]);
    expect(nothing).toMatchObject({ code: 1, text: expect.stringContaining("there is none with this id") });
  }, 240_000);

  it("keep what was made when Ctrl-C ends a wait, and the next up goes on from there", async () => {
    const slow = await another({ speed: 0 });
    const text = `const compute = require("${plugin}");
      new compute.Pod("trainer", { image: "x:1", gpu: { id: "NVIDIA L40S" } });`;
    const project = new Project(text);
    await project.open();
    await project.run(["config", "set", "compute:apiUrl", slow.apiUrl]);
    await project.run(["config", "set", "--secret", "compute:apiKey", slow.apiKey]);
    const looked = new Promise<void>((resolve) => {
      slow.requests.onRequest(({ method, path }) =>
        method === "GET" && path.startsWith("/v2/pods/") ? resolve() : undefined,
      );
    });
    await project.interrupted(looked);
    const [pod] = [...slow.store.pods.values()];
    expect((await project.ids())["Pod"]).toBe(pod!.id);
    await slow.clock.advance(600_000);
    await project.operate("up");
    expect([...slow.store.pods.values()].map(({ id }) => id)).toEqual([pod!.id]);
  }, 120_000);

  it("use two accounts in one program, each with a key of its own that is encrypted in the state", async () => {
    const second = await another({ speed: 200, apiKey: "second-canary" });
    const project = new Project(`const compute = require("${plugin}");
      const provider = new compute.Provider("second", { apiKey: "${second.apiKey}", apiUrl: "${second.apiUrl}" });
      new compute.NetworkVolume("here", { dataCenter: "EU-XX-1", size: 20 });
      new compute.NetworkVolume("there", { dataCenter: "EU-XX-1", size: 30 }, { provider });`);
    await project.open();
    await project.operate("up");
    expect([...second.store.volumes.values()].map(({ size }) => size)).toEqual([30]);
    expect(await project.run(["stack", "export"])).not.toContain("canary");
    await project.operate("destroy");
    expect([...second.store.volumes.values()]).toEqual([]);
  }, 120_000);

  it.each([dynamic, plugin])(
    "V-10: refuse with %s to replace a volume for an option that a transform adds, and its data stays",
    async (way) => {
      const program = `
      const { NetworkVolume } = require(process.env.WAY);
      const pulumi = require("@pulumi/pulumi");
      const option = JSON.parse(process.env.OPTION);
      let other;
      pulumi.runtime.registerResourceTransform(({ name, props, opts }) => {
        const more = option.replaceWith ? { replaceWith: [other] } : option.deletedWith ? { deletedWith: other } : option;
        return { props, opts: name === "data" ? { ...opts, ...more } : opts };
      });
      const type = option.type ?? "STANDARD";
      other = new NetworkVolume("other", { dataCenter: "EU-XX-1", size: 10, type, dataLoss: "allow" });
      new NetworkVolume("data", { dataCenter: "EU-XX-1", size: option.size ?? 20 });
    `;
      const platform = await another({});
      const project = new Project(program);
      await project.open(platform);
      const run = (verb: string, option: object) => {
        const args = verb === "preview" ? [verb] : [verb, "--yes", "--skip-preview"];
        return project.attempt(args, { WAY: way, OPTION: JSON.stringify(option) });
      };
      expect((await run("up", { replacementTrigger: "1" })).code).toBe(0);
      const volumes = () => [...platform.store.volumes.values()].map(({ id, size }) => `${id} ${size}`).sort();
      const before = volumes();
      const type = "HIGH_PERFORMANCE";
      const options: object[] = [{ replacementTrigger: "2" }, { replaceWith: true, type }, { deletedWith: true, type }];
      // The host of dynamic providers is not told of the option, and the volume grows in place.
      if (way === plugin) options.push({ replaceOnChanges: ["size"], size: 30 });
      for (const option of options)
        expect(await run("preview", option)).toMatchObject({
          code: 1,
          text: expect.stringMatching(
            /because of an option of the program.*, the engine would replace the NetworkVolume/,
          ),
        });
      expect((await run("up", { replacementTrigger: "2" })).code).toBe(1);
      expect(volumes()).toEqual(before);
      expect((await run("up", { replacementTrigger: "1" })).text).toContain("3 unchanged");
      await project.operate("destroy", { WAY: way, OPTION: "{}" });
    },
    240_000,
  );

  it.each([dynamic, plugin])(
    "C-21: keep the disks that a cluster of %s got from its template, and that the program does not declare",
    async (way) => {
      const text = `
        const { Cluster, Template, NetworkVolume } = require(process.env.WAY);
        const { podCount, option, type } = { podCount: 2, type: "STANDARD", ...JSON.parse(process.env.OPTION) };
        const base = new Template("base", { image: "x:1", mounts: { persistent: { size: 20, path: "/data" } } });
        const other = new NetworkVolume("other", { dataCenter: "EU-XX-1", size: 10, type, dataLoss: "allow" });
        // A transform, since the class itself refuses such an option at once.
        const transforms = option ? [({ props, opts }) => ({ props, opts: { ...opts, replaceWith: [other] } })] : [];
        const compute = { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount };
        new Cluster("ring", { type: "TRAINING", compute, templateId: base.id, dataLoss: "refuse" }, { transforms });
      `;
      const platform = await another({ speed: 200 });
      const project = new Project(text);
      await project.open(platform);
      const env = (change: object) => ({ WAY: way, OPTION: JSON.stringify(change) });
      await project.operate("up", env({}));
      const clusters = () => [...platform.store.clusters.values()].map(({ id }) => id);
      const before = clusters();
      const up = ["up", "--yes", "--skip-preview"];
      for (const [args, change] of [
        [["preview"], { podCount: 3 }],
        [up, { podCount: 3 }],
        [up, { option: true, type: "HIGH_PERFORMANCE" }],
      ] as const)
        expect(await project.attempt([...args], env(change))).toMatchObject({
          code: 1,
          text: expect.stringContaining("destroy the persistent disks of its pods"),
        });
      expect(clusters()).toEqual(before);
    },
    240_000,
  );

  it("tell a slip in a setting by what was meant", async () => {
    const project = new Project(everyKind);
    await project.open();
    await project.run(["config", "set", "compute:apiKye", "x"]);
    const { code, text } = await project.attempt(["preview"]);
    expect({ code, text }).toMatchObject({ code: 1, text: expect.stringContaining("did you mean apiKey?") });
  }, 60_000);
});

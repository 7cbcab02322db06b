import { afterEach, describe, expect, it } from "@jest/globals";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { createProgram } from "../../cli/program";
import { createClient } from "../../client";
import { type Emulator, startEmulator } from "../../emulator";
import { LocalStack } from "../../engine";
import { Project } from "../support/project";
import { FakeIo } from "./fake-io";
import { cliOnPath } from "./run-cli";
import { noCli, notTried } from "../support/not-tried";

/** Programs of this package on an emulated platform, with the included engine and, where it is there, the CLI. */
interface Bench {
  readonly project: Project;
  readonly emulator: Emulator;
  readonly write: (program: string) => void;
  /** What went wrong in an `up`, or nothing. */
  readonly up: (options?: { refresh?: boolean }) => Promise<string>;
}

const prelude = 'const compute = require("pulumi-compute-platform");\n';
if (cliOnPath() === undefined) notTried("whole stacks in the CLI's hands", noCli);
const engines = cliOnPath() === undefined ? (["local"] as const) : (["local", "cli"] as const);

let emulator: Emulator | undefined;
afterEach(async () => {
  await emulator?.close();
  emulator = undefined;
});

async function openBench(engine: (typeof engines)[number], isApart = false): Promise<Bench> {
  const platform = await startEmulator({ speed: 10_000, rateLimit: false });
  emulator = platform;
  // Without what this repository's own scripts put there: no plugin is on the PATH.
  const path = (process.env["PATH"] ?? "").split(delimiter).filter((each) => !each.includes("node_modules"));
  const project = new Project(platform, { name: "whole", stack: "test", env: { PATH: path.join(delimiter) } });
  const write = (program: string) => project.write(prelude + program);
  write("");
  const opened = { project, emulator: platform, write };
  if (engine === "cli") {
    const up: Bench["up"] = async ({ refresh = false } = {}) => {
      const { code, said } = await project.pulumi(["up", "--yes", "--skip-preview", ...(refresh ? ["--refresh"] : [])]);
      return code === 0 ? "" : said;
    };
    return { ...opened, up };
  }
  const stack = await (isApart ? LocalStack.open(project.options) : project.here());
  const up: Bench["up"] = async ({ refresh = false } = {}) => {
    try {
      const { diagnostics, result } = await stack.up({ refresh });
      return result === "succeeded" ? "" : diagnostics.map(({ message }) => message).join("\n");
    } catch (error) {
      return String(error);
    }
  };
  return { ...opened, up };
}

const volume = (name: string, more = "") =>
  `new compute.NetworkVolume("${name}", { dataCenter: "EU-XX-1", size: 10, ${more} });\n`;

const ids = ({ store }: Emulator) => [...store.volumes.values()].map(({ id }) => id);

describe.each(engines)("a stack in the hands of the engine %s", (engine) => {
  it("V-5: lets no resource adopt the volume of another, in an up that refreshes first", async () => {
    const { emulator, write, up } = await openBench(engine);
    write(volume("first"));
    expect(await up()).toBe("");
    const [id] = ids(emulator);
    write(volume("second", `adopt: { id: "${id}" }`));
    expect(await up({ refresh: true })).toMatch(/the resource first of the stack test .* has it.*`aliases`/);
    expect(ids(emulator)).toEqual([id]);
  }, 300_000);

  it("A-24: does not delete what it replaced as gone and what is there after all", async () => {
    const { emulator, write, up } = await openBench(engine);
    const hide = (times: number) =>
      emulator.faults.add({ method: "GET", path: "/v2/network-volumes/:id", phase: "before", status: 404, times });
    write(volume("data"));
    expect(await up()).toBe("");
    const [id = ""] = ids(emulator);
    write(volume("data", 'name: "renamed"'));
    // The comparison looks, and so does the update.
    hide(2);
    expect(await up()).toMatch(/404/);
    hide(1);
    expect(await up()).toMatch(
      /was replaced because the platform answered that it was gone \(404\).*It was not deleted/,
    );
    expect(ids(emulator)).toContain(id);
    expect(emulator.requests.list().filter(({ method }) => method === "DELETE")).toEqual([]);
  }, 300_000);

  it("leaves what ignoreChanges ignores out of what compute drift counts", async () => {
    const { project, emulator, write, up } = await openBench(engine);
    const scaling = '{ type: "QUEUE_DELAY", queueDelay: 3 }';
    write(`new compute.Endpoint("api", { image: "x:1", type: "QUEUE", cpu: [{ id: "cpu3c", vcpuCount: 4 }], scaling: ${scaling},
      workers: { min: 0, max: 3 } }, { ignoreChanges: ["workers"] });`);
    expect(await up()).toBe("");
    const client = createClient({ apiKey: emulator.apiKey, apiUrl: emulator.apiUrl });
    for await (const { id } of client.serverless.listAll())
      await client.serverless.update(id, { workers: { min: 0, max: 1 } });
    await client.close();
    const io = new FakeIo();
    Object.assign(io.env, { COMPUTE_API_URL: emulator.apiUrl, COMPUTE_API_KEY: emulator.apiKey });
    const file = project.stateFile;
    await createProgram(io).parseAsync(["node", "compute", "drift", "--file", file]);
    expect(io.written.out).toMatch(
      /^ignored by ignoreChanges: Endpoint api \(.*\): workers.max 3 → 1\n\nNo drift in 1 resource, 1 request; 1 ignored\n$/,
    );
    emulator.requests.clear();
    expect(await up({ refresh: true })).toBe("");
    expect(emulator.requests.list().filter(({ method }) => method !== "GET")).toEqual([]);
  }, 300_000);

  it("has a name that is given as a secret nowhere in clear in its state, backups and history", async () => {
    const { project, write, up } = await openBench(engine);
    const program = (text: string) => `const name = require("@pulumi/pulumi").secret("${text}");
      const image = "x:1";
      new compute.RegistryCredential("a", { name, username: "puller", password: "example-only" });
      new compute.NetworkVolume("b", { name, dataCenter: "EU-XX-1", size: 10 });
      new compute.Template("c", { name, image });
      new compute.Pod("d", { name, image, cpu: { id: "cpu3c", vcpuCount: 2 } });
      const cluster = { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 };
      new compute.Cluster("e", { name, image, type: "TRAINING", compute: cluster });
      const scaling = { type: "QUEUE_DELAY", queueDelay: 3 };
      new compute.Endpoint("f", { name, image, type: "QUEUE", cpu: [{ id: "cpu3c", vcpuCount: 4 }], scaling });
      new compute.AccountSecret("g", { name, value: "example-only" });`;
    for (const name of ["hush", "hush_again"]) {
      write(program(name));
      expect(await up()).toBe("");
    }
    const files = readdirSync(project.backend, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name), "utf8"));
    expect(files.join()).toContain("ciphertext");
    expect(files.join().match(/.{0,40}hush/g) ?? []).toEqual([]);
  }, 300_000);

  it("has a variable that the program calls secret later nowhere in clear in its state any more", async () => {
    const { project, emulator, write, up } = await openBench(engine);
    const program = (value: string, image: string) => `const { secret } = require("@pulumi/pulumi");
      const cpu = { id: "cpu3c", vcpuCount: 2 };
      new compute.Pod("p", { image: ${image}, cpu, env: { TOKEN: ${value}, STAGE: "dev" }, cmd: ["run", ${value}] });`;
    write(program('"hush"', '"hush:1"'));
    expect(await up()).toBe("");
    emulator.requests.clear();
    write(program('secret("hush")', 'secret("hush:1")'));
    expect(await up()).toBe("");
    expect(emulator.requests.list().filter(({ method }) => method !== "GET")).toEqual([]);
    const state = readFileSync(project.stateFile, "utf8");
    expect(state).toContain("ciphertext");
    expect(state.match(/.{0,40}hush/g) ?? []).toEqual([]);
  }, 300_000);

  it.each(["", "/plugin"])(
    "says what to add where only a component library brings this package%s along",
    async (form) => {
      const { project, emulator, write, up } = await openBench(engine, true);
      const modules = join(project.folder, "node_modules");
      const store = join(modules, ".store", "node_modules");
      mkdirSync(join(store, "library"), { recursive: true });
      writeFileSync(
        join(store, "library", "index.js"),
        `${prelude.replace("compute-platform", `compute-platform${form}`)}exports.data = () => ${volume("data")}`,
      );
      symlinkSync(join(store, "library"), join(modules, "library"));
      symlinkSync(join(__dirname, "..", ".."), join(store, "pulumi-compute-platform"));
      rmSync(join(modules, "pulumi-compute-platform"));
      write("");
      project.write('require("library").data();\n');
      const said = await up();
      expect(said).toMatch(/NetworkVolume data: the package pulumi-compute-platform cannot be found from \S*linked/);
      expect(said).toContain("add pulumi-compute-platform to the dependencies of the program's own package.json");
      expect(said).not.toContain("Cannot find module");
      expect(emulator.requests.list()).toEqual([]);
    },
    300_000,
  );
});

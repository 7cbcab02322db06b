import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { documentSchema, jsonSchemaOf } from "../../cli/documents";
import { type DocumentName, documentNames } from "../../cli/documents/write";
import { CommandFailure } from "../../cli/io";
import { createProgram } from "../../cli/program";
import { type Emulator, startEmulator } from "../../emulator";
import { fastClock, ServedProviders } from "../../proofs/engines/served";
import { linkedFolder } from "../examples/linked-folder";
import { programsHere } from "../support/program-here";
import { FakeIo } from "./fake-io";

/** What `--json` prints is what its schema says: nothing is missing, and nothing is there that no schema names. */
describe.each([
  ["dynamic", "pulumi-compute-platform"],
  ["plugin", "pulumi-compute-platform/plugin"],
] as const)("documents of a stack of %s resources", (form, classes) => {
  let emulator: Emulator;
  let io: FakeIo;
  beforeEach(async () => {
    emulator = await startEmulator({ speed: 10_000, rateLimit: false });
    const folder = linkedFolder({ "Pulumi.yaml": "name: documented\nruntime: nodejs\nmain: index.js\n" });
    const env = {
      COMPUTE_API_URL: emulator.apiUrl,
      COMPUTE_API_KEY: emulator.apiKey,
      COMPUTE_QUEUE_URL: emulator.queueUrl,
      COMPUTE_JOURNAL_DIR: join(folder, "journal"),
    };
    const providers = new ServedProviders(form, { clock: fastClock(100), env });
    io = Object.assign(new FakeIo(), { cwd: folder, ambient: { ...programsHere, start: providers.start } });
    mkdirSync(join(folder, "state"));
    Object.assign(io.env, env, { PULUMI_BACKEND_URL: `file://${folder}/state`, PULUMI_CONFIG_PASSPHRASE: "x" });
    Object.assign(io.env, { PULUMI_STACK: "dev", XDG_STATE_HOME: join(folder, "memory") });
    io.now = () => emulator.clock.now();
  });
  afterEach(() => emulator.close());

  const write = (program: string) =>
    writeFileSync(
      join(io.cwd, "index.js"),
      `const compute = require("${classes}");
const pulumi = require("@pulumi/pulumi");
const image = "registry.example.com/public/web:1.0";
${program}`,
    );

  const whole = (gpus: number, variables: string) => `
const data = new compute.NetworkVolume("data", { dataCenter: "EU-XX-1", size: 10, name: "data" });
const trainer = new compute.Pod("trainer", {
  image, gpu: { id: "NVIDIA L40S", count: ${gpus} }, stopAfter: "1m", env: pulumi.secret(${variables}),
  mounts: { network: [{ volumeId: data, path: "/data" }] },
});
const worker = new compute.Template("worker", { name: "worker", image, serverless: true });
new compute.Endpoint("echo", {
  type: "QUEUE", templateId: worker, gpu: { pools: ["ADA_48_PRO"] }, workers: { min: 0, max: 1 },
  scaling: { type: "QUEUE_DELAY", queueDelay: 3 },
});
exports.id = trainer.id;
exports.hidden = pulumi.secret("text");
`;

  /** Runs a command; its documents, one a line or one in all, after their schema has let them pass. */
  async function read(name: DocumentName, ...args: readonly string[]) {
    io.written.out = "";
    io.written.err = "";
    let code = 0;
    try {
      await createProgram(io).parseAsync(["node", "compute", ...args, "--json"]);
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      code = error.exitCode;
    }
    const texts = name === "keep" ? io.written.out.trim().split("\n") : [io.written.out];
    const said = texts.map((text) => documentSchema(name).parse(JSON.parse(text)));
    expect(said.map(({ schema }) => schema)).toEqual(texts.map(() => `compute.${name}/1`));
    return { code, said: said[0] as Record<string, unknown>, err: io.written.err };
  }

  it("pass their schemas through the life of the stack", async () => {
    write(whole(1, '{ A: "1" }'));
    expect(await read("operation", "preview")).toMatchObject({
      code: 0,
      said: { changeSummary: { create: 5 }, diagnostics: [] },
    });
    const { said } = await read("operation", "up", "--yes", "--create");
    expect(said).toMatchObject({ result: "succeeded", outputs: { hidden: "[secret]", id: expect.any(String) } });
    expect(await read("status", "status", "--logs")).toMatchObject({ said: { stack: "documented/dev" } });
    const { said: bill } = await read("cost", "cost");
    expect(bill["lines"]).not.toEqual([]);
    expect(await read("drift", "drift")).toMatchObject({ code: 0, said: { drift: [] } });

    // Something of each member: a replacement, a secret that changes, drift, and a pod whose time is over.
    write(whole(2, '{ A: "2" }'));
    const preview = await read("operation", "preview", "--diff");
    expect(JSON.stringify(preview.said)).toMatch(/-replace/);
    for (const pod of emulator.store.pods.values()) pod.name = "renamed";
    for (const volume of emulator.store.volumes.values()) volume.size = 20;
    expect(await read("drift", "drift", "--undeclared")).toMatchObject({ code: 2 });
    await emulator.clock.advance(120_000);
    expect((await read("keep", "keep", "--once", "--dry-run")).said).toMatchObject({
      stack: "documented/dev",
      isDryRun: true,
      stopped: [{ name: "trainer" }],
    });
    write('throw new Error("of the program");');
    expect(await read("operation", "preview")).toMatchObject({ code: 1, said: { result: "failed" } });
    const failure = { code: 1, said: { result: "failed", diagnostics: [{ severity: "error" }] } };
    expect(await read("operation", "up", "--yes", "--skip-preview")).toMatchObject(failure);
    // A step that the platform refuses: its error names the resource.
    write(whole(2, '{ A: "3" }'));
    emulator.faults.add({ path: "/v2/pods/:id", method: "PATCH", phase: "before", status: 400, times: 9 });
    emulator.faults.add({ path: "/v2/pods", method: "POST", phase: "before", status: 400, times: 9 });
    const refused = await read("operation", "up", "--yes", "--skip-preview");
    expect(refused).toMatchObject({
      ...failure,
      said: { diagnostics: [{ urn: expect.stringMatching(/::trainer$/) }] },
    });
    expect(await read("operation", "refresh", "--yes")).toMatchObject({ code: 0 });
    expect(await read("operation", "destroy", "--yes")).toMatchObject({ said: { result: "succeeded" } });
    expect(await read("status", "status")).toMatchObject({ said: { resources: [] } });
  }, 60_000);

  it("price a preview as a bill of changes", async () => {
    write(whole(1, "{}"));
    await read("operation", "preview");
    const file = join(io.cwd, "preview.json");
    writeFileSync(file, io.written.out);
    const { said } = await read("cost", "cost", "--preview", file);
    expect(said["lines"]).toContainEqual(expect.objectContaining({ name: "trainer", change: "create" }));
  }, 60_000);
});

it("a schema refuses a member that it does not name, and its published form lets it pass", () => {
  for (const name of documentNames) {
    const given = documentSchema(name).safeParse({ more: true });
    expect(given.error?.issues).toContainEqual(expect.objectContaining({ code: "unrecognized_keys", keys: ["more"] }));
    const published = JSON.stringify(jsonSchemaOf(name));
    expect(published).not.toMatch(/additionalProperties":false|readOnly/);
  }
});

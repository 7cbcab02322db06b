import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { remindOfAttempts } from "../../cli/doctor/journal";
import type { Finding } from "../../cli/doctor/finding";
import type { DriftReport } from "../../cli/documents/drift";
import { createProgram } from "../../cli/program";
import type { Status } from "../../cli/documents/status";
import { createClient } from "../../client";
import { type Emulator, startEmulator } from "../../emulator";
import { LocalStack } from "../../engine";
import { ServedProviders } from "../../proofs/engines/served";
import { findBackend } from "../../provider/host/backend";
import { stackKeyOf } from "../../provider/state/identity";
import { openJournal } from "../../provider/journal/open-journal";
import { programsHere } from "../support/program-here";
import { Project } from "../support/project";
import { until } from "../support/until";
import { found } from "./commands/run-command";
import { FakeIo } from "./fake-io";

const plugin = "pulumi-compute-platform/plugin";

let first: Emulator;
let second: Emulator;
let project: Project;
let folder: string;
let served: ServedProviders;
let there: ReturnType<typeof createClient>;

/** Pods in two accounts, and a cluster in the second one, which is reached by two providers with the same key. */
const program = () => `const compute = require("${plugin}");
  const settings = { apiKey: "second-canary", apiUrl: "${second.apiUrl}", queueUrl: "${second.queueUrl}" };
  const provider = new compute.Provider("second", settings);
  const careful = new compute.Provider("careful", { ...settings, refreshBeforeUpdate: true });
  const args = { image: "x:1", gpu: { id: "NVIDIA L40S" }, ports: ["22/tcp"], startSsh: true };
  new compute.Pod("here", args);
  new compute.Pod("there", { ...args, gpu: { id: process.env.GPU || "NVIDIA L40S" } }, { provider });
  new compute.Pod("beside", args, { provider: careful });
  new compute.Cluster("ring", { type: "TRAINING", image: "x:1", ports: ["22/tcp"],
    compute: { gpuTypeId: "NVIDIA H200", gpuCountPerPod: 8, podCount: 2 } }, { provider });
  new compute.Endpoint("jobs", { type: "QUEUE", image: "x:1", gpu: { pools: ["ADA_24"] }, workers: { min: 1, max: 1 },
    scaling: { type: "QUEUE_DELAY", queueDelay: 3 } }, { provider });`;

beforeAll(async () => {
  first = await startEmulator({ rateLimit: false, speed: 200 });
  second = await startEmulator({ rateLimit: false, speed: 200, apiKey: "second-canary", seed: "second" });
  there = createClient({ apiKey: second.apiKey, apiUrl: second.apiUrl });
  await there.account.sshKeys.replace(["ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ada@example.org"]);
  project = new Project(undefined, { name: "shop", program: program() });
  project.installPlugin();
  ({ folder } = project);
  served = new ServedProviders("plugin");
  const stack = await open({});
  await stack.setConfig("compute:apiUrl", first.apiUrl);
  await stack.setConfig("compute:apiKey", first.apiKey, { secret: true });
  const { result, diagnostics } = await stack.up();
  if (result === "failed") throw new Error(JSON.stringify(diagnostics));
}, 60_000);
afterAll(() => Promise.all([there.close(), first.close(), second.close()]));

const open = (variables: Record<string, string>) =>
  LocalStack.open({ ...project.options, env: variables, ambient: { ...programsHere, start: served.start } });
const backendUrl = () => `file://${project.backend}`;
const journalDir = () => join(folder, "journal");

let io: FakeIo;
let env: Record<string, string>;
beforeEach(() => {
  io = new FakeIo();
  io.cwd = folder;
  env = { PULUMI_BACKEND_URL: backendUrl(), PULUMI_CONFIG_PASSPHRASE: "x", COMPUTE_JOURNAL_DIR: journalDir() };
  Object.assign(io.env, env);
  for (const { requests } of [first, second]) requests.clear();
});

/** Runs a command where the stack is. */
async function run(...args: string[]): Promise<string> {
  io.written.out = "";
  await createProgram(io).parseAsync(["node", "compute", ...args]);
  return io.written.out;
}

/** What an import of one provider's account wrote. */
const imported = (language: string, file: string) => readFileSync(join(folder, language, file), "utf8");

const asked = ({ requests }: Emulator) => requests.list().map(({ method, path }) => `${method} ${path}`);
const idOf = (emulator: Emulator, name: string) =>
  [...emulator.store.pods.values()].find((pod) => pod.name.startsWith(`${name}-`))!.id;

describe("In a stack of two accounts, of which one has two providers,", () => {
  it("status shows all that runs, with its cost, and asks each account for one list", async () => {
    const { resources } = JSON.parse(await run("status", "--json")) as Status;
    const pods = resources.filter(({ kind }) => kind === "Pod");
    expect(pods.map(({ name, phase }) => `${name} ${phase}`).sort()).toEqual([
      "beside RUNNING",
      "here RUNNING",
      "there RUNNING",
    ]);
    expect(new Set(pods.map(({ costPerHour }) => costPerHour)).size).toBe(1);
    expect(resources.find(({ name }) => name === "ring")).toMatchObject({ phase: "RUNNING", costPerHour: 25.6 });
    const lists = [first, second].map((one) => asked(one).filter((request) => request === "GET /v2/pods"));
    expect(lists).toEqual([["GET /v2/pods"], ["GET /v2/pods"]]);
  });

  it("drift, cost and ssh know them all, and no key is in what they print", async () => {
    const drift = JSON.parse(await run("drift", "--json")) as DriftReport;
    expect(drift).toMatchObject({ resources: 5, calls: 5, drift: [] });
    const cost = await run("cost");
    for (const name of ["here", "there", "beside"]) expect(cost).toContain(`Pod ${name} `);
    for (const name of ["there", "beside"])
      expect(await run("ssh", name, "--print")).toMatch(/^ssh (?:-o \S+ )*-p \d+ root@/);
    expect(asked(second)).toContain(`GET /v2/pods/${idOf(second, "beside")}`);
    expect(JSON.stringify([drift, cost, io.written])).not.toContain("canary");
  });

  it.each(["its name in the program", "its id"])("logs finds a pod of the second account by %s", async (by) => {
    const printed = run("logs", by === "its id" ? idOf(second, "there") : "there", "--source", "system");
    await until(() => io.written.out !== "");
    io.pass(2);
    expect(await printed).toMatch(/^\d{4}-\d\d-\d\dT\S+Z system /);
    expect(asked(first)).toEqual([]);
  });

  it("logs prints of its cluster the log of the entry node, and of a member by the member's id", async () => {
    const members = [...second.store.pods.values()].filter(({ cluster }) => cluster);
    const ids = members.sort((a, b) => a.cluster!.rank - b.cluster!.rank).map(({ id }) => id);
    expect(ids).toHaveLength(2);
    for (const [called, id] of [
      ["ring", ids[0]],
      [ids[1], ids[1]],
    ]) {
      io.written.out = "";
      const printed = run("logs", called!, "--source", "system");
      await until(() => io.written.out !== "");
      io.pass(2);
      expect(await printed).toMatch(/^\d{4}-\d\d-\d\dT\S+Z system /);
      expect(asked(second).at(-1)).toBe(`GET /v2/pods/${id}/logs`);
    }
  });

  it("logs and jobs reach its endpoint", async () => {
    let id = "";
    for await (const endpoint of there.serverless.listAll()) id = endpoint.id;
    const printed = run("logs", "--endpoint", "jobs");
    await until(() => io.written.out !== "");
    io.pass(2);
    await printed;
    for (const called of [id, "jobs"])
      expect(JSON.parse(await run("jobs", "health", called))).toMatchObject({ jobs: { inQueue: 0 } });
    expect(asked(first)).toEqual([]);
  });

  it("logs says of a pod of the first account what it said before", async () => {
    await expect(run("logs", "nobody")).rejects.toThrow(/None of the account's pods has the id or the name nobody/);
    expect(asked(second)).toContain("GET /v2/pods/nobody");
  });

  it("A-31: doctor knows an attempt of the second account, and deletes there what it made", async () => {
    const { id: made } = await there.pods.create({
      name: "lost-1a2b3c4",
      image: "x:1",
      gpu: { id: "NVIDIA L40S", count: 1 },
    });
    const journal = openJournal({ apiKey: second.apiKey, apiUrl: second.apiUrl }, env);
    await journal.begin({
      id: "a-1",
      kind: "Pod",
      key: "gone-by-now",
      name: "lost-1a2b3c4",
      isMarked: true,
      startedAt: 0,
      made,
      stack: stackKeyOf("dev", "shop"),
      backend: (await findBackend(env, folder, "shop")).key,
    });
    expect(await found(io, "doctor")).toMatch(
      new RegExp(`the platform has ${made} .*which the state does not have.*--delete ${made}`, "s"),
    );
    await remindOfAttempts(io, await open({}), []);
    expect(io.written.err).toMatch(new RegExp(`began to create the Pod ${made} .*It exists.*compute doctor`));
    expect(await run("doctor", "--delete", made, "--yes")).toMatch(new RegExp(`^Deleted the Pod ${made}`));
    expect(asked(second)).toContain(`DELETE /v2/pods/${made}`);
    expect(asked(first).filter((request) => request.startsWith("DELETE"))).toEqual([]);
    expect(await run("doctor")).toMatch(/^Nothing to do/);
  });

  it("what was replaced there, and could not be deleted, is in status and cost, named by drift and doctor, until it is gone", async () => {
    const [old, remove] = [idOf(second, "there"), { method: "DELETE", path: "/v2/pods/:id" } as const];
    const mended = second.faults.add({ ...remove, phase: "before", status: 403, times: "always" });
    expect((await (await open({ GPU: "NVIDIA H200" })).up()).result).toBe("failed");
    const phases = async () =>
      (JSON.parse(await run("status", "--json")) as Status).resources
        .filter(({ name }) => name === "there")
        .map(({ id, phase, costPerHour }) => [id === old, phase, costPerHour !== null]);
    expect(await phases()).toEqual([
      [false, "RUNNING", true],
      [true, "REPLACED, RUNNING", true],
    ]);
    expect((await run("cost")).match(/^Pod there .*replaced but not deleted yet +\d/gm)).toHaveLength(1);
    const drift = JSON.parse(await run("drift", "--json")) as DriftReport;
    expect(drift).toMatchObject({ resources: 5, drift: [], notCompared: [{ name: "there", path: "" }] });
    const { findings } = JSON.parse(await found(io, "doctor", "--json")) as { findings: Finding[] };
    expect(findings).toMatchObject([{ problem: "leftover", name: "there", objects: [{ id: old }] }]);
    mended.remove();
    await there.pods.delete(old);
    expect(await phases()).toContainEqual([true, "REPLACED, GONE", false]);
    expect((await (await open({ GPU: "NVIDIA H200" })).up()).result).toBe("succeeded");
    expect(await phases()).toEqual([[false, "RUNNING", true]]);
  }, 60_000);
});

it("imports with a provider what its account has and no stack knows, in every language", async () => {
  const volume = await there.networkVolumes.create({ name: "weights", size: 20, dataCenter: "EU-XX-1" });
  for (const language of ["typescript", "python", "yaml"])
    expect(await run("import", "--all", "--provider", "second", "-l", language, "--out", language)).toMatch(
      /2 found[^]*after the provider, which it calls second/,
    );
  await there.networkVolumes.delete(volume.id);
  const { nameTable, resources } = JSON.parse(imported("yaml", "import.json")) as Record<string, unknown>;
  expect(nameTable).toEqual({ second: "urn:pulumi:dev::shop::pulumi:providers:compute::second" });
  expect(resources).toContainEqual({
    type: "compute:index:NetworkVolume",
    name: "weights",
    id: volume.id,
    provider: "second",
  });
  expect(imported("typescript", "imported.ts")).toContain("{ provider: second, protect: true }");
  expect(imported("python", "imported.py")).toContain("opts=pulumi.ResourceOptions(provider=second, protect=True)");
  expect(imported("yaml", "imported.yaml")).toContain("      provider: ${second}\n      protect: true");
  expect(imported("yaml", "import.json") + imported("typescript", "imported.ts")).not.toContain("second-canary");
});

it("says which providers a stack has whose accounts can be imported from, and that their keys need the passphrase", async () => {
  const args = ["import", "--all", "--provider"];
  await expect(run(...args, "third")).rejects.toThrow(/no provider named third.*Its providers are: .*second/);
  delete io.env["PULUMI_CONFIG_PASSPHRASE"];
  await expect(run(...args, "second")).rejects.toThrow(
    /The key of the provider second is encrypted.*Set PULUMI_CONFIG_PASSPHRASE or/,
  );
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "../../../cli/doctor/finding";
import { runProgram } from "../../../cli/program";
import { type Emulator, startEmulator } from "../../../emulator";
import type { Ambient } from "../../../engine";
import { chanceFrom } from "../../../proofs/chance";
import { fastClock, ServedProviders } from "../../../proofs/engines/served";
import { findBackend } from "../../../provider/host/backend";
import { fileStorage, memoryStorage } from "../../../provider/journal/storage";
import { linkedFolder } from "../../examples/linked-folder";
import { programsHere } from "../../support/program-here";
import { everyTurn, FakeIo } from "../fake-io";
import { found } from "./run-command";

interface State {
  readonly deployment: {
    resources: Record<string, unknown>[];
    pending_operations?: { type: string; resource: object }[];
  };
}

let emulator: Emulator;
/** A platform that has nothing of the stacks. */
let elsewhere: Emulator;
let folder: string;
/** The second ones keep their journal on the disk, as processes do. */
let providers: ServedProviders, noting: ServedProviders;
const memory = memoryStorage();
/** The platform and the notes as they are once both stacks are up; the state is then in `made`, beside where the backend has it. */
let dump: Record<string, unknown>;
let notes: readonly (readonly [string, string])[];
let io: FakeIo & { ambient?: Ambient };
beforeAll(async () => {
  [emulator, elsewhere] = await Promise.all([startEmulator({ speed: 10_000, rateLimit: false }), startEmulator()]);
  folder = linkedFolder({ "Pulumi.yaml": "name: advised\nruntime: nodejs\nmain: index.js\n" });
  mkdirSync(join(folder, "state"));
  const backend = await findBackend(env(), folder);
  providers = new ServedProviders("dynamic", { clock, env: env(), storage: memory, backend });
  const journal = fileStorage(join(folder, "journal", "journal"));
  noting = new ServedProviders("dynamic", {
    clock,
    chance: chanceFrom(2),
    env: env(),
    storage: journal,
    backend,
  });
  begin();
  // Two stacks, so that advice without the stack's name would not find its stack.
  for (const stack of ["other", "dev"]) await succeed(`up --yes --create --stack ${stack}`);
  cpSync(join(folder, "state"), join(folder, "made"), { recursive: true });
  [dump, notes] = [emulator.dump(), [...memory.entries]];
});
beforeEach(() => {
  emulator.load(dump);
  memory.entries.clear();
  for (const [name, text] of notes) memory.entries.set(name, text);
  for (const name of ["state", "journal"]) rmSync(join(folder, name), { recursive: true, force: true });
  cpSync(join(folder, "made"), join(folder, "state"), { recursive: true });
  begin();
});
afterAll(() => Promise.all([emulator.close(), elsewhere.close()]));

const clock = fastClock(100);
const env = () => ({
  COMPUTE_API_URL: emulator.apiUrl,
  COMPUTE_API_KEY: emulator.apiKey,
  COMPUTE_JOURNAL_DIR: join(folder, "journal"),
  PULUMI_BACKEND_URL: `file://${folder}/state`,
});

/** Gives a case a terminal of its own, in the folder with the first program. */
function begin(): void {
  io = Object.assign(new FakeIo(), { cwd: folder, ambient: { ...programsHere, start: providers.start } });
  Object.assign(io.env, env(), { PULUMI_CONFIG_PASSPHRASE: "x" });
  io.now = () => emulator.clock.now();
  // A log is done after some quiet seconds.
  io.everySecond = everyTurn;
  write(program);
}

const programWith = (args: string, stacks = '["dev", "other"]') => `const compute = require("pulumi-compute-platform");
const stack = require("@pulumi/pulumi").getStack();
const args = { image: "web:1", cpu: { id: "cpu3c", vcpuCount: 2 }, ...(stack === "dev" ? { ${args} } : { name: "web-other" }) };
if (${stacks}.includes(stack)) new compute.Pod("web", args);
`;
const named = 'name: "web-dev"';
const program = programWith(named);
const write = (text: string) => writeFileSync(join(io.cwd, "index.js"), text);

async function run(words: readonly string[]) {
  io.written.out = "";
  io.written.err = "";
  return { code: await runProgram(io, ["node", "compute", ...words]), said: io.written.out + io.written.err };
}

async function succeed(line: string, words: readonly string[] = line.split(" ")): Promise<string> {
  const { code, said } = await run(words);
  if (code !== 0) throw new Error(`${line}: ${said}`);
  return said;
}

/** Runs a line as a shell reads it. */
function paste(line: string): Promise<string> {
  const words = execFileSync("sh", ["-c", `printf '%s\\0' ${line}`], { encoding: "utf8" });
  return succeed(line, words.split("\0").slice(0, -1));
}

async function stateOf(stack: string): Promise<State> {
  const file = join(io.cwd, `${stack}.json`);
  await succeed(`stack export --stack ${stack} --file ${file}`);
  const { deployment, ...form } = JSON.parse(readFileSync(file, "utf8")) as State;
  return { ...form, deployment: { ...deployment, resources: deployment.resources ?? [] } };
}

/** Edits the state of the stack, as an interrupted run leaves it. */
async function leave(edit: (state: State["deployment"], web: Record<string, unknown>) => void): Promise<void> {
  const state = await stateOf("dev");
  edit(state.deployment, state.deployment.resources.find(isPod)!);
  await restore(state);
}

const isPod = ({ type }: Record<string, unknown>) => String(type).endsWith(":Pod");

function restore(state: State): Promise<string> {
  writeFileSync(join(io.cwd, "dev.json"), JSON.stringify(state));
  return succeed("stack import --stack dev --file dev.json");
}

const podNamed = (name: string) => [...emulator.store.pods.values()].find((pod) => pod.name === name)!;
const takeAway = () => void emulator.store.pods.delete(podNamed("web-dev").id);
const copyPod = (id: string, name: string) => void emulator.store.pods.set({ ...podNamed("web-other"), id, name });
const beginCreate: Parameters<typeof leave>[0] = (state, web) => {
  const { id: _, outputs: _none, ...resource } = web;
  state.resources = state.resources.filter((each) => each !== web);
  state.pending_operations = [{ type: "creating", resource }];
};
const forget: Parameters<typeof leave>[0] = (state, web) =>
  void (state.resources = state.resources.filter((each) => each !== web));

const keepJournal = () => Object.assign(io, { ambient: { ...programsHere, start: noting.start } });

async function makeWithJournal(): Promise<void> {
  await succeed("destroy --yes --stack dev");
  keepJournal();
  await succeed("up --yes --stack dev");
}

/** The pod is made, and nobody learns of it. */
async function loseAnswer(): Promise<void> {
  await succeed("destroy --yes --stack dev");
  keepJournal();
  emulator.faults.add({ method: "POST", path: "/v2/pods", phase: "after", status: 500, times: "always" });
  // The preview and the create have their list first.
  emulator.faults.add({ method: "GET", path: "/v2/pods", phase: "before", status: 403, nth: 3, times: "always" });
  await run(["up", "--yes", "--stack", "dev"]);
  emulator.faults.clear();
}

/** Makes the pod again, with a name that the provider makes up. */
async function makeUnnamed(): Promise<void> {
  await succeed("destroy --yes --stack dev");
  write(programWith(""));
  await succeed("up --yes --stack dev");
}

/** The stack's older state comes back after the pod was replaced. */
async function restoreOlder(): Promise<void> {
  await makeUnnamed();
  const older = await stateOf("dev");
  write(programWith(larger));
  await succeed("up --yes --stack dev");
  await restore(older);
}
const larger = 'cpu: { id: "cpu3c", vcpuCount: 4 }';

/** The stack has the pod of the other one. */
const share = async () => {
  takeAway();
  const { id, name } = podNamed("web-other");
  await leave((_, web) => void Object.assign(web, { id, inputs: { ...(web["inputs"] as object), name } }));
};

const reach = ({ apiUrl, apiKey }: Emulator) =>
  void Object.assign(io.env, { COMPUTE_API_URL: apiUrl, COMPUTE_API_KEY: apiKey });

/** Gives the resource the `adopt` that the advice names. */
const adopt =
  (args: string) =>
  ({ nextStep }: Finding): void =>
    write(programWith(`${/adopt: \{ id: "[^"]+" \}/.exec(nextStep)![0]}, ${args}`));
const deleteThere = ({ objects }: Finding) => objects.forEach(({ id }) => emulator.store.pods.delete(id));

interface Case {
  readonly problem: Finding["problem"];
  readonly where?: string;
  readonly before: () => unknown;
  /** The commands in the advice. */
  readonly printed: string;
  /** What the advice says to do before they run. */
  readonly byHand?: (finding: Finding) => void;
  /** The commands that are run, where it leaves a choice. */
  readonly taken?: (lines: readonly string[]) => readonly string[];
}

const cases: readonly Case[] = [
  { problem: "gone", before: takeAway, printed: "refresh, up" },
  {
    problem: "unfinished-update",
    before: () => leave((state, web) => void (state.pending_operations = [{ type: "updating", resource: web }])),
    printed: "refresh, up",
  },
  {
    problem: "unfinished-delete",
    where: " of what is still there",
    before: () => leave((state, web) => void (state.pending_operations = [{ type: "deleting", resource: web }])),
    printed: "up, destroy",
  },
  {
    problem: "unfinished-delete",
    where: " of what is gone",
    before: async () => {
      await leave((state, web) => void (state.pending_operations = [{ type: "deleting", resource: web }]));
      takeAway();
    },
    printed: "refresh",
  },
  {
    problem: "lost-create",
    where: " of what was not made",
    before: () => leave(beginCreate).then(takeAway),
    printed: "refresh, up, doctor",
  },
  {
    problem: "lost-create",
    where: " of what was made",
    before: () => leave(beginCreate),
    printed: "refresh, up",
    byHand: adopt(named),
  },
  {
    problem: "lost-create",
    where: " in the journal, of what the program still has",
    before: loseAnswer,
    printed: "up, doctor",
    taken: ([up]) => [up!],
  },
  {
    problem: "lost-create",
    where: " in the journal, of what the program still has and no run has seen in the state",
    before: () => makeWithJournal().then(() => leave(forget)),
    printed: "doctor, doctor",
    taken: ([, end]) => [end!],
  },
  {
    problem: "lost-create",
    where: " in the journal, of what the program has no more",
    before: loseAnswer,
    printed: "up, doctor",
    byHand: () => write(programWith(named, '["other"]')),
    taken: ([, doctor]) => [doctor!],
  },
  {
    problem: "not-ready",
    before: () => leave((_, web) => void (web["initErrors"] = ["it was interrupted."])),
    printed: "preview, up, logs",
  },
  { problem: "leftover", before: () => leave((_, web) => void (web["delete"] = true)), printed: "up" },
  {
    problem: "replacement-begun",
    before: async () => {
      await leave((_, web) => void (web["pendingReplacement"] = true));
      takeAway();
    },
    printed: "up",
  },
  ...["dev", "other"].map(
    (stack): Case => ({
      problem: "shared",
      before: share,
      where: ` of two stacks, taken from ${stack}`,
      printed: "state, state",
      byHand: () => write(programWith('name: "web-other"', stack === "dev" ? '["other"]' : '["dev"]')),
      taken: (lines) => lines.filter((line) => line.includes(`--stack ${stack} `)),
    }),
  ),
  ...[0, 1].map(
    (which): Case => ({
      problem: "shared",
      where: ` of two resources, taken from the ${["second", "first"][which]}`,
      before: () =>
        leave(
          ({ resources }, web) =>
            void resources.push({ ...web, protect: which === 0, urn: `${String(web["urn"])}'s $twin` }),
        ),
      printed: "state, state",
      taken: (lines) => [lines[which]!],
    }),
  ),
  { problem: "same-name", before: () => copyPod("twin", "web-dev"), printed: "", byHand: deleteThere },
  {
    problem: "left",
    where: " of what the state has not, and is adopted",
    before: () => makeUnnamed().then(() => leave(forget)),
    printed: "doctor",
    byHand: adopt(""),
    taken: () => ["up --stack dev"],
  },
  {
    problem: "left",
    where: " of what an older state has another of, and nobody needs",
    before: restoreOlder,
    printed: "refresh, up, doctor",
    byHand: deleteThere,
    taken: ([refresh, up]) => [refresh!, up!],
  },
  { problem: "not-visible", before: () => reach(elsewhere), printed: "doctor", byHand: () => reach(emulator) },
];

/** The commands of a text, in its order. */
const commandsIn = (text: string): string[] =>
  [...text.matchAll(/`compute ([^`]*--stack (?:dev|other)\b[^`]*)`/g)].map(([, line]) => line!);
const sick = ["doctor", "--stack", "dev"];
const doctor = () => succeed(sick.join(" "));
const isWell = expect.stringMatching(/^Nothing to do: |^The state has no resources/) as unknown;

/** Ids on the platform, and those that states have. */
async function objects() {
  const states = await Promise.all([stateOf("dev"), stateOf("other")]);
  const inStates = states.flatMap(({ deployment }) => deployment.resources.filter(isPod).map(({ id }) => id));
  return { there: [...emulator.store.pods.values()].map(({ id }) => id).sort(), inStates: inStates.sort() };
}

describe("what doctor advises can be pasted", () => {
  it.each(cases.map((each) => ({ where: "", ...each })))(
    "$problem$where",
    async ({ problem, before, printed, byHand, taken = (lines) => lines }) => {
      const { ambient } = io;
      await before();
      const { findings } = JSON.parse(await found(io, ...sick, "--json")) as { findings: Finding[] };
      const finding = findings.find((one) => one.problem === problem);
      expect(finding).toBeDefined();
      const advice = await found(io, ...sick);
      // Every command is named whole.
      expect(advice).not.toMatch(/`(up|refresh|preview|destroy|state|doctor)\b/);
      const lines = commandsIn(advice);
      expect(lines.map((line) => line.split(" ")[0]).join(", ")).toBe(printed);
      byHand?.(finding!);
      for (const line of taken(lines))
        await paste(/^(up|refresh|destroy|doctor .*--delete)/.test(line) ? `${line} --yes` : line);
      const after = await doctor();
      expect(after).toEqual(isWell);
      // What it says of strays, too.
      expect(commandsIn(after).map((line) => line.split(" ")[0])).toEqual(["import"]);
      for (const line of commandsIn(after)) await paste(line);
      // No object is lost or doubled, now or by the next runs.
      Object.assign(io, { ambient });
      for (const stack of ["dev", "other"]) {
        const { there, inStates } = await objects();
        expect(there).toEqual(inStates);
        await succeed(`up --yes --stack ${stack}`);
      }
      const { there, inStates } = await objects();
      expect(there).toEqual(inStates);
      expect(await doctor()).toEqual(isWell);
    },
    60_000,
  );
});

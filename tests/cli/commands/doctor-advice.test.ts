import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../../../cli/program";
import { type Emulator, startEmulator } from "../../../emulator";
import { chanceFrom } from "../../../proofs/chance";
import { fastClock, ServedProviders } from "../../../proofs/engines/served";
import { linkedFolder } from "../../examples/linked-folder";
import { programsHere } from "../../support/program-here";
import { FakeIo } from "../fake-io";

interface State {
  readonly deployment: {
    resources: Record<string, unknown>[];
    pending_operations?: { type: string; resource: object }[];
  };
}

let emulator: Emulator;
let io: FakeIo;
beforeEach(async () => {
  emulator = await startEmulator({ speed: 10_000, rateLimit: false });
  const folder = linkedFolder({ "Pulumi.yaml": "name: advised\nruntime: nodejs\nmain: index.js\n" });
  const { apiUrl, apiKey } = emulator;
  const env = { COMPUTE_API_URL: apiUrl, COMPUTE_API_KEY: apiKey, COMPUTE_JOURNAL_DIR: join(folder, "journal") };
  const providers = new ServedProviders("dynamic", join(folder, "served"), fastClock(100), chanceFrom(1), env);
  io = Object.assign(new FakeIo(), { cwd: folder, ambient: { ...programsHere, start: providers.start } });
  mkdirSync(join(folder, "state"));
  Object.assign(io.env, env, { PULUMI_BACKEND_URL: `file://${folder}/state`, PULUMI_CONFIG_PASSPHRASE: "x" });
  io.now = () => emulator.clock.now();
  // A log is done after some quiet seconds.
  io.everySecond = (call) => {
    let isOver = false;
    void (async () => {
      while (!isOver) {
        await turn();
        call();
      }
    })();
    return () => void (isOver = true);
  };
  write(program);
  // Two stacks, so that advice without the stack's name would not find its stack.
  for (const stack of ["other", "dev"]) {
    const { code, said } = await run(`up --yes --create --stack ${stack}`);
    if (code !== 0) throw new Error(said);
  }
});
afterEach(() => emulator.close());

const program = `const compute = require("pulumi-compute-platform");
const stack = require("@pulumi/pulumi").getStack();
new compute.Pod("web", { image: "web:1", name: "web-" + stack, cpu: { id: "cpu3c", vcpuCount: 2 } });
`;
const write = (text: string) => writeFileSync(join(io.cwd, "index.js"), text);

async function run(line: string) {
  io.written.out = "";
  io.written.err = "";
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);
  return { code: await runProgram(io, ["node", "compute", ...words]), said: io.written.out + io.written.err };
}

/** Edits the state of the stack, as an interrupted run leaves it. */
async function leave(edit: (state: State["deployment"], web: Record<string, unknown>) => void): Promise<void> {
  const file = join(io.cwd, "state.json");
  await run(`stack export --stack dev --file ${file}`);
  const state = JSON.parse(readFileSync(file, "utf8")) as State;
  edit(state.deployment, state.deployment.resources.find(({ type }) => String(type).endsWith(":Pod"))!);
  writeFileSync(file, JSON.stringify(state));
  const { code, said } = await run(`stack import --stack dev --file ${file}`);
  if (code !== 0) throw new Error(said);
}

const podOfDev = () => [...emulator.store.pods.values()].find(({ name }) => name === "web-dev");
const takeAway = () => emulator.store.pods.delete(podOfDev()!.id);

/** What leads to each piece of advice that names a command. */
const cases: readonly { readonly problem: string; readonly before: () => unknown }[] = [
  { problem: "gone", before: takeAway },
  {
    problem: "unfinished-update",
    before: () => leave((state, web) => void (state.pending_operations = [{ type: "updating", resource: web }])),
  },
  {
    problem: "unfinished-delete",
    before: () => leave((state, web) => void (state.pending_operations = [{ type: "deleting", resource: web }])),
  },
  {
    problem: "unfinished-delete",
    before: async () => {
      await leave((state, web) => void (state.pending_operations = [{ type: "deleting", resource: web }]));
      takeAway();
    },
  },
  {
    problem: "lost-create",
    before: async () => {
      await leave((state, web) => {
        const { id: _, outputs: _none, ...resource } = web;
        state.resources = state.resources.filter((each) => each !== web);
        state.pending_operations = [{ type: "creating", resource }];
      });
      takeAway();
    },
  },
  { problem: "not-ready", before: () => leave((_, web) => void (web["initErrors"] = ["it was interrupted."])) },
  { problem: "leftover", before: () => leave((_, web) => void (web["delete"] = true)) },
  {
    problem: "replacement-begun",
    before: async () => {
      await leave((_, web) => void (web["pendingReplacement"] = true));
      takeAway();
    },
  },
];

/** The commands of a text, in its order. */
const commandsIn = (text: string): string[] =>
  [...text.matchAll(/`compute ([^`]*--stack dev)`/g)].map(([, line]) => line!);

describe("what doctor advises can be pasted", () => {
  it.each(cases)(
    "$problem",
    async ({ problem, before }) => {
      await before();
      const { said } = await run("doctor --stack dev --json");
      expect((JSON.parse(said) as { findings: object[] }).findings).toContainEqual(
        expect.objectContaining({ problem }),
      );
      const advice = (await run("doctor --stack dev")).said;
      // Every command is named whole.
      expect(advice).not.toMatch(/`(up|refresh|preview|destroy|doctor)\b/);
      const lines = commandsIn(advice);
      expect(lines).not.toEqual([]);
      for (const line of lines)
        expect(await run(/^(up|refresh|destroy)/.test(line) ? `${line} --yes` : line)).toMatchObject({ code: 0 });
      const after = (await run("doctor --stack dev")).said;
      expect(after).toMatch(/^Nothing to do: |^The state has no resources/);
      // What it says of strays, too.
      expect(commandsIn(after).map((line) => line.split(" ")[0])).toEqual(["import"]);
      for (const line of commandsIn(after)) expect(await run(line)).toMatchObject({ code: 0 });
    },
    60_000,
  );
});

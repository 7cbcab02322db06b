import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { spawn } from "node:child_process";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../emulator";
import { LocalStack } from "../../engine";
import { linkedFolder } from "../examples/linked-folder";
import { noCli, notTried } from "../support/not-tried";
import { cliOnPath } from "./run-cli";

interface Ended {
  readonly isSuccess: boolean;
  readonly said: string;
}

let emulator: Emulator;
let folder: string;
let env: Record<string, string>;
beforeEach(async () => {
  emulator = await startEmulator({ rateLimit: false });
  folder = linkedFolder({ "Pulumi.yaml": "name: full\nruntime: nodejs\nmain: index.js\n" });
  mkdirSync(join(folder, "backend"));
  env = {
    COMPUTE_API_URL: emulator.apiUrl,
    COMPUTE_API_KEY: emulator.apiKey,
    COMPUTE_JOURNAL_DIR: join(folder, "journal"),
    PULUMI_BACKEND_URL: `file://${join(folder, "backend")}`,
    PULUMI_CONFIG_PASSPHRASE: "x",
    PULUMI_HOME: join(folder, "home"),
    PULUMI_SKIP_UPDATE_CHECK: "1",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "1",
  };
});
afterEach(() => emulator.close());

const declare = (...names: string[]) =>
  writeFileSync(
    join(folder, "index.js"),
    names
      .map(
        (name) =>
          `new (require("pulumi-compute-platform").NetworkVolume)("${name}", { dataCenter: "EU-XX-1", size: 10 });\n`,
      )
      .join(""),
  );
const made = () => [...emulator.store.volumes.values()].map(({ id }) => id).sort();

/** What takes the place of the folder of the states, so that nobody can write one. */
const states = () => join(folder, "backend/.pulumi/stacks/full");
function refuseWrites(): void {
  renameSync(states(), `${states()}-aside`);
  writeFileSync(states(), "");
}
function allowWrites(): void {
  rmSync(states());
  renameSync(`${states()}-aside`, states());
}

/** An up that makes two volumes while the state can't be written. */
async function upInVain(up: () => Promise<Ended>): Promise<Ended> {
  emulator.faults.add({ method: "POST", path: "/v2/network-volumes", phase: "slow", delayMs: 2_000 });
  const running = up();
  while (made().length === 0) await new Promise((turn) => setImmediate(turn));
  refuseWrites();
  const ended = await running;
  emulator.faults.clear();
  allowWrites();
  return ended;
}

const engines: { engine: string; up: () => Promise<Ended>; init: () => Promise<unknown> }[] = [];

const local = () =>
  LocalStack.open({ projectDir: folder, stack: "dev", passphrase: "x", env, backendUrl: env["PULUMI_BACKEND_URL"]! });
engines.push({
  engine: "the local engine",
  init: async () => (await local()).up(),
  up: async () => {
    try {
      const { result, diagnostics } = await (await local()).up();
      return { isSuccess: result === "succeeded", said: diagnostics.map(({ message }) => message).join("\n") };
    } catch (error) {
      return { isSuccess: false, said: (error as Error).message };
    }
  },
});

const pulumi = (...args: string[]): Promise<Ended> => {
  const child = spawn("pulumi", [...args, "--non-interactive", ...(args[0] === "stack" ? [] : ["--stack", "dev"])], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  return new Promise((resolve) => child.on("exit", (code) => resolve({ isSuccess: code === 0, said })));
};
if (cliOnPath() === undefined) notTried("an up whose state can't be written, in the CLI's hands", noCli);
else
  engines.push({
    engine: "the CLI",
    init: async () => {
      await pulumi("stack", "init", "dev");
      await pulumi("up", "--yes", "--skip-preview");
    },
    up: () => pulumi("up", "--yes", "--skip-preview"),
  });

describe.each(engines)(
  "an up with $engine, whose state can't be written once something was made",
  ({ engine, up, init }) => {
    it("is taken up by the next one, which makes nothing a second time", async () => {
      declare();
      await init();
      declare("first", "second");
      const failed = await upInVain(up);
      expect(failed.isSuccess).toBe(false);
      const ids = made();
      expect(ids.length).toBeGreaterThan(0);
      if (engine === "the local engine") expect(ids.some((id) => failed.said.includes(`, id ${id}\n`))).toBe(true);
      const next = await up();
      expect(next).toMatchObject({ isSuccess: true });
      expect(made()).toHaveLength(2);
      expect(made()).toEqual(expect.arrayContaining(ids));
      // Nothing is left to be done, or to be told.
      expect(await up()).toMatchObject({ isSuccess: true, said: expect.not.stringContaining("interrupted run") });
      expect(made()).toHaveLength(2);
    }, 240_000);
  },
);

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Script } from "node:vm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { type Emulator, startEmulator } from "../../emulator";
import { preload } from "../../engine/program/preload";
import { linkedFolder } from "../examples/linked-folder";
import { temporaryFolder } from "../support/temporary-folder";
import { noCli, notTried } from "../support/not-tried";
import { cliOnPath } from "./run-cli";

/** Longer than any test. */
const foreverMs = 3_600_000;
const [l40s, h200] = ["NVIDIA L40S", "NVIDIA H200"];
const disk = 'mounts: { persistent: { size: 10, path: "/data" } }, dataLoss: "refuse"';

/** From a provider host's first create on, all threads of its pool sleep, as after a lost wake-up (glibc before 2.41). */
const stuckPool = (pipe: string, marker: string) => `
  const fs = require("fs");
  require("diagnostics_channel").subscribe("undici:request:create", ({ request }) => {
    if (request.method !== "POST" || process.stuck || !process.argv.some((each) => each.includes("dynamic-provider"))) return;
    process.stuck = true;
    for (let thread = 0; thread < 4; thread++) fs.open(${JSON.stringify(pipe)}, "r", () => undefined);
    fs.writeFileSync(${JSON.stringify(marker)}, "stuck");
  });
`;

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/**
 * What people do between two runs, in the CLI's hands: one emulator, one program that is rewritten, and for each test a
 * backend and a machine of its own. The provider hosts do without libuv's pool in all of it.
 */
function open(emulator: Emulator, folder: string) {
  const scratch = temporaryFolder("cli");
  const env = {
    ...process.env,
    COMPUTE_API_URL: emulator.apiUrl,
    COMPUTE_API_KEY: emulator.apiKey,
    COMPUTE_SETTLE_SECONDS: "1",
    PULUMI_CONFIG_PASSPHRASE: "x",
    PULUMI_HOME: join(folder, "home"),
    PULUMI_SKIP_UPDATE_CHECK: "1",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "1",
    // The first only to start sooner; what runs is the same.
    NODE_OPTIONS: [...preload(), `--require ${join(folder, "stuck.js")}`].join(" "),
  };
  /** The environment of a backend and a machine. */
  const at = (backend: string, machine = "here") => {
    mkdirSync(join(scratch, backend), { recursive: true });
    return {
      ...env,
      PULUMI_BACKEND_URL: `file://${join(scratch, backend)}`,
      COMPUTE_JOURNAL_DIR: join(scratch, `journal-${machine}`),
    };
  };
  const running = (where: NodeJS.ProcessEnv, command: string, ...args: string[]) => {
    const child = spawn(command, args, { cwd: folder, env: where, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (said += text));
    const ended = new Promise<Ended>((resolve) => child.on("exit", (code) => resolve({ code, said })));
    const heard = (text: string) =>
      new Promise<void>((resolve) => {
        const listen = () => said.includes(text) && resolve();
        for (const stream of [child.stdout, child.stderr]) stream.on("data", listen);
        listen();
      });
    return { child, ended, heard };
  };
  const start = (where: NodeJS.ProcessEnv, verb: string, ...args: string[]) => {
    const flags = verb === "preview" ? [] : ["--yes", "--skip-preview"];
    return running(where, "pulumi", verb, "--stack", "dev", "--non-interactive", ...flags, ...args);
  };
  const pods = () => [...emulator.store.pods.values()].filter(({ status }) => status !== "TERMINATED");
  return {
    at,
    start,
    pods,
    run: (where: NodeJS.ProcessEnv, verb: string, ...args: string[]) => start(where, verb, ...args).ended,
    doctor: (where: NodeJS.ProcessEnv, ...args: string[]) =>
      running(where, process.execPath, join(__dirname, "../../dist/cli/main.js"), "doctor", "--stack", "dev", ...args)
        .ended,
    init: (where: NodeJS.ProcessEnv) => running(where, "pulumi", "stack", "init", "dev", "--non-interactive").ended,
    write: (args?: string) =>
      writeFileSync(
        join(folder, "index.js"),
        `const compute = require("pulumi-compute-platform");\n${args === undefined ? "" : `new compute.Pod("it", { ${args} });`}\n`,
      ),
    provisioning: (ms: number) => {
      emulator.store.settings.provisioningMs = ms;
    },
    /** Once there are so many pods, and the last one has the name that the program gives it, or needs none. */
    made: (count: number) =>
      new Promise<void>((resolve) => {
        const stop = emulator.requests.onRequest(({ method }) => {
          if (pods().length < count || method === "POST") return;
          stop();
          resolve();
        });
      }),
  };
}

type Stack = ReturnType<typeof open>;

/** The processes that attempts in a journal say are busy with them. */
function owners(journal: string): number[] {
  const files = readdirSync(journal, { recursive: true, encoding: "utf8" }).filter((name) => name.includes("attempt-"));
  return files.flatMap((name) => {
    const pids = [...readFileSync(join(journal, name), "utf8").matchAll(/"owner":\{"pid":(\d+)/g)];
    return pids.map(([, pid]) => Number(pid));
  });
}

it("the script that sticks a host's pool is one that Node can run", () => {
  expect(() => new Script(stuckPool("pipe", "marker"))).not.toThrow();
});

if (cliOnPath() === undefined) notTried("what people do between two runs, in the CLI's hands", noCli);
else
  describe("a stack in the CLI's hands", () => {
    let emulator: Emulator;
    let folder: string;
    let stack: Stack;
    let left: ChildProcess[];
    let host: number | undefined;
    beforeAll(async () => {
      emulator = await startEmulator({ rateLimit: false });
      emulator.store.settings.creditUsd = 1e9;
      folder = linkedFolder({ "Pulumi.yaml": "name: lives\nruntime: nodejs\nmain: index.js\n" });
      const pipe = join(folder, "pipe");
      execFileSync("mkfifo", [pipe]);
      writeFileSync(join(folder, "stuck.js"), stuckPool(pipe, join(folder, "stuck")));
      left = [];
      stack = open(emulator, folder);
      // A process whose pool is stuck can't end by itself.
      host = await orphaned({ ...stack.at("killed"), NODE_OPTIONS: preload().join(" ") });
    }, 120_000);
    beforeEach(() => {
      left = [];
      stack = open(emulator, folder);
      for (const { id } of stack.pods()) emulator.store.pods.delete(id);
      stack.provisioning(0);
      emulator.requests.clear();
    });
    afterEach(() => {
      for (const child of left) child.kill("SIGKILL");
    });
    afterAll(() => emulator.close());

    /** Kills the CLI while a pod is waited for. @returns the provider host that it leaves behind. */
    async function orphaned(where: ReturnType<Stack["at"]>): Promise<number | undefined> {
      await stack.init(where);
      stack.write(`image: "a:1", gpu: { id: "${l40s}" }`);
      stack.provisioning(foreverMs);
      const { child, ended } = stack.start(where, "up");
      await stack.made(1);
      child.kill("SIGKILL");
      await ended;
      return owners(where.COMPUTE_JOURNAL_DIR)[0];
    }

    /** Presses Ctrl-C twice while a pod of these arguments is waited for. */
    async function interrupted(where: NodeJS.ProcessEnv, args: string): Promise<string> {
      stack.write(args);
      stack.provisioning(foreverMs);
      const { child, ended, heard } = stack.start(where, "up");
      left.push(child);
      await stack.made(1);
      child.kill("SIGINT");
      // Two at once may count as one.
      await heard("press ^C again");
      child.kill("SIGINT");
      await ended;
      await emulator.clock.advance(foreverMs);
      stack.provisioning(0);
      return stack.pods()[0]!.id;
    }

    it("takes what an interrupted up made into the state as it is, and shows an ordinary difference from then on", async () => {
      const where = stack.at("a");
      await stack.init(where);
      const id = await interrupted(where, `image: "a:1", gpu: { id: "${l40s}" }, ${disk}`);
      stack.write(`image: "a:2", gpu: { id: "${h200}" }, ${disk}`);
      const taken = await stack.run(where, "up");
      expect(taken.said).toContain(`made the Pod ${id} from other arguments than the program has now`);
      expect(taken.code).not.toBe(0);
      const refused = await stack.run(where, "preview");
      expect(refused.said).toMatch(/would destroy/);
      expect(stack.pods()).toMatchObject([{ id, image: "a:1" }]);
      stack.write(`image: "a:2", gpu: { id: "${l40s}" }, ${disk}`);
      expect(await stack.run(where, "up")).toMatchObject({ code: 0 });
      expect(stack.pods()).toMatchObject([{ id, image: "a:2" }]);
      expect(existsSync(join(folder, "stuck"))).toBe(true);
    }, 300_000);

    it("is told by every operation of what an interrupted up left, and `doctor` ends it", async () => {
      const where = stack.at("a");
      await stack.init(where);
      const id = await interrupted(where, `image: "a:1", gpu: { id: "${l40s}" }`);
      stack.write();
      const { said } = await stack.doctor(where);
      expect(said).toContain(`compute doctor --stack dev --delete ${id}`);
      expect((await stack.run(where, "up")).code).toBe(0);
      expect(stack.pods()).toMatchObject([{ id }]);
      const ended = await stack.doctor(where, "--delete", id, "--yes");
      expect(ended.said).toContain(`Deleted the Pod ${id}`);
      expect(stack.pods()).toEqual([]);
    }, 300_000);

    it("of one name in two backends has a pod in each, also while the other waits for its own", async () => {
      const [here, there] = [stack.at("a"), stack.at("b")];
      await Promise.all([stack.init(here), stack.init(there)]);
      stack.write(`image: "a:1", gpu: { id: "${l40s}" }`);
      stack.provisioning(foreverMs);
      const first = stack.start(here, "up");
      await stack.made(1);
      const second = stack.start(there, "up");
      left.push(first.child, second.child);
      await stack.made(2);
      await emulator.clock.advance(foreverMs);
      expect(await Promise.all([first.ended, second.ended])).toMatchObject([{ code: 0 }, { code: 0 }]);
      const [one, two] = stack.pods();
      expect(await stack.run(there, "destroy")).toMatchObject({ code: 0 });
      expect(stack.pods()).toHaveLength(1);
      expect([one?.id, two?.id]).toContain(stack.pods()[0]?.id);
    }, 300_000);

    it("takes no pod of the same name from another machine, whatever becomes of its own answer", async () => {
      const [here, there] = [stack.at("a"), stack.at("b", "there")];
      await Promise.all([stack.init(here), stack.init(there)]);
      stack.write(`name: "own", image: "a:1", gpu: { id: "${l40s}" }, waitFor: "none"`);
      expect(await stack.run(here, "up")).toMatchObject({ code: 0 });
      const theirs = stack.pods()[0]!.id;
      emulator.faults.add({ method: "POST", path: "/v2/pods", phase: "before", status: 502, times: 1 });
      expect(await stack.run(there, "up")).toMatchObject({ code: 0 });
      expect(stack.pods().map(({ name }) => name)).toEqual(["own", "own"]);
      expect(await stack.run(there, "destroy")).toMatchObject({ code: 0 });
      expect(stack.pods()).toMatchObject([{ id: theirs }]);
    }, 300_000);

    it("has no provider host any more that a killed CLI left behind", async () => {
      expect(host).toBeGreaterThan(0);
      // Ends when the process does; the emulator, which it may still ask, is in this one.
      const gone = spawn("timeout", ["120", "tail", `--pid=${host}`, "-f", "/dev/null"]);
      expect(await new Promise((resolve) => gone.on("exit", resolve))).toBe(0);
    }, 150_000);
  });

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../emulator";
import type { StackOptions } from "../../engine";
import { fastHost } from "../../proofs/fast-host";
import { root } from "../examples/example-stack";
import { Project } from "../support/project";
import { openServed, type ServedStack } from "../support/served-stack";
import { until } from "../support/until";

const program = `
const compute = require("pulumi-compute-platform/plugin");
const volume = new compute.NetworkVolume("data", { dataCenter: "EU-XX-1", size: +process.env.SIZE });
for (const name of ["a", "b", "c"]) {
  new compute.Pod(name, {
    image: "registry.example.com/x:" + process.env.TAG, gpu: { id: "NVIDIA L40S" },
    mounts: { network: [{ volumeId: volume, path: "/data" }] },
  });
}`;

/** An engine in a process of its own, which can be killed. */
const runner = `
const { LocalStack } = require(process.env.ENGINE);
LocalStack.open(JSON.parse(process.env.OPTIONS)).then((stack) => stack[process.env.VERB]()).catch((error) => {
  console.error(error);
  process.exit(1);
});`;

let emulator: Emulator;
let project: Project;
let folder: string;
let engine: ChildProcess | undefined;
/** What the plugin's process is told, so that half a minute takes it half a second. */
let fast: Record<string, string>;

beforeEach(async () => {
  emulator = await startEmulator({ rateLimit: false, speed: 50 });
  project = new Project(undefined, { name: "killed", program, files: { "runner.js": runner } });
  project.installPlugin();
  ({ folder } = project);
  fast = fastHost({ pid: join(folder, "pid"), struck: join(folder, "struck") }, 50, "plugin");
});
afterEach(async () => {
  if (engine?.exitCode === null && engine.signalCode === null) engine.kill("SIGKILL");
  await emulator.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const options = (size: string, tag: string): StackOptions => ({
  ...project.options,
  env: { ...project.env, SIZE: size, TAG: tag, ...fast },
});

/** What comes before a kill, and after it, is all in this process: only the engine that is killed, and what it starts, need some. */
async function open(size = "20", tag = "1"): Promise<ServedStack> {
  const how = { mode: "plugin", speed: 50, journalDir: join(folder, "journal") } as const;
  const stack = await openServed(options(size, tag), how);
  await stack.setConfig("compute:apiUrl", emulator.apiUrl);
  await stack.setConfig("compute:apiKey", emulator.apiKey, { secret: true });
  return stack;
}

/** Runs an operation and kills its engine at the n-th such request. Resolves when the plugin has ended as well, by itself. */
async function killedAt(nth: number, method: string, run: { verb: "up" | "destroy"; size?: string; tag?: string }) {
  const { verb, size = "20", tag = "1" } = run;
  const env = { ENGINE: join(root, "dist/engine"), OPTIONS: JSON.stringify(options(size, tag)), VERB: verb };
  engine = spawn(process.execPath, ["runner.js"], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  let seen = 0;
  const stop = emulator.requests.onRequest((request) => {
    if (request.method === method && ++seen === nth) engine!.kill("SIGKILL");
  });
  const [, signal] = (await once(engine, "exit")) as [number | null, string | null];
  stop();
  expect(signal).toBe("SIGKILL");
  await pluginEnded();
}

async function pluginEnded(): Promise<void> {
  const pid = Number(readFileSync(join(folder, "pid"), "utf8"));
  expect(pid).toBeGreaterThan(0);
  const isAlive = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  await until(() => !isAlive());
}

const objects = () => {
  const { pods, volumes } = emulator.store;
  return [...pods.values(), ...volumes.values()];
};

/** After this `up` there is one object for each resource, and the state knows it. */
async function expectWhole(size: string, tag: string): Promise<void> {
  const stack = await open(size, tag);
  await stack.cancel(); // the lock of the dead
  const { result, diagnostics } = await stack.up();
  const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
  expect({ result, errors }).toEqual({ result: "succeeded", errors: [] });
  await stack.refresh({ clearPendingCreates: true });
  expect((await stack.up({ expectNoChanges: true })).result).toBe("succeeded");
  expect(
    objects()
      .map(({ name }) => name.replace(/-c[a-z2-7]{11}$/, ""))
      .sort(),
  ).toEqual(["a", "b", "c", "data"]);
  const stored = JSON.stringify(await stack.exportState());
  for (const { id } of objects()) expect(stored).toContain(`"${id}"`);
  expect([...emulator.store.volumes.values()].map((volume) => volume.size)).toEqual([Number(size)]);
  expect([...emulator.store.pods.values()].map(({ image }) => image)).toEqual(
    Array(3).fill(`registry.example.com/x:${tag}`),
  );
}

describe("a local engine that is killed with kill -9 while the plugin works leaves no plugin, and the next up is whole", () => {
  it("in the middle of creates", async () => {
    await open();
    await killedAt(2, "POST", { verb: "up" });
    await expectWhole("20", "1");
  }, 120_000);

  it("in the middle of updates", async () => {
    await (await open()).up();
    await killedAt(3, "PATCH", { verb: "up", size: "30", tag: "2" });
    await expectWhole("30", "2");
  }, 120_000);

  it("in the middle of a destroy", async () => {
    await (await open()).up();
    await killedAt(1, "DELETE", { verb: "destroy" });
    await expectWhole("20", "1");
    expect((await (await open()).destroy()).result).toBe("succeeded");
    expect(objects()).toEqual([]);
  }, 120_000);
});

import { afterEach, describe, expect, it } from "@jest/globals";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator } from "../../emulator";
import { functions } from "../../plugin/functions/table";
import { fastHost } from "../../proofs/fast-host";
import { Engine, secret, urnOf } from "./driver";

const executable = join(__dirname, "../../dist/plugin/pulumi-resource-compute.js");
const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
});

/** Starts the plugin as the engine does, anywhere. */
async function start(...args: string[]) {
  return startWith({}, ...args);
}

async function startWith(added: NodeJS.ProcessEnv, ...args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "plugin-"));
  const env = { ...process.env, COMPUTE_JOURNAL_DIR: join(folder, "journal"), PULUMI_PROJECT: "web", ...added };
  const child = spawn(process.execPath, [executable, ...args], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  while (!out.includes("\n")) await once(child.stdout, "data");
  return { child, port: Number(out), printed: () => ({ out, err }) };
}

describe("the executable", () => {
  it("prints the port and nothing else, whatever it is asked and whatever stands before the engine's address", async () => {
    const emulator = await startEmulator({ rateLimit: false, speed: 1_000 });
    const { port, printed } = await start("--logtostderr", "-v=9", "--tracing", "127.0.0.1:1");
    const engine = Engine.at(port);
    await engine.configure({ apiKey: secret(emulator.apiKey), apiUrl: emulator.apiUrl });
    const urn = urnOf("NetworkVolume");
    const { inputs } = await engine.check(urn, { size: 20, dataCenter: "EU-XX-1" });
    await engine.read(urn, "nothing").catch(() => undefined);
    expect(inputs).toMatchObject({ size: 20 });
    engine.close();
    await emulator.close();
    expect(printed()).toEqual({ out: `${port}\n`, err: "" });
  });

  it("answers every function of the schema: what the bundle left out would be missing only there", async () => {
    const emulator = await startEmulator({ rateLimit: false, speed: 1_000 });
    const { port } = await start("127.0.0.1:1");
    const engine = Engine.at(port);
    await engine.configure({ apiKey: secret(emulator.apiKey), apiUrl: emulator.apiUrl, queueUrl: emulator.queueUrl });
    for (const [name, { args }] of Object.entries(functions)) {
      const [idOrName] = ["id", "endpointId"].filter((each) => each in args.shape);
      const answer = engine.invoke(name, idOrName === undefined ? {} : { [idOrName]: "nothing" });
      if (idOrName === undefined) expect({ name, ...(await answer) }).toMatchObject({ name, failures: [] });
      else await expect(answer).rejects.toThrow(/nothing|404/);
    }
    engine.close();
    await emulator.close();
  });

  it("ends by itself once nobody listens at the engine's address, since an engine that was killed says nothing", async () => {
    const folder = mkdtempSync(join(tmpdir(), "plugin-"));
    // Half a minute goes by in a second there.
    const fast = fastHost({ pid: join(folder, "pid"), struck: join(folder, "struck") }, 50, "plugin");
    const { child, port } = await startWith(fast, "127.0.0.1:1");
    const engine = Engine.at(port);
    const ended = once(child, "exit");
    await engine.configure({ apiKey: secret("key"), apiUrl: "http://127.0.0.1:1" });
    expect(await ended).toEqual([0, null]);
    engine.close();
  });

  it("ends with the engine's signal", async () => {
    const { child, port } = await start("127.0.0.1:1");
    expect(port).toBeGreaterThan(0);
    child.kill("SIGINT");
    const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
    expect(signal ?? code).toBe("SIGINT");
  });
});

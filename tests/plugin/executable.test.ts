import { afterEach, describe, expect, it } from "@jest/globals";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as grpc from "@grpc/grpc-js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
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

/** An engine that keeps what it is told. */
async function listening() {
  const said: { severity: string | undefined; urn: string; message: string }[] = [];
  const server = new grpc.Server();
  const log: grpc.handleUnaryCall<LogRequest, Empty> = ({ request }, done) => {
    said.push({
      severity: Object.keys(LogSeverity)[request.getSeverity()],
      urn: request.getUrn(),
      message: request.getMessage(),
    });
    done(null, new Empty());
  };
  server.addService(EngineService, { log });
  const port = await new Promise<number>((resolve, reject) => {
    const made = grpc.ServerCredentials.createInsecure();
    server.bindAsync("127.0.0.1:0", made, (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  return { said, address: `127.0.0.1:${port}`, close: () => server.forceShutdown() };
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

  it("tells the engine the facts of a step as data, and nothing that a terminal would obey", async () => {
    const emulator = await startEmulator({ rateLimit: false, speed: 1_000 });
    const name = "weights\u202e";
    await fetch(`${emulator.apiUrl}/v2/templates`, {
      method: "POST",
      headers: { authorization: `Bearer ${emulator.apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ name, image: "x:1" }),
    });
    const log = await listening();
    const { port } = await start(log.address);
    const engine = Engine.at(port);
    await engine.configure({ apiKey: secret(emulator.apiKey), apiUrl: emulator.apiUrl });
    const urn = urnOf("Template");
    const { inputs } = await engine.check(urn, { image: "x:1", name });
    await engine.create(urn, inputs, { preview: true });
    engine.close();
    log.close();
    await emulator.close();
    expect(log.said).toContainEqual({ severity: "DEBUG", urn, message: '{"does":"make"}' });
    const [warning] = log.said.filter(({ severity }) => severity === "WARNING");
    expect(warning?.message).toContain('"weights\\u202e"');
    expect(JSON.stringify(log.said)).not.toContain("\u202e");
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

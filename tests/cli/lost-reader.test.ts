import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createClient } from "../../client";
import { type Emulator, startEmulator } from "../../emulator";
import { root } from "../examples/example-stack";
import { linkedFolder } from "../examples/linked-folder";

jest.setTimeout(60_000);

const program = `
  const compute = require("pulumi-compute-platform");
  new compute.Pod("a", { image: "i", cpu: { id: "cpu3c", vcpuCount: 2 } });
`;

let emulator: Emulator;
let folder: string;
beforeEach(async () => {
  emulator = await startEmulator({ speed: 100 });
  folder = linkedFolder({
    "Pulumi.yaml": "name: lost\nruntime: { name: nodejs, options: { typescript: false } }\n",
    "index.js": program,
  });
});
afterEach(() => emulator.close());

/**
 * Runs the command as it is installed, in a process of its own, and closes its stdout as soon as `isEnough` holds of
 * what it printed.
 */
async function run(args: string[], isEnough: (out: string) => boolean): Promise<{ code: unknown; err: string }> {
  const { apiUrl, apiKey } = emulator;
  const env = {
    ...process.env,
    COMPUTE_API_URL: apiUrl,
    COMPUTE_API_KEY: apiKey,
    COMPUTE_JOURNAL_DIR: join(folder, "journal"),
    PULUMI_BACKEND_URL: `file://${folder}`,
    PULUMI_CONFIG_PASSPHRASE: "x",
  };
  const command = [join(root, "dist/cli/main.js"), ...args];
  const child = spawn(process.execPath, command, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  const seen = { out: "", err: "" };
  child.stderr.on("data", (data: Buffer) => (seen.err += data.toString()));
  child.stdout.on("data", (data: Buffer) => {
    seen.out += data.toString();
    if (isEnough(seen.out)) child.stdout.destroy();
  });
  const [code] = await once(child, "exit");
  return { code, err: seen.err };
}

describe("a command whose reader goes away, as in `compute … | head`", () => {
  it("stops following a log", async () => {
    const client = createClient({ apiKey: emulator.apiKey, apiUrl: emulator.apiUrl });
    const { id } = await client.pods.create({ name: "web", image: "i", cpu: { id: "cpu3c", vcpuCount: 2 } });
    await client.close();
    const { err } = await run(["logs", id, "--follow"], () => true);
    expect(err).not.toContain("EPIPE");
  });

  it("finishes the create that is running, and keeps its id", async () => {
    const { code, err } = await run(["up", "--yes", "--skip-preview", "--stack", "dev"], (out) =>
      out.includes("Pod a creating"),
    );
    expect(code).not.toBe(0);
    expect(err).not.toContain("EPIPE");
    const made = emulator.store.pods.size;
    emulator.requests.clear();
    expect(await run(["up", "--yes", "--skip-preview", "--stack", "dev"], () => false)).toMatchObject({ code: 0 });
    const creates = emulator.requests.list().filter(({ method }) => method === "POST");
    expect({ made, created: creates.length, pods: emulator.store.pods.size }).toEqual({ made: 1, created: 0, pods: 1 });
  });
});

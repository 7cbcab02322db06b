import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createProgram } from "../../cli/program";
import { type Emulator, startEmulator } from "../../emulator";
import { modes } from "../../proofs/plugin";
import { linkedFolder } from "../examples/linked-folder";
import { openServed } from "../support/served-stack";
import { FakeIo } from "./fake-io";

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator({ speed: 10_000, rateLimit: false });
});
afterEach(() => emulator.close());

/** In its outputs, `env` is secret as a whole, with a secret in it. */
const programOf = (
  mode: string,
) => `const compute = require("pulumi-compute-platform${mode === "plugin" ? "/plugin" : ""}");
  const { secret } = require("@pulumi/pulumi");
  const env = { TOKEN: secret("t0ken-canary"), STAGE: "dev" };
  new compute.Pod("pod", { image: "x:1", cpu: { id: "cpu3c", vcpuCount: 2 }, env });
  new compute.Template("template", { image: "x:1", env });`;

describe.each(modes)("A stack whose environment has a secret in it, in %s mode,", (mode) => {
  it("is read by doctor, drift, cost and status", async () => {
    const folder = linkedFolder({
      "Pulumi.yaml": "name: within\nruntime: nodejs\nmain: index.js\n",
      "index.js": programOf(mode),
    });
    mkdirSync(join(folder, "node_modules", ".bin"), { recursive: true });
    const { apiUrl, apiKey } = emulator;
    const env = { COMPUTE_API_URL: apiUrl, COMPUTE_API_KEY: apiKey, COMPUTE_JOURNAL_DIR: join(folder, "journal") };
    const backendUrl = `file://${folder}`;
    const options = { projectDir: folder, stack: "test", backendUrl, passphrase: "test", env };
    const stack = await openServed(options, { mode });
    expect((await stack.up()).result).toBe("succeeded");
    const io = new FakeIo();
    io.cwd = folder;
    Object.assign(io.env, env, { PULUMI_BACKEND_URL: backendUrl, PULUMI_CONFIG_PASSPHRASE: "test" });
    const run = async (...args: string[]) => {
      io.written.out = "";
      await createProgram(io).parseAsync(["node", "compute", ...args, "--stack", "test"]);
      return io.written.out;
    };
    expect(await run("doctor")).toMatch(/^Nothing to do/);
    expect(await run("drift")).toMatch(/^No drift in 2 resources/m);
    expect(await run("cost")).toContain("pod");
    expect(await run("status")).toContain("pod");
    const [pod] = [...emulator.store.pods.values()];
    pod!.env = { ...pod!.env, TOKEN: "another-canary", STAGE: "changed" };
    await expect(run("drift")).rejects.toThrow("The platform differs from the state");
    const drifted = io.written.out;
    expect(drifted).toMatch(/pod.*env\.TOKEN/s);
    expect(drifted).toMatch(/env\.STAGE +dev +changed/);
    expect(JSON.stringify(io.written)).not.toContain("canary");
  });
});

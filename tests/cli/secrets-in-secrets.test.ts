import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type Emulator, startEmulator } from "../../emulator";
import { type Mode, modes } from "../../proofs/plugin";
import { entryOf, Project } from "../support/project";

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator({ speed: 10_000, rateLimit: false });
});
afterEach(() => emulator.close());

/** In its outputs, `env` is secret as a whole, with a secret in it. */
const programOf = (mode: Mode) => `const compute = require("${entryOf(mode)}");
  const { secret } = require("@pulumi/pulumi");
  const env = { TOKEN: secret("t0ken-canary"), STAGE: "dev" };
  new compute.Pod("pod", { image: "x:1", cpu: { id: "cpu3c", vcpuCount: 2 }, env });
  new compute.Template("template", { image: "x:1", env });`;

describe.each(modes)("A stack whose environment has a secret in it, in %s mode,", (mode) => {
  it("is read by doctor, drift, cost and status", async () => {
    const project = new Project(emulator, { program: programOf(mode) });
    const stack = await project.here({ mode });
    expect((await stack.up()).result).toBe("succeeded");
    const run = (...args: string[]) => project.run(...args, "--stack", "dev");
    expect(await run("doctor")).toMatch(/^Nothing to do/);
    expect(await run("drift")).toMatch(/^No drift in 2 resources/m);
    expect(await run("cost")).toContain("pod");
    expect(await run("status")).toContain("pod");
    const [pod] = [...emulator.store.pods.values()];
    pod!.env = { ...pod!.env, TOKEN: "another-canary", STAGE: "changed" };
    await expect(run("drift")).rejects.toThrow("The platform differs from the state");
    const drifted = project.io.written.out;
    expect(drifted).toMatch(/pod.*env\.TOKEN/s);
    expect(drifted).toMatch(/env\.STAGE +dev +changed/);
    expect(JSON.stringify(project.io.written)).not.toContain("canary");
  });
});

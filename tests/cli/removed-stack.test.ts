import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../emulator";
import type { LocalStack } from "../../engine";
import { programsHere } from "../support/program-here";
import { Project } from "../support/project";
import { found } from "./commands/run-command";
import type { FakeIo } from "./fake-io";

const program = `const compute = require("pulumi-compute-platform");
  new compute.NetworkVolume("data", { size: 20, dataCenter: "EU-XX-1" });`;

let emulator: Emulator;
let project: Project;
let stack: LocalStack;
let io: FakeIo;
beforeEach(async () => {
  emulator = await startEmulator({ speed: 10_000, rateLimit: false });
  project = new Project(emulator, { name: "removed", stack: "test", program });
  stack = await project.apart(programsHere);
  io = project.io;
});
afterEach(() => emulator.close());

const doctor = (...args: string[]) => project.run("doctor", "--stack", "test", ...args);
/** The volume is made, and nobody learns of it. */
async function loseAnswer(): Promise<void> {
  emulator.faults.add({ method: "POST", path: "/v2/network-volumes", phase: "after", status: 500, times: "always" });
  emulator.faults.add({
    method: "GET",
    path: "/v2/network-volumes",
    phase: "before",
    status: 403,
    nth: 2,
    times: "always",
  });
  expect((await stack.up()).result).toBe("failed");
  emulator.faults.clear();
}
/** What `pulumi stack rm --force` does. */
const removeStack = () => rmSync(project.stateFile);

describe("A stack that was removed", () => {
  it("A-31: is known to doctor by what its interrupted run made, which --delete deletes", async () => {
    await loseAnswer();
    const [volume] = [...emulator.store.volumes.values()];
    removeStack();
    const text = await found(io, "doctor", "--stack", "test");
    expect(io.written.err).toContain(
      `warning: no stack named 'test' found in project removed; there is none yet in ${project.backend}. This is what runs of such a stack left.`,
    );
    expect(text).toContain(volume!.id);
    const [attempt = ""] = /(?<=--delete )[^\s`]+/.exec(text) ?? [];
    await doctor("--delete", attempt, "--yes");
    expect([...emulator.store.volumes.values()]).toEqual([]);
    await expect(doctor()).rejects.toThrow("no stack named 'test' found in project removed");
  });

  it("is known to doctor by what it had in its state", async () => {
    expect((await stack.up()).result).toBe("succeeded");
    const [volume] = [...emulator.store.volumes.values()];
    removeStack();
    expect(await found(io, "doctor", "--stack", "test")).toContain(volume!.id);
  });

  it("is refused by doctor where runs left nothing, or where nobody can look", async () => {
    await expect(doctor()).rejects.toThrow(
      `no stack named 'test' found in project removed; there is none yet in ${project.backend}`,
    );
    delete io.env["COMPUTE_API_KEY"];
    await expect(doctor()).rejects.toThrow(
      /no stack named 'test' found in project removed; there is none yet in \S+\. What runs of such a stack may have left can't be looked up either\. .*API key/,
    );
    writeFileSync(join(project.folder, "Pulumi.yaml"), "name: [");
    await expect(doctor()).rejects.toThrow(/Pulumi\.yaml/);
  });
});

describe("A state from a file that has none of our resources", () => {
  const command = ["doctor", "--file", "-"];
  const pipe = (state: object) => void (io.piped = JSON.stringify(state));

  it("A-31: says of which stack it is, so that doctor tells what its interrupted run made", async () => {
    await loseAnswer();
    const [volume] = [...emulator.store.volumes.values()];
    pipe(await stack.exportState());
    expect(await found(io, ...command)).toContain(volume!.id);
  });

  it("A-31: says nothing of that where it is empty, for which doctor asks for the stack", async () => {
    await loseAnswer();
    const [volume] = [...emulator.store.volumes.values()];
    pipe({ version: 3, deployment: {} });
    expect(await project.run(...command)).toMatch(
      /^The state is empty and does not say of which stack it is\. .* pass --stack/,
    );
    expect(await found(io, ...command, "--stack", "test")).toContain(volume!.id);
  });
});

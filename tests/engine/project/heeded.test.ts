import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { run as runProgram } from "../support/program/things";
import { openStack } from "../support/run-local";
import { Workspace } from "../support/workspace";

let workspace: Workspace;
beforeEach(() => {
  workspace = new Workspace();
});
afterEach(() => workspace.remove());

const here = { program: () => runProgram(JSON.parse(workspace.read("program.json")!)), providersHere: true };
const say = (more: string) => workspace.write("Pulumi.yaml", workspace.read("Pulumi.yaml")! + more);
const program = { resources: [{ name: "a", args: { name: "a" } }] };

it("options: refresh: always in Pulumi.yaml lets a preview and an update refresh first", async () => {
  say("options:\n  refresh: always\n");
  workspace.prepare({ run: "up", program });
  await (await openStack(workspace, here)).up();
  const [id] = Object.keys(workspace.objects());
  workspace.prepare({ run: "up", program, cloud: { [id!]: null } });
  expect((await (await openStack(workspace, here)).preview()).summary).toMatchObject({ create: 1 });
});

it.each([
  [
    "requiredPulumiVersion: '>=3.0.0'\n",
    /does not support requiredPulumiVersion in Pulumi\.yaml; take it out, or use the pulumi CLI/,
  ],
])("%j is refused before anything is written, as it is not heeded", async (more, message) => {
  say(more);
  workspace.prepare({ run: "up", program });
  await expect((await openStack(workspace, here)).up()).rejects.toThrow(message);
  expect(workspace.calls()).toEqual([]);
});

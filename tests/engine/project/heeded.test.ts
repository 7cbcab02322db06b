import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { join } from "node:path";
import { run as runProgram } from "../support/program/things";
import { openStack } from "../support/run-local";
import { readProject } from "../../../engine/project/project";
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

it("options: refresh: always in Pulumi.yaml lets a destroy refresh first, so that what is gone is not deleted", async () => {
  say("options:\n  refresh: always\n");
  workspace.prepare({ run: "up", program });
  await (await openStack(workspace, here)).up();
  const [id] = Object.keys(workspace.objects());
  workspace.prepare({ run: "destroy", program, cloud: { [id!]: null } });
  expect((await (await openStack(workspace, here)).destroy()).result).toBe("succeeded");
  expect(workspace.calls().filter(({ method }) => method === "delete")).toEqual([]);
});

it("packages in Pulumi.yaml that are folders are where their plugins are, and the others are left to the SDK", async () => {
  say("packages:\n  near: ./near\n  far: far@1.2.3\n  other:\n    source: ../other\n");
  const { root, plugins } = await readProject(workspace.dir);
  const found = ["near", "far", "other"].map((name) => plugins.get(name));
  expect(found).toEqual([join(root, "near"), undefined, join(root, "../other")]);
});

it.each([
  [
    "requiredPulumiVersion: '>=3.0.0'\n",
    /does not support requiredPulumiVersion in Pulumi\.yaml; take it out, or use the pulumi CLI/,
  ],
])("%j is refused before anything is written, as it is not heeded", async (more, message) => {
  say(more);
  workspace.prepare({ run: "up", program });
  for (const operation of ["up", "preview", "refresh", "destroy"] as const)
    await expect((await openStack(workspace, here))[operation]()).rejects.toThrow(message);
  expect(workspace.calls()).toEqual([]);
});

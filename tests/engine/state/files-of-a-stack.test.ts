import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import * as fs from "node:fs";
import * as path from "node:path";
import { LocalStack } from "../../../engine";
import { listStacks, openBackend } from "../../../engine/state/backend";
import { systemAmbient } from "../../../engine/ambient";
import { endsWithoutPool } from "../../support/stuck-pool";
import { notTried } from "../../support/not-tried";
import { installRunner, runEngine } from "../support/killed-engine";
import { openStack } from "../support/run-local";
import { Workspace } from "../support/workspace";

let workspace: Workspace;
beforeEach(() => {
  workspace = new Workspace();
});
afterEach(() => workspace.remove());

const root = () => path.join(workspace.dir, "state");
const open = (project = "proj", stack = "dev") => openBackend(root(), project, stack, systemAmbient);
const modeOf = (file: string) => fs.statSync(file).mode & 0o777;
const filesBelow = (directory: string): string[] =>
  fs
    .readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

describe("the state", () => {
  it("is written, read, recorded and locked while every thread of the pool sleeps", async () => {
    const life = async () => {
      const backend = open();
      const lock = await backend.lock();
      for (const text of ["{}", '{"a":1}']) await lock.save(text);
      await backend.record({}, (await backend.load()) ?? "");
      await lock.release();
    };
    expect(await endsWithoutPool(life)).toBe(true);
    expect(await open().load()).toBe('{"a":1}');
  });

  it("is for its owner alone, copies included, until its owner says otherwise", async () => {
    const backend = open();
    const lock = await backend.lock();
    for (const text of ["{}", '{"a":1}']) await lock.save(text);
    await backend.record({}, "{}");
    const forAll = /meta\.yaml$|\.pulumi.locks/;
    const secret = filesBelow(root()).filter((file) => !forAll.test(file));
    expect(secret.map((file) => [path.basename(file), modeOf(file)])).toEqual(
      secret.map((file) => [path.basename(file), 0o600]),
    );
    expect(secret.length).toBe(5);
    fs.chmodSync(backend.file, 0o640);
    await lock.save("{}");
    await backend.record({}, "{}");
    expect(modeOf(backend.file)).toBe(0o640);
    const histories = filesBelow(path.join(root(), ".pulumi/history"));
    expect(histories.filter((file) => modeOf(file) === 0o640)).toHaveLength(2);
  });

  it("loses with the next lock what a killed writer left beside it", async () => {
    const backend = open();
    const first = await backend.lock();
    await first.save("{}");
    await first.release();
    const left = path.join(path.dirname(backend.file), ".dev.json.00ff.tmp");
    fs.writeFileSync(left, "half");
    await (await backend.lock()).release();
    expect(fs.existsSync(left)).toBe(false);
  });
});

describe("names that lead out of their folder", () => {
  const bad = ["../../evil", "..", ".", "a/b", "", "x".repeat(101), "nul\0", "päd"];

  it.each(bad)("as a project's are refused before a path is made of them: %j", async (name) => {
    expect(() => open(name)).toThrow(/project/);
    expect(() => open(name)).toThrow(expect.objectContaining({ code: "project" }));
    await expect(listStacks(root(), name)).rejects.toMatchObject({ code: "project" });
    workspace.write("Pulumi.yaml", JSON.stringify({ name, runtime: "nodejs" }));
    const { dir: projectDir, backendUrl, passphrase } = workspace;
    await expect(LocalStack.open({ projectDir, stack: "dev", backendUrl, passphrase })).rejects.toMatchObject({
      code: "project",
    });
    const inline = { projectName: name, projectDir, program: () => undefined, stack: "dev", backendUrl, passphrase };
    if (name !== "") await expect(LocalStack.open(inline)).rejects.toMatchObject({ code: "project" });
  });

  it.each(bad)("as a stack's are refused before a path is made of them: %j", async (stack) => {
    expect(() => open("proj", stack)).toThrow(expect.objectContaining({ code: "project" }));
    const { dir: projectDir, backendUrl, passphrase } = workspace;
    await expect(LocalStack.open({ projectDir, stack, backendUrl, passphrase })).rejects.toMatchObject({
      code: "project",
    });
  });

  it("let no crafted project delete locks outside of the backend", async () => {
    const outside = path.join(workspace.dir, "outside", "dev");
    fs.mkdirSync(outside, { recursive: true });
    fs.writeFileSync(path.join(outside, "precious.json"), "{}");
    workspace.write("Pulumi.yaml", JSON.stringify({ name: "../../../../outside", runtime: "nodejs" }));
    await expect(openStack(workspace).then((stack) => stack.cancel())).rejects.toMatchObject({ code: "project" });
    expect(fs.readdirSync(outside)).toEqual(["precious.json"]);
  });

  it("do not keep ordinary names from working", () => {
    for (const name of ["dev", "a.b", "..x", "A_b-9", "x".repeat(100)])
      expect(open(name, name).file.startsWith(root())).toBe(true);
  });
});

describe("the stack's settings", () => {
  it("stay behind the link that they are behind", async () => {
    const shared = path.join(workspace.dir, "shared.yaml");
    fs.renameSync(workspace.configFile, shared);
    fs.symlinkSync(shared, workspace.configFile);
    await (await openStack(workspace)).setConfig("region", "eu");
    expect(fs.lstatSync(workspace.configFile).isSymbolicLink()).toBe(true);
    expect(fs.readFileSync(shared, "utf8")).toContain("proj:region: eu");
  });
});

/** Whether any user of the machine may read this checkout: not one below a folder that `mktemp -d` made, say. */
function isOpenToOthers(folder: string): boolean {
  const isPassable = (fs.statSync(folder).mode & 0o001) !== 0;
  return isPassable && (path.dirname(folder) === folder || isOpenToOthers(path.dirname(folder)));
}

const hindrance =
  process.getuid?.() !== 0
    ? "it needs root"
    : !isOpenToOthers(__dirname) && "this checkout is in a folder that other users may not enter";
if (hindrance) notTried("an up by a user without a name", hindrance);
else
  it("is brought up by a user without a name, as containers have them", async () => {
    installRunner(workspace);
    workspace.prepare({ run: "up", program: { resources: [{ name: "a", args: { name: "a" } }] } });
    const nobody = 54_321;
    for (const file of [workspace.dir, ...fs.readdirSync(workspace.dir, { recursive: true, encoding: "utf8" })])
      fs.lchownSync(path.resolve(workspace.dir, file), nobody, nobody);
    expect(await runEngine(workspace, -1, nobody)).toMatchObject({ killed: false, result: "succeeded" });
    expect(fs.statSync(workspace.stateFile).uid).toBe(nobody);
  }, 60_000);

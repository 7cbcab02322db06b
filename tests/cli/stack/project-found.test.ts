import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createProgram } from "../../../cli/program";
import { Workspace } from "../../engine/support/workspace";
import { FakeIo } from "../fake-io";

let workspace: Workspace;
let io: FakeIo;
beforeEach(() => {
  workspace = new Workspace();
  workspace.prepare({ run: "up", program: { resources: [{ name: "a", args: { name: "a" } }] } });
  io = new FakeIo();
  const settings = { PULUMI_BACKEND_URL: workspace.backendUrl, PULUMI_CONFIG_PASSPHRASE: workspace.passphrase };
  Object.assign(io.env, { PULUMI_HOME: join(workspace.dir, "home") }, workspace.env, settings);
});
afterEach(() => workspace.remove());

const run = async (...args: string[]): Promise<string> => {
  io.written.out = "";
  await createProgram(io).parseAsync(["node", "compute", ...args]);
  return io.written.out;
};

describe("the project of a command", () => {
  it("is that of the nearest folder upwards, as for the CLI", async () => {
    io.cwd = join(workspace.dir, "src", "deep");
    mkdirSync(io.cwd, { recursive: true });
    await run("config", "set", "region", "eu", "-s", "dev");
    expect(await run("config", "get", "region", "-s", "dev")).toBe("eu\n");
    expect(readdirSync(io.cwd)).toEqual([]);
    expect(await run("preview", "-s", "dev")).toContain("create");
  }, 60_000);

  it.each([
    ["before its name", (...command: string[]) => ["-C", "folder", ...command]],
    ["after it", (...command: string[]) => [...command, "--cwd", "folder"]],
    ["amid several words", (first: string, ...rest: string[]) => [first, "-C", "folder", ...rest]],
  ])("is that of -C given %s, with every file relative to it", async (_where, words) => {
    const folder = join(workspace.dir, "folder");
    mkdirSync(folder);
    writeFileSync(join(folder, "Pulumi.yaml"), "name: inner\nruntime: nodejs\n");
    io.cwd = workspace.dir;
    await run(...words("config", "set", "region", "eu", "-s", "dev"));
    expect(await run(...words("config", "-s", "dev"))).toContain("inner:region  eu");
    await run(...words("stack", "init", "dev"));
    await run(...words("stack", "export", "--file", "dev.json", "-s", "dev"));
    expect(readdirSync(folder).sort()).toEqual(["Pulumi.dev.yaml", "Pulumi.yaml", "dev.json"]);
  });

  it("is missed with the folders that were looked in", async () => {
    io.cwd = "/";
    await expect(run("preview", "-s", "dev")).rejects.toThrow("There is no Pulumi.yaml in / or a folder above it.");
  });
});

describe("a project without a file for the stack", () => {
  beforeEach(() => {
    io.cwd = workspace.dir;
    for (const stack of ["dev", "other"]) rmSync(join(workspace.dir, `Pulumi.${stack}.yaml`));
  });

  it("is previewed without anything being written but the id of the folder of states", async () => {
    const files = () => readdirSync(workspace.dir, { recursive: true }).map(String);
    const before = files();
    expect(await run("preview", "-s", "dev")).toContain("create");
    const isId = (file: string) => /^state\/\.pulumi(\/compute-platform-id)?$/.test(file);
    expect(files().filter((file) => !before.includes(file) && !isId(file))).toEqual([]);
  }, 60_000);

  it("and in which none can be written is told which file it is, and what helps", async () => {
    writeFileSync(join(workspace.dir, "Pulumi.yaml"), "name: proj\nruntime: nodejs\nstackConfigDir: /proc/self\n");
    await expect(run("config", "set", "region", "eu", "-s", "dev")).rejects.toThrow(
      /^\/proc\/self\/Pulumi\.dev\.yaml can't be written \(E[A-Z]+\)\. It keeps the settings of the stack .* Make its folder writable, or name another one by stackConfigDir in Pulumi\.yaml\. Nothing was changed\.$/,
    );
  });
});

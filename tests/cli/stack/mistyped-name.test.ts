import { beforeEach, describe, expect, it } from "@jest/globals";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createProgram } from "../../../cli/program";
import { startHere } from "../../engine/support/start-here";
import { Workspace } from "../../engine/support/workspace";
import { programsHere } from "../../support/program-here";
import { temporaryFolder } from "../../support/temporary-folder";
import { FakeIo } from "../fake-io";

let workspace: Workspace;
let io: FakeIo;
const answers: string[] = [];

beforeEach(async () => {
  workspace = new Workspace();
  io = Object.assign(new FakeIo({ answers }), { cwd: workspace.dir, ambient: { ...programsHere, start: startHere } });
  Object.assign(io.env, workspace.env, {
    PULUMI_BACKEND_URL: workspace.backendUrl,
    PULUMI_CONFIG_PASSPHRASE: workspace.passphrase,
    PULUMI_HOME: join(workspace.dir, "home"),
  });
  workspace.prepare({ run: "up", program: { resources: [{ name: "a", args: { name: "a" } }] } });
  await run("stack", "init", "prod");
});

async function run(...args: string[]): Promise<string> {
  io.written.out = "";
  await createProgram(io).parseAsync(["node", "compute", ...args]);
  return io.written.out;
}
/** Goes to a project that nobody has worked in. */
function emptyProject(): void {
  io.cwd = temporaryFolder("first");
  writeFileSync(join(io.cwd, "Pulumi.yaml"), "name: proj\nruntime: nodejs\n");
  io.env["PULUMI_BACKEND_URL"] = `file://${io.cwd}`;
}

const stacks = async () => (await run("stack", "ls")).trim().split("\n");

describe("a stack name that has neither state nor settings, while others have", () => {
  it.each([
    ["up", "--yes"],
    ["preview"],
    ["config"],
    ["config", "set", "region", "eu"],
    ["config", "rm", "region"],
    ["config", "get", "region"],
    ["cancel"],
    ["catalog", "gpus"],
    ["refresh", "--yes"],
    ["destroy", "--yes"],
    ["stack", "output"],
    ["drift"],
  ])("is refused by compute %s %s with the names of those, and nothing is made", async (...args) => {
    await expect(run(...args, "-s", "prdo")).rejects.toThrow(
      /no stack named 'prdo' found in project proj; it has (dev, other, )?prod/,
    );
    expect(await stacks()).toEqual(["prod"]);
    expect(readdirSync(workspace.dir).filter((file) => file.includes("prdo"))).toEqual([]);
    expect(workspace.objects()).toEqual({});
  });

  it("is taken by up --create, whose failure ends without a word on what the new stack may have left", async () => {
    delete io.env["PULUMI_CONFIG_PASSPHRASE"];
    io.written.err = "";
    await expect(run("up", "--yes", "--create", "-s", "new")).rejects.toThrow(/a passphrase, and none is set/);
    expect(io.written.err).not.toContain("warning");
  });

  it("is refused where it comes from PULUMI_STACK too", async () => {
    io.env["PULUMI_STACK"] = "prdo";
    await expect(run("up", "--yes")).rejects.toThrow(
      "If the name is right, make the stack with `compute stack init prdo`, or pass --create to `up`.",
    );
  });

  it("is refused where the others have settings only", async () => {
    emptyProject();
    writeFileSync(join(io.cwd, "Pulumi.prod.yaml"), "config: {}\n");
    await expect(run("up", "-s", "prdo", "--yes")).rejects.toThrow("it has prod. If");
  });

  it("becomes a stack with up --create", async () => {
    await run("up", "-s", "staging", "--create", "--yes");
    expect(io.written.err).toContain(
      `The state of stack staging is in ${join(workspace.backendUrl.replace("file://", ""), ".pulumi", "stacks")}.`,
    );
    await run("up", "-s", "staging", "--yes");
    expect(io.written.err.match(/The state of stack staging/g)).toHaveLength(1);
    expect(await stacks()).toEqual(["prod", "staging"]);
  }, 60_000);

  it("becomes a stack with stack init, once", async () => {
    await run("stack", "init", "staging");
    await expect(run("stack", "init", "staging")).rejects.toThrow(
      "the stack 'staging' of project proj is there already",
    );
    await run("config", "set", "region", "eu", "-s", "staging");
    expect(await stacks()).toEqual(["prod", "staging"]);
    expect(await run("config", "-s", "staging")).toContain("proj:region");
  });

  it("is asked about on a terminal, once, and by up alone", async () => {
    io.isInteractive = true;
    answers.push("no");
    await expect(run("up", "-s", "prdo")).rejects.toThrow("no stack named 'prdo'");
    answers.push("yes", "no");
    await expect(run("up", "-s", "staging")).rejects.toThrow("Declined");
    expect(io.questions).toEqual([
      "no stack named 'prdo' found in project proj; it has dev, other, prod. Make a new stack? (yes/no) ",
      "no stack named 'staging' found in project proj; it has dev, other, prod. Make a new stack? (yes/no) ",
      "Do you want to perform this update? (yes/no/details) ",
    ]);
    await expect(run("up", "-s", "prdo", "--yes")).rejects.toThrow("no stack named 'prdo'");
    expect(await stacks()).toEqual(["prod"]);
  }, 60_000);
});

it("the first stack of a project needs no flag", async () => {
  emptyProject();
  await run("config", "set", "region", "eu", "-s", "dev");
  expect(await run("config", "-s", "dev")).toContain("eu");
});

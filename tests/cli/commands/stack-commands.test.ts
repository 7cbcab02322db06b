import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import * as fs from "node:fs";
import * as path from "node:path";
import { createProgram } from "../../../cli/program";
import { Workspace } from "../../engine/support/workspace";
import { FakeIo } from "../fake-io";

let workspace: Workspace;
beforeAll(() => {
  workspace = new Workspace();
});
afterAll(() => workspace.remove());

async function run(...args: string[]): Promise<{ out: string; err: string }> {
  const io = new FakeIo();
  io.cwd = workspace.dir;
  const settings = { PULUMI_BACKEND_URL: workspace.backendUrl, PULUMI_CONFIG_PASSPHRASE: workspace.passphrase };
  Object.assign(io.env, { PULUMI_HOME: path.join(workspace.dir, "home") }, settings, workspace.env);
  await createProgram(io).parseAsync(["node", "compute", ...args]);
  return io.written;
}

describe("compute config", () => {
  it("sets, lists, gets and removes values; secrets show only when asked for by name", async () => {
    await run("config", "set", "region", "eu", "-s", "dev");
    await run("config", "set", "other:token", "open sesame", "--secret", "-s", "dev");
    expect(fs.readFileSync(workspace.configFile, "utf8")).not.toContain("sesame");
    expect((await run("config", "-s", "dev")).out).toBe("KEY          VALUE\nproj:region  eu\nother:token  [secret]\n");
    expect((await run("config", "get", "other:token", "-s", "dev")).out).toBe("open sesame\n");
    expect((await run("config", "-s", "dev", "get", "region")).out).toBe("eu\n");
    expect(JSON.parse((await run("config", "--json", "--show-secrets", "-s", "dev")).out)).toEqual({
      "proj:region": "eu",
      "other:token": "open sesame",
    });
    await run("config", "rm", "region", "-s", "dev");
    await expect(run("config", "rm", "region", "-s", "dev")).rejects.toThrow("key 'region' not found for stack 'dev'");
    await expect(run("config", "get", "region", "-s", "dev")).rejects.toThrow("key 'region' not found for stack 'dev'");
    await expect(run("config", "set", "region", "-s", "dev")).rejects.toThrow("pass it after the key");
  });
});

it("compute config and config get print a value as it is, also one that holds a command", async () => {
  await run("config", "set", "note", "run `compute up`, or `pulumi up`", "-s", "dev");
  expect((await run("config", "get", "note", "-s", "dev")).out).toBe("run `compute up`, or `pulumi up`\n");
  expect((await run("config", "-s", "dev")).out).toContain("run `compute up`, or `pulumi up`\n");
  await run("config", "rm", "note", "-s", "dev");
});

it("compute config set keeps a secret's value out of the file as long as it is a secret", async () => {
  await run("config", "set", "token", "sesame", "--secret", "-s", "dev");
  await expect(run("config", "set", "token", "abracadabra", "-s", "dev")).rejects.toThrow(
    "token is a secret, and would be in plain text in the stack's file. Pass --secret, or remove it first with `compute config rm token`. Nothing was set.",
  );
  expect(fs.readFileSync(workspace.configFile, "utf8")).not.toContain("abracadabra");
  await run("config", "set", "token", "abracadabra", "--secret", "-s", "dev");
  expect((await run("config", "get", "token", "-s", "dev")).out).toBe("abracadabra\n");
  await run("config", "rm", "token", "-s", "dev");
});

it("compute config rm of a key says that it is not set where nothing is", async () => {
  const file = path.join(workspace.dir, "Pulumi.bare.yaml");
  fs.writeFileSync(file, "encryptionsalt: v1:a:b\n");
  await expect(run("config", "rm", "region", "-s", "bare")).rejects.toThrow("key 'region' not found for stack 'bare'");
  fs.rmSync(file);
});

it.each([
  [
    ["stack", "rm", "dev"],
    "There is no `compute stack rm`. The Pulumi CLI has it and works on the same state: `pulumi stack rm`.",
  ],
  [["login"], "There is no `compute login`. The Pulumi CLI has it and works on the same state: `pulumi login`."],
  ...["stack new", "state protect", "state move"].map((words): [string[], string] => [
    words.split(" "),
    `There is no \`compute ${words}\`. The Pulumi CLI has it and works on the same state: \`pulumi ${words}\`.`,
  ]),
  [["stack", "frobnicate"], "There is no `compute stack frobnicate`. After stack comes one of init, export, "],
  [["stack", "exprt"], "unknown command 'exprt'\n(Did you mean export?)"],
])("compute %j says in a sentence that there is no such command", async (words, sentence) => {
  const io = new FakeIo();
  await expect(createProgram(io).parseAsync(["node", "compute", ...words])).rejects.toThrow();
  expect(io.written.err).toContain(`error: ${sentence}`);
});

it.each(["set-all", "cp"])("compute config %s says in a sentence that the CLI has it", async (word) => {
  await expect(run("config", word)).rejects.toThrow(
    `There is no \`compute config ${word}\`. The Pulumi CLI has it and works on the same state: \`pulumi config ${word}\`.`,
  );
});

it.each(["up", "preview"])(
  "%s of a program in another language says so before it asks for a stack",
  async (command) => {
    const folder = path.join(workspace.dir, "in-go");
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, "Pulumi.yaml"), "name: proj\nruntime: go\n");
    await expect(run(command, "-C", folder)).rejects.toThrow(
      /only, and the runtime in Pulumi.yaml is go. Use the Pulumi CLI, `pulumi` in place of `compute`, which works on the same state/,
    );
  },
);

describe("a stack that is not there", () => {
  it.each([
    ["stack", "output"],
    ["stack", "export"],
    ["refresh", "--yes"],
    ["destroy", "--yes"],
    ["destroy", "--preview-only"],
  ])("is refused by compute %s %s, which writes nothing", async (...args) => {
    await expect(run(...args, "-s", "typo")).rejects.toThrow("no stack named 'typo' found in project proj");
    expect(fs.readdirSync(workspace.dir)).not.toContain("Pulumi.typo.yaml");
  });

  it("is told apart from those that compute stack ls lists", async () => {
    fs.mkdirSync(path.dirname(workspace.stateFile), { recursive: true });
    fs.writeFileSync(workspace.stateFile, '{"version":3}');
    expect((await run("stack", "ls")).out).toBe("dev\n");
    expect((await run("stack", "ls", "--json")).out).toBe('[{"name":"dev"}]\n');
    await expect(run("stack", "output", "-s", "typo")).rejects.toThrow("it has dev");
  });
});

describe("flags that name resources", () => {
  it.each([
    { args: ["up", "--target", "a"], says: "a pattern such as '**::a'" },
    { args: ["up", "--target", "**::a", "--exclude", "**::b"], says: "cannot be used with" },
    { args: ["refresh", "--replace", "**::a"], says: "unknown option '--replace'" },
  ])("$args: says what is wrong", async ({ args, says }) => {
    const io = new FakeIo();
    const running = createProgram(io).parseAsync(["node", "compute", ...args, "-s", "dev"]);
    await expect(running).rejects.toMatchObject({ exitCode: 1 });
    expect(io.written.err).toContain(says);
  });
});

describe("compute cancel", () => {
  it.each([[[]], [["-y"]], [["--yes"]]])("removes the locks of a stack, asking nothing, with %j too", async (flags) => {
    const locks = path.join(workspace.backendUrl.replace("file://", ""), ".pulumi/locks/organization/proj/dev");
    fs.mkdirSync(locks, { recursive: true });
    fs.writeFileSync(path.join(locks, "left.json"), "{}");
    expect((await run("cancel", "-s", "dev", ...flags)).err).toBe("Removed 1 lock.\n");
    expect(fs.readdirSync(locks)).toEqual([]);
    expect((await run("cancel", "-s", "dev", ...flags)).err).toBe("The stack was not locked.\n");
  });
});

it("compute stack export warns of creates whose outcome is not known, which only this backend knows more of", async () => {
  const urn = "urn:pulumi:dev::proj::pulumi-nodejs:dynamic/compute:Pod::web";
  const resource = { urn, custom: true, type: "pulumi-nodejs:dynamic/compute:Pod", inputs: {}, outputs: {} };
  const manifest = { time: "2026-05-04T09:00:00Z", magic: "", version: "" };
  const state = (pending: object[]) => ({
    version: 3,
    checkpoint: { stack: "organization/proj/dev", latest: { manifest, resources: [], pending_operations: pending } },
  });
  const exported = async (pending: object[]) => {
    fs.writeFileSync(workspace.stateFile, JSON.stringify(state(pending)));
    return (await run("stack", "export", "-s", "dev")).err;
  };
  expect(await exported([{ type: "creating", resource }])).toMatch(
    /^warning: the outcome of creating web is not known\. Run `up`/,
  );
  expect(await exported([])).toBe("");
});

describe("where the states are", () => {
  const place = () => path.join(workspace.backendUrl.replace("file://", ""), ".pulumi", "stacks");

  it("stack init and stack ls say it, beside the names", async () => {
    expect((await run("stack", "init", "placed")).err).toContain(
      `Made the stack placed. The state of stack placed is in ${place()}.`,
    );
    const { out, err } = await run("stack", "ls");
    expect(out.split("\n")).toContain("placed");
    expect(err).toBe(`States are in ${place()}.\n`);
  });
});

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import * as fs from "node:fs";
import { join } from "node:path";
import { runProgram } from "../../../cli/program";
import { Workspace } from "../../engine/support/workspace";
import { FakeIo } from "../fake-io";

let workspace: Workspace;
let io: FakeIo;
beforeEach(() => {
  workspace = new Workspace();
  io = new FakeIo({ answers: ["hush-CANARY"] });
  io.cwd = workspace.dir;
  const settings = { PULUMI_BACKEND_URL: workspace.backendUrl, PULUMI_CONFIG_PASSPHRASE: workspace.passphrase };
  Object.assign(io.env, settings, workspace.env, { PULUMI_STACK: "dev" });
});
afterEach(() => workspace.remove());

const run = (...args: string[]) => runProgram(io, ["node", "compute", "config", ...args]);
async function valueOf(key: string): Promise<string> {
  io.written.out = "";
  expect(await run("get", key)).toBe(0);
  return io.written.out;
}

it("warns of a name that the provider reads under compute:, unless Pulumi.yaml declares it as the program's own", async () => {
  const file = join(workspace.dir, "Pulumi.yaml");
  expect(await run("set", "maxHourlyCost", "2")).toBe(0);
  expect(io.written.err).toContain(
    "proj:maxHourlyCost is a setting of your program. The provider reads compute:maxHourlyCost.",
  );
  io.written.err = "";
  fs.appendFileSync(file, "config:\n  maxHourlyCost:\n    default: 2\n");
  expect(await run("set", "maxHourlyCost", "3")).toBe(0);
  expect(io.written.err).toBe("");
});

it.each(["--plaintext", "--path"])("compute config set %s says that the CLI has the option", async (option) => {
  expect(await run("set", option, "key", "value")).not.toBe(0);
  expect(io.written.err.replace(/\n +/g, " ")).toContain(
    `error: \`compute config set\` has no ${option}. The Pulumi CLI has it and works on the same file: \`pulumi config set ${option}\`.`,
  );
});

describe("compute config set --secret", () => {
  it("asks on a terminal without echo", async () => {
    io.isInteractive = true;
    expect(await run("set", "--secret", "token")).toBe(0);
    expect(io.questions).toEqual(["value of token: (hidden)"]);
    expect(fs.readFileSync(workspace.configFile, "utf8")).not.toContain("CANARY");
    expect(await valueOf("token")).toBe("hush-CANARY\n");
  });

  it("asks with an echo where the value is no secret", async () => {
    io.isInteractive = true;
    expect(await run("set", "region")).toBe(0);
    expect(io.questions).toEqual(["value of region: "]);
  });

  it.each([
    { piped: "hush-CANARY\n", value: "hush-CANARY" },
    { piped: "hush-CANARY\r\n", value: "hush-CANARY" },
    { piped: "-----BEGIN-----\nhush\n\n", value: "-----BEGIN-----\nhush\n" },
  ])("reads $piped from a pipe, without the end of its last line", async ({ piped, value }) => {
    io.piped = piped;
    expect(await run("set", "token", "--secret")).toBe(0);
    expect(await valueOf("token")).toBe(`${value}\n`);
  });

  it.each([[["set", "token", "--secret", "--", "-CANARY"]], [["set", "--secret", "--", "token", "--CANARY=1"]]])(
    "takes a value that begins with a dash after --: %j",
    async (args) => {
      expect(await run(...args)).toBe(0);
      expect(await valueOf("token")).toBe(`${args.at(-1)}\n`);
      expect(fs.readFileSync(workspace.configFile, "utf8")).not.toContain("CANARY");
    },
  );

  it.each([
    { why: "the value looks like an option", args: ["set", "token", "-CANARY", "--secret"] },
    { why: "the value looks like a long option", args: ["set", "token", "--CANARY", "--secret"] },
    { why: "the value is given to the flag", args: ["set", "token", "--secret=CANARY"] },
    { why: "there are too many words", args: ["set", "token", "CANARY", "CANARY", "--secret"] },
    { why: "key and value are one word", args: ["set", "token=CANARY", "--secret"] },
    { why: "nothing comes through the pipe", args: ["set", "token", "--secret"] },
  ])("quotes no value in an error, and sets nothing: $why", async ({ args }) => {
    const before = fs.readFileSync(workspace.configFile, "utf8");
    expect(await run(...args)).toBe(1);
    expect(io.written.err).toMatch(/^error: /);
    expect(io.written.err + io.written.out).not.toContain("CANARY");
    expect(fs.readFileSync(workspace.configFile, "utf8")).toBe(before);
  });

  it("does not tell to put a secret on the command line", async () => {
    await run("set", "token", "--secret");
    expect(io.written.err).toContain("pipe it in");
    expect(io.written.err).not.toContain("after the key");
  });
});

describe("compute jobs run", () => {
  it.each([
    ["--input", '{"key": CANARY}'],
    ["--input-file", "-"],
  ])("quotes nothing of an input that is wrong: %s", async (...args) => {
    io.piped = '{"key": CANARY}';
    expect(await runProgram(io, ["node", "compute", "jobs", "run", "e1", ...args])).toBe(1);
    expect(io.written.err).toMatch(/is not a JSON object/);
    expect(io.written.err).not.toContain("CANARY");
  });
});

describe("compute config set of what the provider reads", () => {
  it.each([
    ["compute:apiUrl", "https://api.example.com/v2", "apiUrl must leave out the final /v2. Nothing was set."],
    ["compute:apiUrl", "api.example.com", "apiUrl is not a URL, such as https://api.example.com. Nothing was set."],
    ["compute:apiUrl", "http://api.example.com", "apiUrl begins with http://, and api.example.com is not this machine"],
    ["compute:baseUrl", "https://api.example.com", "baseUrl must end in /v1. Nothing was set."],
    ["compute:portUrl", "https://ports.example.com", "portUrl is not an address with {podId} and {port} in it"],
    ["compute:maxHourlyCost", "ten", "compute:maxHourlyCost must be a number of 0 or more"],
    ["compute:apiurl", "https://api.example.com", "There is no setting compute:apiurl. There are apiKey, apiUrl,"],
  ])("refuses %s %s", async (key, value, sentence) => {
    expect(await run("set", key, value)).toBe(1);
    expect(io.written.err).toContain(sentence);
    expect(fs.existsSync(workspace.configFile) && fs.readFileSync(workspace.configFile, "utf8")).not.toContain(value);
  });

  it("refuses a key that no header can carry, without repeating it", async () => {
    expect(await run("set", "--secret", "compute:apiKey", "CANARY key")).toBe(1);
    expect(io.written.err).toMatch(/holds a space.*Nothing was set/s);
    expect(io.written.err).not.toContain("CANARY");
  });

  it("sets what can be used, and warns of a key that lacks the namespace", async () => {
    expect(await run("set", "compute:apiUrl", "https://api.example.com")).toBe(0);
    expect(await valueOf("compute:apiUrl")).toBe("https://api.example.com\n");
    expect(io.written.err).toBe("");
    expect(await run("set", "apiUrl", "https://api.example.com")).toBe(0);
    expect(io.written.err).toContain("The provider reads compute:apiUrl.");
  });
});

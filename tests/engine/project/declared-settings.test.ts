import { describe, expect, it } from "@jest/globals";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { LocalStack } from "../../../engine";
import type { Config, ConfigValue } from "../../../engine/project/config";
import { checkDeclared, declaredSettings, withDeclared } from "../../../engine/project/declared-settings";
import { root } from "../../examples/example-stack";
import { linkedFolder } from "../../examples/linked-folder";
import { temporaryFolder } from "../../support/temporary-folder";

const declared = (yaml: string) => declaredSettings("Pulumi.yaml", "vec", parse(yaml));
const plain = (value: string): ConfigValue => ({ value, secret: false, secrets: [] });
const structured = (value: string): ConfigValue => ({ ...plain(value), isStructured: true });
const values = (config: Config) => Object.fromEntries([...config].map(([key, { value }]) => [key, value]));

describe("The settings that Pulumi.yaml declares", () => {
  it.each([
    ["size: 20", { "vec:size": "20" }],
    ["size: { type: integer, default: 20 }", { "vec:size": "20" }],
    ["vec:size: { value: big }", { "vec:size": "big" }],
    ["zones: [a, b]", { "vec:zones": '["a","b"]' }],
    ["db: { type: object, default: { port: 5432 } }", { "vec:db": '{"port":5432}' }],
    ["compute:apiUrl: https://platform.test", { "compute:apiUrl": "https://platform.test" }],
    ["compute:apiUrl: { value: https://platform.test }", { "compute:apiUrl": "https://platform.test" }],
    ["on: { type: boolean, default: false }", { "vec:on": "false" }],
    ["pulumi:tags: { value: { pulumi:template: python } }", { "pulumi:tags": '{"pulumi:template":"python"}' }],
    ["size: { type: integer }", {}],
  ])("%s stand where a stack says nothing", (yaml, expected) => {
    expect(values(withDeclared(new Map(), declared(yaml)))).toEqual(expected);
  });

  it("give way to the stack's own", () => {
    const own: Config = new Map([["vec:size", plain("5")]]);
    expect(values(withDeclared(own, declared("size: 20\nname: x")))).toEqual({ "vec:size": "5", "vec:name": "x" });
  });

  it.each([
    ["size: { default: 1, value: 2 }", "config.size has both a default and a value; keep one of the two"],
    ["size: { type: integer, default: big }", "config.size has a default that is not of its type, integer"],
    ["size: { type: number }", 'config.size has the type "number"; it must be one of string, integer'],
    ["zones: { type: array }", "config.zones is an array without a type of its items"],
    [
      "aws:region: { type: string }",
      "config.aws:region belongs to another namespace than the project, and can have neither",
    ],
    [
      "aws:region: { default: x }",
      "config.aws:region belongs to another namespace than the project, and can have neither",
    ],
    ["aws:region: {}", "config.aws:region belongs to another namespace than the project, and needs a value"],
    ["size: 1.5", "config.size is a fraction, which the CLI refuses; quote it"],
    ["db.port: 5432", "does not support the path db.port in config of Pulumi.yaml; declare the whole value"],
    ["[size]", "Pulumi.yaml: config must be a map of settings"],
  ])("%s are refused", (yaml, message) => {
    expect(() => declared(yaml)).toThrow(message);
  });

  it.each<[string, ConfigValue | undefined, string | undefined]>([
    ["x: { type: integer }", plain("20"), undefined],
    ["x: { type: integer }", plain("big"), "of the type integer; the stack dev has something else"],
    ["x: { type: boolean }", plain("true"), undefined],
    ["x: { type: boolean }", plain("yes"), "of the type boolean"],
    ["x: { type: string }", plain('{"a":1}'), undefined],
    ["x: { type: string }", structured('{"a":1}'), "of the type string"],
    ["x: { type: object }", structured('{"a":1}'), undefined],
    ["x: { type: array, items: { type: integer } }", structured("[1,2]"), undefined],
    ["x: { type: array, items: { type: integer } }", structured('[1,"b"]'), "of the type array<integer>"],
    ["x: { type: array, items: { type: array, items: { type: string } } }", structured('[["b"]]'), undefined],
    [
      "x: { type: string, secret: true }",
      plain("s"),
      "has it in plain text. Run `compute config set --stack dev --secret x`",
    ],
    ["x: { type: string, secret: true }", { value: "s", secret: true, secrets: ["s"] }, undefined],
    [
      "x:",
      undefined,
      "asks for the setting x, and the stack dev has none. Run `compute config set --stack dev x VALUE`",
    ],
  ])("%s, compared with a stack's %j: %s", (yaml, given, problem) => {
    const check = () => checkDeclared("dev", new Map(given ? [["vec:x", given]] : []), declared(yaml));
    if (problem === undefined) expect(check).not.toThrow();
    else expect(check).toThrow(problem);
  });
});

it("A program gets the settings of Pulumi.yaml, and a stack that lacks one can be destroyed and not updated", async () => {
  const folder = linkedFolder({
    "Pulumi.yaml": "name: vec\nruntime: { name: nodejs, options: { typescript: false } }\nconfig:\n  size: 20\n",
    "package.json": '{ "private": true, "main": "index.js" }',
    "index.js": 'exports.size = new (require("@pulumi/pulumi").Config)().requireNumber("size");',
  });
  const open = () =>
    LocalStack.open({
      projectDir: folder,
      stack: "dev",
      backendUrl: `file://${folder}`,
      passphrase: "x",
    });
  expect(await (await open()).up()).toMatchObject({ result: "succeeded", outputs: { size: 20 } });
  expect(await (await open()).config()).toEqual({ "vec:size": "20" });
  writeFileSync(
    join(folder, "Pulumi.yaml"),
    "name: vec\nruntime: { name: nodejs, options: { typescript: false } }\nconfig:\n  count: { type: integer }\n",
  );
  const stack = await open();
  await expect(stack.up({ refresh: true })).rejects.toThrow("asks for the setting count");
  await expect(stack.refresh({ runProgram: true })).rejects.toThrow("asks for the setting count");
  expect(await stack.destroy()).toMatchObject({ result: "succeeded" });
});

it("A stack of a program in Go is read, refreshed and destroyed, and only what runs the program is refused", async () => {
  const folder = temporaryFolder("go");
  writeFileSync(join(folder, "Pulumi.yaml"), "name: vec\nruntime: { name: go }\n");
  const where = { projectDir: folder, stack: "dev", backendUrl: `file://${folder}`, passphrase: "x" };
  const stack = await LocalStack.open(where);
  const refused = "runs programs for Node.js and Python only, and the runtime in Pulumi.yaml is go";
  for (const run of [stack.preview(), stack.up()]) await expect(run).rejects.toThrow(refused);
  const program = () => ({ size: 20 });
  await (await LocalStack.open({ ...where, projectDir: root, projectName: "vec", program })).up();
  expect(await stack.outputs()).toEqual({ size: 20 });
  await expect(stack.refresh({ runProgram: true })).rejects.toThrow(refused);
  expect(await stack.refresh()).toMatchObject({ result: "succeeded" });
  expect(await stack.destroy()).toMatchObject({ result: "succeeded" });
});

describe("A program in another language", () => {
  const openIn = (folder: string) =>
    LocalStack.open({
      projectDir: folder,
      stack: "dev",
      backendUrl: `file://${folder}`,
      passphrase: "x",
    });

  it.each(["yaml", "go", "dotnet", "java"])(
    "in %s is refused by its language before anything else, and nothing is written",
    async (runtime) => {
      const folder = temporaryFolder("other");
      writeFileSync(join(folder, "Pulumi.yaml"), `name: vec\nruntime: ${runtime}\n`);
      const stack = await LocalStack.open({ projectDir: folder, stack: "dev", backendUrl: `file://${folder}` });
      const refused =
        `The local engine runs programs for Node.js and Python only, and the runtime in Pulumi.yaml is ${runtime}. Use the Pulumi CLI, ` +
        "`pulumi` in place of `compute`, which works on the same state. Nothing was changed.";
      for (const run of [stack.preview(), stack.up(), stack.destroy({ runProgram: true })])
        await expect(run).rejects.toMatchObject({ code: "unsupported", message: refused });
      expect(readdirSync(folder)).toEqual(["Pulumi.yaml"]);
    },
  );

  it("has a stack that can be exported, refreshed and destroyed without @pulumi/pulumi", async () => {
    const folder = temporaryFolder("other");
    writeFileSync(join(folder, "Pulumi.yaml"), "name: vec\nruntime: yaml\n");
    const stack = await openIn(folder);
    await stack.importState({ version: 3, deployment: {} });
    expect(await stack.exportState()).toMatchObject({ version: 3 });
    for (const run of [() => stack.refresh(), () => stack.destroy()])
      expect(await run()).toMatchObject({ result: "succeeded" });
  });
});

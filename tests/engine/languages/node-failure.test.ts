import { describe, expect, it } from "@jest/globals";
import { LocalStack } from "../../../engine";
import { readableFailure } from "../../../engine/languages/node-failure";
import { linkedFolder } from "../../examples/linked-folder";

/** Runs a program; its errors. To check types takes longer than all else: it is left out where that finds nothing. */
async function failureOf(files: object, checksTypes = false): Promise<string[]> {
  const folder = linkedFolder({ "Pulumi.yaml": "name: failing\nruntime: nodejs\n", ...files });
  const stack = await LocalStack.open({
    projectDir: folder,
    stack: "dev",
    passphrase: "x",
    backendUrl: `file://${folder}`,
    env: { PULUMI_NODEJS_TRANSPILE_ONLY: String(!checksTypes) },
  });
  const { result, diagnostics } = await stack.preview();
  expect(result).toBe("failed");
  return diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message.trimEnd());
}

const yaml = (nodeargs: string) => ({
  "Pulumi.yaml": `name: failing\nruntime: { name: nodejs, options: { nodeargs: "${nodeargs}" } }\n`,
});
const esm = '{ "private": true, "type": "module", "main": "index.js" }';

describe("the failure of a TypeScript or JavaScript program", () => {
  it.each<{ what: string; files: object; said: unknown; checksTypes?: boolean }>([
    {
      what: "an error thrown in a function",
      files: { "index.ts": 'function size(): number {\n  throw new Error("no size\\nat all");\n}\nsize();\n' },
      said: "index.ts:2:9: Error: no size\nat all\n    at size (index.ts:2:9)\n    at index.ts:4:1",
    },
    {
      what: "an error thrown at the top",
      files: { "index.ts": 'export {};\nthrow new TypeError("of another kind");\n' },
      said: "index.ts:2:7: TypeError: of another kind",
    },
    {
      what: "an error with a cause and members",
      files: {
        "index.ts":
          'const cause = new Error("first");\nthrow Object.assign(new Error("second", { cause }), { code: "E1" });\n',
        "tsconfig.json": '{ "compilerOptions": { "target": "es2022" } }',
      },
      said: expect.stringMatching(
        /^index.ts:2:\d+: Error: second\n {4}at index.ts:2:\d+ \{\n {2}code: 'E1',\n {2}\[cause\]: Error: first\n {6}at index.ts:1:\d+\n\}$/,
      ),
    },
    {
      what: "an error in a promise that nobody waits for",
      files: { "index.ts": 'async function later() {\n  throw new Error("later");\n}\nvoid later();\n' },
      said: expect.stringMatching(/^index.ts:2:9: Error: later\n {4}at later \(index.ts:2:9\)\n {4}at index.ts:4:6$/),
    },
    {
      what: "an argument that fails while the program runs",
      files: {
        "index.ts":
          'import { Template } from "pulumi-compute-platform";\nexport = async () => {\n' +
          '  const fails = async (): Promise<string> => {\n    await 0;\n    throw new Error("no name");\n  };\n' +
          '  new Template("a", { name: fails(), image: "x" });\n  await new Promise(() => undefined);\n};\n',
      },
      said: expect.stringMatching(/^index.ts:5:\d+: Error: error serializing property "name": no name$/),
    },
    { what: "a text that is thrown", files: { "index.ts": 'throw "text";\n' }, said: "index.ts: text" },
    ...[
      { thrown: "{ code: 1, of: { a: [1, { b: 'c' }] } }", said: "{ code: 1, of: { a: [ 1, [Object] ] } }" },
      { thrown: "undefined", said: "undefined" },
    ].map(({ thrown, said }) => ({
      what: `${thrown}, which is no Error`,
      files: { "index.ts": `throw ${thrown};\n` },
      said: `index.ts: ${said}`,
    })),
    {
      what: "no Error, in a promise that nobody waits for",
      files: { "index.ts": "void Promise.reject({ code: 1 });\n" },
      said: "index.ts: { code: 1 }",
    },
    {
      what: "types that do not fit",
      checksTypes: true,
      files: { "index.ts": 'const x: number = "5";\nexport { x };\n' },
      said: "index.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'.",
    },
    {
      what: "arguments for Node that name what is not there",
      files: { ...yaml("--import tsxx"), "index.ts": "" },
      said: expect.stringMatching(
        /^Node can't start with `nodeargs: --import tsxx` of Pulumi.yaml: Cannot find package 'tsxx' imported from \S+\. Correct it, or /,
      ),
    },
    {
      what: "arguments that Node does not have",
      files: { ...yaml("--foo"), "index.ts": "" },
      said: "Node can't start with `nodeargs: --foo` of Pulumi.yaml: bad option: --foo. Correct it, or install what it names.",
    },
    {
      what: "a program that ends itself",
      files: { ...yaml("--no-warnings"), "index.ts": "(process as any).exit(3);\n" },
      said: expect.stringMatching(/^The program ended with exit code 3 before it had declared everything\. /),
    },
    {
      what: "a file that Node can't read",
      files: { "index.ts": "", "package.json": '{ "main": "index.js" }', "index.js": "const a = ;\n" },
      said: "index.js:1: SyntaxError: Unexpected token ';'\nconst a = ;\n          ^",
    },
    {
      what: "a module that is not there",
      files: { "index.ts": "", "package.json": '{ "main": "index.js" }', "index.js": 'require("./lbi");\n' },
      said: "index.js:1:1: Error: Cannot find module './lbi'",
    },
    {
      what: "require in an ES module",
      files: { "package.json": esm, "index.js": 'const compute = require("pulumi-compute-platform");\n' },
      said: expect.stringMatching(
        /^index.js:1:17: ReferenceError: require is not defined in ES module scope.*\n[^\n]*$/,
      ),
    },
    {
      what: "an error thrown in an ES module",
      files: { "package.json": esm, "index.js": 'export {};\nthrow new Error("of a module");\n' },
      said: "index.js:2:7: Error: of a module",
    },
    {
      what: "an ES module that Node can't read",
      files: { "package.json": esm, "index.js": "export {};\nconst a = ;\n" },
      said: "index.js:2: SyntaxError: Unexpected token ';'\nconst a = ;\n          ^",
    },
    {
      what: "a module that an ES module imports and Node can't read",
      files: {
        "package.json": esm,
        "index.js": 'import { a } from "./a.js";\na();\n',
        "a.js": 'export { b as a } from "./b.mjs";\nimport "./a.js";\n',
        "b.mjs": "export const b = (;\n",
      },
      said: "b.mjs:1: SyntaxError: Unexpected token ';'\nexport const b = (;\n                  ^",
    },
    {
      what: "a name that a module does not export",
      files: {
        "package.json": esm,
        "index.js": 'import { b } from "./a.js";\nb();\n',
        "a.js": "export const a = 1;\n",
      },
      said: `index.js:1: SyntaxError: The requested module './a.js' does not provide an export named 'b'\nimport { b } from "./a.js";\n         ^`,
    },
  ])("begins with the program's line and the error: $what", async ({ files, said, checksTypes }) => {
    expect(await failureOf(files, checksTypes)).toEqual([said]);
  });

  it("keeps the lines of the program alone in an error of a resource", () => {
    const text =
      "Error: no\n    at make (/p/src/a.ts:3:4)\n    at new Resource (/p/node_modules/@pulumi/pulumi/resource.js:1:2)";
    expect(readableFailure(text, "/p", "/p/index.ts")).toBe("Error: no\n    at make (src/a.ts:3:4)");
  });
});

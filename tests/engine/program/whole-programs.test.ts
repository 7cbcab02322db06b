import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { compileFunction } from "node:vm";
import type { EngineEvent } from "../../../engine";
import { openStack } from "../support/run-local";
import { notTried } from "../../support/not-tried";
import { Workspace } from "../support/workspace";

jest.setTimeout(60_000);

let workspace: Workspace;
beforeEach(() => {
  workspace = new Workspace();
});
afterEach(() => workspace.remove());

describe("programs", () => {
  const javascript = "runtime: { name: nodejs, options: { typescript: false } }\n";
  const run = async (files: Record<string, string>, yaml = javascript, options = {}) => {
    for (const [name, text] of Object.entries(files)) workspace.write(name, text);
    workspace.write("Pulumi.yaml", `name: proj\n${yaml}`);
    return (await openStack(workspace)).up(options);
  };

  it("have providers that find the engine, after a refresh too", async () => {
    const probe = `const { connect } = require("node:net");
      const answers = (engine) => new Promise((resolve) => {
        const place = engine.startsWith("unix:") ? { path: engine.slice(5) } : { port: Number(engine.split(":")[1]), host: "127.0.0.1" };
        const socket = connect(place, () => resolve(true)).on("error", () => resolve(false));
        socket.unref();
      });
      exports.create = async () => ({ id: "probe", outs: { isThere: await answers(process.argv[2]) } });
      exports.read = async (id, props) => ({ id, props });`;
    const text = (...names: string[]) => `const pulumi = require("@pulumi/pulumi");
      const __provider = 'exports.handler=()=>require("module").createRequire(process.cwd()+"/")("./probe")';
      for (const name of ${JSON.stringify(names)})
        exports[name] = new pulumi.CustomResource("pulumi-nodejs:dynamic/test:Probe", name, { isThere: undefined, __provider }).isThere;`;
    const { outputs } = await run({ "probe.js": probe, "index.js": text("first") });
    expect(outputs).toEqual({ first: true });
    const later = await run({ "index.js": text("first", "second") }, javascript, { refresh: true });
    expect(later.outputs).toEqual({ first: true, second: true });
  });

  it("in TypeScript run as they are", async () => {
    // To check the SDK's own types would take as long as all other tests here.
    const text = 'export const greeting: string = "hi";';
    const { outputs, diagnostics } = await run({ "index.ts": text }, "runtime: nodejs\nmain: index.ts\n");
    expect({ outputs, diagnostics }).toEqual({ outputs: { greeting: "hi" }, diagnostics: [] });
  });

  it.each<[string, Record<string, string>, RegExp]>([
    [
      "no index.ts",
      { "package.json": '{ "main": "index.ts" }' },
      /^There is no program in .*: it has no index.ts or index.js, and index.ts, which package.json names, is not there\.$/,
    ],
    ["nothing at all", { "package.json": "{}" }, /^There is no program in .*: it has no index.ts or index.js\.$/],
    [
      "an ES module in TypeScript that nothing loads",
      { "package.json": '{ "type": "module" }', "index.ts": "" },
      /index.ts is an ES module in TypeScript, which this Node can't run without ts-node\. Install it: npm/,
    ],
  ])("are refused in one sentence: %s", async (what, files, sentence) => {
    if (what.startsWith("an ES module") && "typescript" in process.features)
      return notTried(what, "this Node reads types");
    rmSync(join(workspace.dir, "index.js"), { force: true });
    await expect(run(files, "runtime: nodejs\n")).rejects.toThrow(sentence);
  });

  it.each(["nobody", '["*"', "{}"])(
    "are told what a list of disabled default providers is where it is %s",
    async (list) => {
      workspace.write("Pulumi.yaml", `name: proj\n${javascript}`);
      workspace.write("Pulumi.dev.yaml", `config:\n  pulumi:disable-default-providers: '${list}'\n`);
      const code = 'new pulumi.CustomResource("test:index:Thing", "a")';
      const program = () => void compileFunction(code, ["pulumi"])(pulumi);
      const { result, diagnostics } = await (await openStack(workspace, { program })).up();
      const said = diagnostics.map(({ message }) => message).join();
      expect({ result, said }).toEqual({
        result: "failed",
        said: expect.stringContaining(`must be a list of packages, such as ["*"]; it is ${list}`),
      });
    },
  );

  it("as ES modules run as they are", async () => {
    const files = {
      "package.json": '{ "type": "module", "main": "main.mjs" }',
      "main.mjs": "export default async () => ({ n: 1 });",
    };
    expect((await run(files)).outputs).toEqual({ n: 1 });
  });

  it("with a main in package.json that is not there are warned of it once, by the SDK", async () => {
    const lines: string[] = [];
    const onEvent = (event: EngineEvent) => void (event.kind === "stdout" && lines.push(event.line));
    const files = { "package.json": '{ "main": "gone.js" }', "index.js": "exports.n = 1;" };
    const { outputs, diagnostics } = await run(files, javascript, { onEvent });
    expect({ outputs, lines }).toEqual({ outputs: { n: 1 }, lines: [] });
    expect(diagnostics).toEqual([expect.objectContaining({ message: expect.stringContaining("'gone.js'") })]);
  });

  it("load of the SDK what they use, and nothing else of size", async () => {
    const loaded =
      "Object.keys(require.cache).filter((file) => /typescript.lib|arborist|opentelemetry.sdk|automation/.test(file))";
    const text = `const pulumi = require("@pulumi/pulumi");
      exports.before = ${loaded};
      exports.isDebugged = process.moduleLoadList.includes("NativeModule inspector");
      exports.automation = Object.keys(pulumi.automation).includes("LocalWorkspace");
      exports.after = ${loaded}.every((file) => file.includes("automation"));`;
    const { outputs } = await run({ "index.js": text });
    expect(outputs).toEqual({ before: [], isDebugged: false, automation: true, after: true });
  });

  it("with a provider written as a closure are serialised as ever", async () => {
    const text = `const pulumi = require("@pulumi/pulumi");
      const provider = { create: async (inputs) => ({ id: "closure-1", outs: { twice: inputs.n * 2 } }) };
      class Double extends pulumi.dynamic.Resource { constructor(name, args) { super(provider, name, { twice: undefined, ...args }); } }
      exports.twice = new Double("d", { n: 21 }).twice;`;
    expect((await run({ "index.js": text })).outputs).toEqual({ twice: 42 });
  });

  it("with a closure that can't be serialised are told in which file it is", async () => {
    const text = `const pulumi = require("@pulumi/pulumi");
      const native = Math.max.bind(null, 1);
      const provider = { create: async () => ({ id: String(native(2)), outs: {} }) };
      new (class extends pulumi.dynamic.Resource {})(provider, "d", {});`;
    const { result, diagnostics } = await run({ "index.js": text });
    expect(result).toBe("failed");
    expect(diagnostics.map(({ message }) => message).join("\n")).toMatch(/index\.js/);
  });

  /** By what the program throws, or by a promise that it leaves to fail, which the SDK's runner sees in a process of its own. */
  it.each([
    {
      what: "a resource of a package whose plugin is nowhere",
      code: 'new pulumi.CustomResource("aws:s3:Bucket", "x", {})',
      error: "no plugin of the package aws was found",
    },
    {
      what: "a function of a package whose plugin is nowhere",
      code: 'pulumi.output(pulumi.runtime.invoke("aws:index/getRegion:getRegion", {}))',
      error: "no plugin of the package aws was found",
      isApart: true,
    },
    {
      what: "an explicit provider of dynamic resources",
      code: 'new pulumi.ProviderResource("pulumi-nodejs", "x", {})',
      error: "explicit providers",
    },
    {
      what: "import",
      code: 'new pulumi.CustomResource("pulumi-nodejs:dynamic:Resource", "x", {}, { import: "1" })',
      error: "the option import",
    },
    {
      what: "an asset",
      code: 'new pulumi.CustomResource("pulumi-nodejs:dynamic:Resource", "x", { f: new pulumi.asset.StringAsset("t") })',
      error: "assets and archives",
    },
    {
      what: "a transform of invokes",
      code: "pulumi.runtime.registerInvokeTransform(() => undefined)",
      error: "the local engine does not support invoke transforms; use the pulumi CLI for it",
      isApart: true,
    },
    {
      what: "a resource hook",
      code: 'new pulumi.ResourceHook("h", () => undefined)',
      error: "the local engine does not support resource hooks; use the pulumi CLI for it",
      isApart: true,
    },
  ])("that need $what are refused by name", async ({ code, error, isApart = false }) => {
    workspace.write("Pulumi.yaml", `name: proj\n${javascript}`);
    workspace.write("index.js", `const pulumi = require("@pulumi/pulumi"); ${code};`);
    const program = () => void compileFunction(code, ["pulumi"])(pulumi);
    const stack = await openStack(workspace, isApart ? {} : { program });
    const { result, diagnostics } = await stack.up();
    expect(result).toBe("failed");
    expect(diagnostics.map(({ message }) => message).join("\n")).toContain(error);
    expect(workspace.objects()).toEqual({});
  });

  it("that fail deep in the SDK end in seconds, not minutes", async () => {
    const text =
      'const pulumi = require("@pulumi/pulumi"); pulumi.output(1).apply(() => { throw new Error("deep down"); });';
    const { result, diagnostics } = await run({ "index.js": text });
    expect(result).toBe("failed");
    expect(diagnostics.map(({ message }) => message).join("\n")).toContain("deep down");
  }, 60_000);
});

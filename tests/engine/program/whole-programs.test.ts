import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { openStack } from "../support/run-local";
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
    const text =
      'import * as pulumi from "@pulumi/pulumi";\nexport const greeting: pulumi.Output<string> = pulumi.output("hi");';
    const { outputs, diagnostics } = await run({ "index.ts": text }, "runtime: nodejs\nmain: index.ts\n");
    expect({ outputs, diagnostics }).toEqual({ outputs: { greeting: "hi" }, diagnostics: [] });
  });

  it("as ES modules run as they are", async () => {
    const files = {
      "package.json": '{ "type": "module", "main": "main.mjs" }',
      "main.mjs": "export default async () => ({ n: 1 });",
    };
    expect((await run(files)).outputs).toEqual({ n: 1 });
  });

  it("load of the SDK what they use, and nothing else of size", async () => {
    const loaded =
      "Object.keys(require.cache).filter((file) => /typescript.lib|arborist|opentelemetry.sdk|automation/.test(file))";
    const text = `const pulumi = require("@pulumi/pulumi");
      exports.before = ${loaded};
      exports.automation = Object.keys(pulumi.automation).includes("LocalWorkspace");
      exports.after = ${loaded}.every((file) => file.includes("automation"));`;
    const { outputs } = await run({ "index.js": text });
    expect(outputs).toEqual({ before: [], automation: true, after: true });
  });

  it("with a provider written as a closure are serialised as ever", async () => {
    const text = `const pulumi = require("@pulumi/pulumi");
      const provider = { create: async (inputs) => ({ id: "closure-1", outs: { twice: inputs.n * 2 } }) };
      class Double extends pulumi.dynamic.Resource { constructor(name, args) { super(provider, name, { twice: undefined, ...args }); } }
      exports.twice = new Double("d", { n: 21 }).twice;`;
    expect((await run({ "index.js": text })).outputs).toEqual({ twice: 42 });
  });

  it.each([
    [
      "a resource of a package whose plugin is nowhere",
      'new pulumi.CustomResource("aws:s3:Bucket", "x", {})',
      "no plugin of the package aws was found",
    ],
    [
      "a function of a package whose plugin is nowhere",
      'pulumi.output(pulumi.runtime.invoke("aws:index/getRegion:getRegion", {}))',
      "no plugin of the package aws was found",
    ],
    [
      "an explicit provider of dynamic resources",
      'new pulumi.ProviderResource("pulumi-nodejs", "x", {})',
      "explicit providers",
    ],
    [
      "import",
      'new pulumi.CustomResource("pulumi-nodejs:dynamic:Resource", "x", {}, { import: "1" })',
      "the option import",
    ],
    [
      "an asset",
      'new pulumi.CustomResource("pulumi-nodejs:dynamic:Resource", "x", { f: new pulumi.asset.StringAsset("t") })',
      "assets and archives",
    ],
    [
      "a transform of invokes",
      "pulumi.runtime.registerInvokeTransform(() => undefined)",
      "does not support transforms",
    ],
    [
      "a resource hook",
      'new pulumi.ResourceHook("h", () => undefined)',
      "the local engine does not support resource hooks; use the pulumi CLI for it",
    ],
  ])("that need %s are refused by name", async (_, code, error) => {
    const text = `const pulumi = require("@pulumi/pulumi"); ${code};`;
    const { result, diagnostics } = await run({ "index.js": text });
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
  }, 30_000);
});

import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

/** A directory with a program of resources that do nothing, and an empty backend. */
export interface BenchProject {
  readonly dir: string;
  readonly backendUrl: string;
  readonly passphrase: string;
  readonly env: Record<string, string>;
  stateBytes(): number;
  remove(): void;
}

/** Resources that do nothing: a program, and a provider beside it where the program does not hold it. */
export interface Nothing {
  readonly program: string;
  readonly provider?: string;
}

/** Three small properties, and a provider by a constant that leads to a module: the least that Pulumi takes. */
const byConstant = `const pulumi = require("@pulumi/pulumi");
const provider = 'exports.handler=()=>require("module").createRequire(process.cwd()+"/")("./nothing")';
class Nothing extends pulumi.CustomResource {
  constructor(name, args) {
    super("pulumi-nodejs:dynamic/bench:Nothing", name, { ...args, __provider: provider });
  }
}
for (let i = 0; i < Number(process.env.COUNT); i++) new Nothing("n" + i, { name: "n" + i, size: i, on: true });
`;

const provider = `module.exports = {
  check: async (olds, news) => ({ inputs: news }),
  diff: async () => ({ changes: false }),
  create: async (inputs) => ({ id: inputs.name, outs: inputs }),
  read: async (id, props) => ({ id, props }),
  update: async (id, olds, news) => ({ outs: news }),
  delete: async () => undefined,
};
`;

const least: Nothing = { program: byConstant, provider };

export function makeProject(count: number, nothing: Nothing = least): BenchProject {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), "bench-engine-"));
  const write = (name: string, text: string) => fs.writeFileSync(path.join(dir, name), text);
  fs.mkdirSync(path.join(dir, "state"));
  fs.symlinkSync(path.join(process.cwd(), "node_modules"), path.join(dir, "node_modules"));
  write("Pulumi.yaml", "name: bench\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n");
  write("package.json", '{ "private": true, "main": "index.js" }');
  write("index.js", nothing.program);
  if (nothing.provider !== undefined) write("nothing.js", nothing.provider);
  return {
    dir,
    backendUrl: `file://${dir}/state`,
    passphrase: "bench",
    env: { COUNT: String(count) },
    stateBytes: () => fs.statSync(path.join(dir, "state/.pulumi/stacks/bench/bench.json")).size,
    remove: () => fs.rmSync(dir, { recursive: true, force: true }),
  };
}

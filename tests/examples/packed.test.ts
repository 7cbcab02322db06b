import { beforeAll, describe, expect, it } from "@jest/globals";
import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { codeBlocks } from "../docs/code-blocks";
import { temporaryFolder } from "../support/temporary-folder";
import { packedHere } from "../support/packed-here";
import { layouts, packageName } from "./packed-layout";

/** The 15 lines that the README opens with. */
const stack = codeBlocks("README.md").find(({ language }) => language === "ts")?.code ?? "";

/** The same without types, for either kind of module; it has none to take away. */
const asCommonJs = (code: string) =>
  code
    .replace(/^import \* as (\w+) from (".*");$/gm, "const $1 = require($2);")
    .replace(/^export const (\w+) =/gm, "exports.$1 =");

const programs = {
  TypeScript: { file: "index.ts", type: "commonjs", code: stack },
  CommonJS: { file: "index.js", type: "commonjs", code: asCommonJs(stack) },
  "ES module": { file: "index.js", type: "module", code: stack },
};

/** Lives through the stack with the engine and the emulator of the packed package, and prints what it saw. */
const life = `
import { startEmulator } from "${packageName}/emulator";
import { LocalStack } from "${packageName}/engine";
const emulator = await startEmulator({ speed: 500, rateLimit: false });
const stack = await LocalStack.open({
  projectDir: ".",
  stack: "dev",
  backendUrl: "file://" + process.cwd(),
  passphrase: "test",
  env: {
    ...process.env,
    COMPUTE_API_URL: emulator.apiUrl,
    COMPUTE_API_KEY: emulator.apiKey,
    COMPUTE_JOURNAL_DIR: process.cwd() + "/journal",
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
  },
});
await stack.setConfig("registryPassword", "hush", { secret: true });
const results = [];
const unchanged = () => stack.preview({ expectNoChanges: true });
for (const run of [() => stack.up(), ...(process.argv[2] === "unchanged" ? [unchanged] : []), () => stack.destroy()])
  results.push((await run()).result);
const { store } = emulator;
console.log(JSON.stringify({ results, left: store.pods.size + store.volumes.size + store.registries.size }));
await emulator.close();
`;

/**
 * Each layout and each kind of program; both kinds of module where most is hidden from them. That nothing changes is no
 * matter of where modules are found: one of them is asked.
 */
const cases = [
  { manager: "npm", kind: "TypeScript", between: ["unchanged"] },
  { manager: "pnpm", kind: "CommonJS", between: [] },
  { manager: "pnpm", kind: "ES module", between: [] },
  { manager: "yarn", kind: "ES module", between: [] },
] as const;

describe("the packed package", () => {
  let packed: string;
  beforeAll(() => {
    packed = packedHere().package;
  }, 60_000);

  it("holds every file that its manifest names, and no tests, sources or tools", () => {
    const manifest = JSON.parse(readFileSync(join(packed, "package.json"), "utf8")) as {
      exports: Record<string, string | Record<string, string>>;
      bin: Record<string, string>;
    };
    const named = [...Object.values(manifest.exports), manifest.bin].flatMap((entry) =>
      typeof entry === "string" ? [entry] : Object.values(entry),
    );
    expect(named.filter((file) => !existsSync(join(packed, file)))).toEqual([]);
    const kept = ["tests", "sdk", "dist/scripts", "dist/tests"];
    expect(kept.filter((folder) => existsSync(join(packed, folder)))).toEqual([]);
  });

  it.each(cases)(
    "$manager layout, a program as $kind: up, and a destroy that leaves nothing",
    async ({ manager, kind, between }) => {
      const { file, type, code } = programs[kind];
      const project = temporaryFolder("project");
      layouts[manager](project, packed);
      writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type, main: file }));
      writeFileSync(join(project, "Pulumi.yaml"), "name: packed\nruntime: nodejs\n");
      writeFileSync(join(project, file), code);
      writeFileSync(join(project, "life.mjs"), life);
      const { stdout } = await promisify(execFile)(process.execPath, ["life.mjs", ...between], { cwd: project });
      const results = ["up", ...between, "destroy"].map(() => "succeeded");
      expect(JSON.parse(stdout)).toEqual({ results, left: 0 });
    },
    60_000,
  );
});

// Checks the declarations of the package as a program for ES2020 that imports each entry finds them installed: prints the mistakes.
//
//   node scripts/release/types.mjs FOLDER own     with the compiler that this repository is built with, which resolves as Node does
//   node scripts/release/types.mjs FOLDER older   with the older one that Pulumi's own templates ask for, which a tool of ours brings along
//
// FOLDER has the package in its node_modules. To check all declarations takes a compiler ten seconds: tests ask the first one,
// and the second is asked when a release is rehearsed. Only the first looks at the declarations of other packages too.
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "../build/build.mjs";

const program = `
import * as compute from "pulumi-compute-platform";
import { createClient } from "pulumi-compute-platform/client";
import { startEmulator } from "pulumi-compute-platform/emulator";
import { LocalStack } from "pulumi-compute-platform/engine";
import { Pod } from "pulumi-compute-platform/plugin";
import { pod } from "pulumi-compute-platform/provider";
export const all = [compute.Pod, createClient, startEmulator, LocalStack, Pod, pod];
`;

const compilers = {
  own: { module: "node16", moduleResolution: "node16", home: ["typescript"], checks: "" },
  older: {
    module: "commonjs",
    moduleResolution: "node",
    home: ["@arethetypeswrong", "core", "node_modules", "typescript"],
    checks: "pulumi-compute-platform",
  },
};

const [folder, compiler] = process.argv.slice(2);
const { module, moduleResolution, home, checks } = compilers[compiler];
const ts = createRequire(import.meta.url)(join(root, "node_modules", ...home));
const compilerOptions = {
  module,
  moduleResolution,
  target: "es2020",
  strict: true,
  noEmit: true,
  esModuleInterop: true,
  // The compiler's own declarations are not ours to check.
  skipLibCheck: false,
  skipDefaultLibCheck: true,
  types: ["node"],
  typeRoots: [join(root, "node_modules", "@types")],
};
const config = join(folder, `${compiler}.json`);
writeFileSync(join(folder, "types.ts"), program);
writeFileSync(config, JSON.stringify({ compilerOptions, files: ["types.ts"] }));
const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(
  config,
  {},
  { ...ts.sys, onUnRecoverableConfigFileDiagnostic: console.log },
);
const checked = ts.createProgram(fileNames, options);
const isMeant = ({ fileName }) => !fileName.includes("node_modules/") || fileName.includes(`node_modules/${checks}`);
const found = [
  ...checked.getOptionsDiagnostics(),
  ...checked.getGlobalDiagnostics(),
  ...checked.getSyntacticDiagnostics(),
  ...checked
    .getSourceFiles()
    .filter(isMeant)
    .flatMap((file) => checked.getSemanticDiagnostics(file)),
];
process.stdout.write(
  ts.formatDiagnostics(found, {
    getCurrentDirectory: () => process.cwd(),
    getCanonicalFileName: String,
    getNewLine: () => "\n",
  }),
);
process.exitCode = found.length > 0 ? 1 : 0;

import { beforeAll, describe, expect, it } from "@jest/globals";
import { spawnSync } from "node:child_process";
import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { notTried } from "../support/not-tried";
import { packedHere } from "../support/packed-here";
import { temporaryFolder } from "../support/temporary-folder";
import { root } from "./example-stack";
import { layouts } from "./packed-layout";

const program = `
import * as compute from "pulumi-compute-platform";
import { createClient } from "pulumi-compute-platform/client";
import { startEmulator } from "pulumi-compute-platform/emulator";
import { LocalStack } from "pulumi-compute-platform/engine";
import { Pod } from "pulumi-compute-platform/plugin";
import { pod } from "pulumi-compute-platform/provider";
export const all = [compute.Pod, createClient, startEmulator, LocalStack, Pod, pod];
`;

/**
 * The compiler that this repository is built with resolves as Node itself does, and the older one that a tool of it brings along as
 * Pulumi's own templates ask for: to check all declarations takes long, and none of them depends on both. For the same reason only the
 * first one looks at those of other packages too.
 */
const compilers = [
  { compiler: "own", module: "node16", moduleResolution: "node16", home: ["typescript"], checks: "" },
  {
    ...{ compiler: "older", module: "commonjs", moduleResolution: "node" },
    ...{ home: ["@arethetypeswrong", "core", "node_modules", "typescript"], checks: "pulumi-compute-platform" },
  },
] as const;

/** Prints the mistakes in the program and in the declarations of one package, or of all. */
const check = `const [compiler, config, name] = process.argv.slice(1);
const ts = require(compiler);
const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(config, {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic: console.log });
const program = ts.createProgram(fileNames, options);
const isMeant = ({ fileName }) => !fileName.includes("node_modules/") || fileName.includes("node_modules/" + name);
const found = [
  ...program.getOptionsDiagnostics(),
  ...program.getGlobalDiagnostics(),
  ...program.getSyntacticDiagnostics(),
  ...program.getSourceFiles().filter(isMeant).flatMap((file) => program.getSemanticDiagnostics(file)),
];
process.stdout.write(ts.formatDiagnostics(found, { getCurrentDirectory: process.cwd, getCanonicalFileName: String, getNewLine: () => "\\n" }));`;

const folderOf = ({ home }: (typeof compilers)[number]) => join(root, "node_modules", ...home);
const installed = compilers.filter((each) => existsSync(folderOf(each)));
for (const each of compilers)
  if (!installed.includes(each))
    notTried(`the declarations with the ${each.compiler} TypeScript`, "it is not installed");

describe("a program for ES2020 that checks the declarations of its libraries", () => {
  let folder: string;
  beforeAll(() => {
    folder = temporaryFolder("types");
    layouts.npm(folder, packedHere().package);
    // What Pulumi's own package brings along, which npm lays beside it.
    for (const name of ["@grpc", "google-protobuf", "@types"])
      symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
    writeFileSync(join(folder, "index.ts"), program);
    writeFileSync(join(folder, "package.json"), '{ "private": true }');
  });

  it.each(installed)(
    "finds every entry and no mistake with the $compiler TypeScript and moduleResolution $moduleResolution",
    (row) => {
      const { compiler, module, moduleResolution, checks } = row;
      const options = {
        ...{
          module,
          moduleResolution,
          target: "es2020",
          strict: true,
          noEmit: true,
          skipLibCheck: false,
          // The compiler's own are not ours to check.
          skipDefaultLibCheck: true,
          esModuleInterop: true,
        },
        ...{ types: ["node"], typeRoots: [join(root, "node_modules", "@types")] },
      };
      const config = join(folder, `${compiler}.json`);
      writeFileSync(config, JSON.stringify({ compilerOptions: options, files: ["index.ts"] }));
      const args = ["-e", check, folderOf(row), config, checks];
      expect(spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" })).toMatchObject({
        ...{ stdout: "", stderr: "", status: 0 },
      });
    },
    240_000,
  );
});

import { beforeAll, describe, expect, it } from "@jest/globals";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { notTried } from "../support/not-tried";
import { temporaryFolder } from "../support/temporary-folder";
import { root } from "./example-stack";
import { layouts, unpack } from "./packed-layout";

const program = `
import * as compute from "pulumi-compute-platform";
import { createClient } from "pulumi-compute-platform/client";
import { startEmulator } from "pulumi-compute-platform/emulator";
import { LocalStack } from "pulumi-compute-platform/engine";
import { Pod } from "pulumi-compute-platform/plugin";
import { pod } from "pulumi-compute-platform/provider";
export const all = [compute.Pod, createClient, startEmulator, LocalStack, Pod, pod];
`;

/** The one that this repository is built with, and the older one that a tool of it brings along. */
const compilers = { own: ["typescript"], older: ["@arethetypeswrong", "core", "node_modules", "typescript"] } as const;
type Compiler = keyof typeof compilers;
/** What Pulumi's own templates use, and what Node itself does. */
const resolutions = [
  { module: "commonjs", moduleResolution: "node" },
  { module: "node16", moduleResolution: "node16" },
] as const;

const folderOf = (compiler: Compiler) => join(root, "node_modules", ...compilers[compiler]);
const names = Object.keys(compilers) as Compiler[];
const installed = names.filter((compiler) => existsSync(folderOf(compiler)));
for (const compiler of names)
  if (!installed.includes(compiler))
    notTried(`the declarations with the ${compiler} TypeScript`, "it is not installed");

describe("a program for ES2020 that checks the declarations of its libraries", () => {
  let folder: string;
  beforeAll(() => {
    folder = temporaryFolder("types");
    layouts.npm(folder, unpack(temporaryFolder("packed")));
    // What Pulumi's own package brings along, which npm lays beside it.
    for (const name of ["@grpc", "google-protobuf", "@types"])
      symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
    writeFileSync(join(folder, "index.ts"), program);
    writeFileSync(join(folder, "package.json"), '{ "private": true }');
  });

  it.each(installed.flatMap((compiler) => resolutions.map((resolution) => ({ compiler, ...resolution }))))(
    "finds every entry and no mistake with the $compiler TypeScript and moduleResolution $moduleResolution",
    ({ compiler, ...resolution }) => {
      const tsc = join(folderOf(compiler), "bin", "tsc");
      // What TypeScript 6 calls deprecated, templates have all the same.
      const isNew = execFileSync(process.execPath, [tsc, "--version"], { encoding: "utf8" }).includes("Version 6");
      const options = {
        ...{ ...resolution, target: "es2020", strict: true, noEmit: true, skipLibCheck: false, esModuleInterop: true },
        ...{ types: ["node"], typeRoots: [join(root, "node_modules", "@types")] },
        ...(isNew && { ignoreDeprecations: "6.0" }),
      };
      const config = join(folder, `${compiler}-${resolution.moduleResolution}.json`);
      writeFileSync(config, JSON.stringify({ compilerOptions: options, files: ["index.ts"] }));
      const { stdout, status } = spawnSync(process.execPath, [tsc, "-p", config], { cwd: folder, encoding: "utf8" });
      expect(stdout.split("\n").filter((line) => line.includes("error TS"))).toEqual([]);
      expect(status).toBe(0);
    },
    240_000,
  );
});

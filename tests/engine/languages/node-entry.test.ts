import { expect, it } from "@jest/globals";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkEntry } from "../../../engine/languages/node-entry";
import type { Project } from "../../../engine/project/project";
import { temporaryFolder } from "../../support/temporary-folder";

/** A program of a file, in a folder below the one where its packages are. */
function programWith(file: string, typescript: string, runtimeOptions: Record<string, unknown> = {}): Project {
  const folder = temporaryFolder("typescript");
  const programDir = join(folder, "infra");
  mkdirSync(join(folder, "node_modules", "typescript"), { recursive: true });
  mkdirSync(programDir);
  writeFileSync(join(folder, "node_modules", "typescript", "package.json"), JSON.stringify({ version: typescript }));
  writeFileSync(join(programDir, file), "");
  return { programDir, entryPoint: ".", runtimeOptions } as unknown as Project;
}

it("a program for TypeScript 7 is refused in a sentence that names the version that Pulumi can use", () => {
  const check = (...program: Parameters<typeof programWith>) => checkEntry(programWith(...program), {});
  expect(() => check("index.ts", "7.0.2")).toThrow(
    "The project has TypeScript 7.0.2, which Pulumi's SDK can't use yet. Install an earlier one: npm install --save-dev typescript@6.",
  );
  expect(() => check("index.ts", "6.0.3")).not.toThrow();
  expect(() => check("index.js", "7.0.2")).not.toThrow();
  expect(() => check("index.ts", "7.0.2", { nodeargs: "--import tsx" })).not.toThrow();
});

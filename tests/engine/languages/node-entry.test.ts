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

it("an ES module in TypeScript is run where the project has ts-node, and else refused with the command that installs it", () => {
  const project = programWith("index.mts", "6.0.3");
  const refused = "is an ES module in TypeScript, which this Node can't run without ts-node. Install it: npm install";
  const refusal = () => {
    try {
      checkEntry(project, {});
    } catch (error) {
      return String(error);
    }
    return "";
  };
  if (!("typescript" in process.features && process.features.typescript)) expect(refusal()).toContain(refused);
  const folder = join(project.programDir, "node_modules", "ts-node");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "esm.mjs"), "");
  expect(refusal()).toBe("");
});

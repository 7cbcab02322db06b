import { jsonIn } from "../../values/json";
import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parents, readIfThere } from "../../disk";
import { EngineError } from "../errors";
import type { Project } from "../project/project";

/** The names that Node and the SDK's runner look for, in their order. */
const indexes = ["index.js", "index.mjs", "index.ts", "index.mts", "index.cjs", "index.json", "index.node"];

/** Checks that there is a program that Node can read. @throws EngineError `project`; the runner would print a stack trace. */
export function checkEntry(project: Project, env: NodeJS.ProcessEnv): void {
  const { programDir, runtimeOptions } = project;
  const { entry, named, type } = entryOf(project);
  if (entry === undefined) {
    const why = named === undefined ? "" : `, and ${named}, which package.json names, is not there`;
    throw new EngineError("project", `There is no program in ${programDir}: it has no index.ts or index.js${why}.`);
  }
  refuseNewCompiler(programDir, entry, runtimeOptions);
  const loads = [runtimeOptions["nodeargs"], env["NODE_OPTIONS"]].join(" ");
  const isModule = entry.endsWith(".mts") || (entry.endsWith(".ts") && type === "module");
  if (
    isModule &&
    !/--(import|loader|experimental-loader|require|experimental-strip-types)\b/.test(loads) &&
    !readsTypes() &&
    !hasTsNode(programDir)
  )
    throw new EngineError(
      "project",
      `${entry} is an ES module in TypeScript, which this Node can't run without ts-node. Install it: npm install --save-dev ts-node. ` +
        'Or take "type": "module" out of package.json.',
    );
}

/** The entry file, undefined if there is none; the one that package.json names; and the kind of modules. */
export function entryOf({ programDir, entryPoint }: Project) {
  const file = parents(programDir)
    .map((folder) => join(folder, "package.json"))
    .find((path) => existsSync(path));
  const { main, type } = (file && parsed(readIfThere(file))) || {};
  const named = file && entryPoint === "." && typeof main === "string" ? main : undefined;
  const entry = (named && found(resolve(dirname(file!), named))) ?? found(resolve(programDir, entryPoint));
  return { entry, named, type };
}

/** Refuses TypeScript 7 and later beside the program: it lacks the API with which Pulumi's SDK compiles. */
function refuseNewCompiler(
  programDir: string,
  entry: string,
  { typescript, nodeargs }: Project["runtimeOptions"],
): void {
  if (!entry.endsWith(".ts") || typescript === false || nodeargs !== undefined) return;
  const versions = parents(programDir).map((folder) =>
    parsed(readIfThere(join(folder, "node_modules", "typescript", "package.json"))),
  );
  const version = versions.find((found) => found !== undefined)?.version;
  if (typeof version !== "string" || Number(version.split(".")[0]) < 7) return;
  throw new EngineError(
    "project",
    `The project has TypeScript ${version}, which Pulumi's SDK can't use yet. Install an earlier one: npm install --save-dev typescript@6.`,
  );
}

/** Resolves a path as Node does: without its extension, or in a folder. */
function found(path: string): string | undefined {
  const files = [path, `${path}.js`, `${path}.ts`, ...indexes.map((name) => join(path, name))];
  return files.find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
}

interface Manifest {
  readonly main?: unknown;
  readonly type?: unknown;
  readonly version?: unknown;
}

const parsed = (text: string | undefined): Manifest | undefined =>
  text === undefined ? undefined : (jsonIn(text) as object | undefined);

/** The SDK's runner loads ES modules with the ts-node of the project. */
const hasTsNode = (programDir: string): boolean =>
  parents(programDir).some((folder) => existsSync(join(folder, "node_modules", "ts-node", "esm.mjs")));

/** Node 22 and later strip types from a file. */
const readsTypes = (): boolean => Boolean((process.features as { readonly typescript?: unknown }).typescript);

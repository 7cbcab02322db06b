import { statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { EngineError, unsupported } from "../errors";
import { parents, readIfThere } from "../../disk";
import { type DeclaredSetting, declaredSettings } from "./declared-settings";
import { checkProjectName } from "./names";
import { readYaml } from "./yaml";

/** The parts of Pulumi.yaml that the engine needs. */
export interface Project {
  readonly name: string;
  /** The directory of Pulumi.yaml. */
  readonly root: string;
  /** Where the program and the provider host run. */
  readonly programDir: string;
  /** `.` or the file that `main` names, relative to `programDir`. */
  readonly entryPoint: string;
  /** The language of the program. */
  readonly runtime: string;
  readonly runtimeOptions: Readonly<Record<string, unknown>>;
  /** Where Pulumi.<stack>.yaml is. */
  readonly configDir: string;
  /** Settings that all stacks share or must set. */
  readonly settings: readonly DeclaredSetting[];
  /** Folders of provider plugins that Pulumi.yaml names under `plugins` or `packages`, by package. */
  readonly plugins: ReadonlyMap<string, string>;
  /** The address of the backend that Pulumi.yaml names. */
  readonly backend?: string;
  /** `options: refresh: always`: a preview and an update refresh first. */
  readonly refreshes?: boolean;
  /** The requests of Pulumi.yaml that only the CLI supports, in words. */
  readonly unsupported?: readonly string[];
}

interface ProjectFile {
  name?: unknown;
  runtime?: string | { name?: string; options?: Record<string, unknown> };
  main?: unknown;
  stackConfigDir?: unknown;
  config?: unknown;
  plugins?: unknown;
  packages?: unknown;
  backend?: { url?: unknown } | null;
  options?: { refresh?: unknown } | null;
  requiredPulumiVersion?: unknown;
}

/** The project folder of a directory: the nearest parent with a Pulumi.yaml, as the CLI finds it. */
export const projectRoot = (directory: string): string | undefined =>
  parents(directory).find((folder) => statSync(join(folder, "Pulumi.yaml"), { throwIfNoEntry: false })?.isFile());

/** The project of a directory. @throws EngineError `project` without a usable Pulumi.yaml. */
export async function readProject(directory: string): Promise<Project> {
  const root = projectRoot(directory);
  if (root === undefined)
    throw new EngineError(
      "project",
      `There is no Pulumi.yaml in ${resolve(directory)} or a folder above it. Run this in the directory of your project, or name that directory.`,
    );
  const path = join(root, "Pulumi.yaml");
  const text = readIfThere(path) ?? "";
  const { value } = readYaml(path, text);
  const file = value as ProjectFile | null;
  if (typeof file?.name !== "string" || file.name === "") throw new EngineError("project", `${path} has no name`);
  checkProjectName(file.name);
  const runtime = typeof file.runtime === "string" ? { name: file.runtime } : file.runtime;
  if (typeof runtime?.name !== "string") throw new EngineError("project", `${path} has no runtime`);
  const { config, stackConfigDir } = file;
  if (typeof config === "string" && stackConfigDir !== undefined)
    throw new EngineError("project", `${path}: config and stackConfigDir both name a directory; keep stackConfigDir`);
  // The old name is stackConfigDir.
  const configDir = typeof config === "string" ? config : stackConfigDir;
  const main = typeof file.main === "string" ? resolve(root, file.main) : root;
  const isFile = names(main);
  const backend = file.backend?.url;
  return {
    name: file.name,
    root,
    programDir: isFile ? dirname(main) : main,
    entryPoint: isFile ? basename(main) : ".",
    runtime: runtime.name,
    runtimeOptions: runtime.options ?? {},
    configDir: typeof configDir === "string" ? resolve(root, configDir) : root,
    settings: typeof config === "string" ? [] : declaredSettings(path, file.name, config),
    plugins: new Map([...packagesOf(root, file.packages), ...pluginsOf(path, root, file.plugins)]),
    ...(typeof backend === "string" && backend !== "" && { backend }),
    ...(file.options?.refresh === "always" && { refreshes: true }),
    unsupported: [
      ...(file.requiredPulumiVersion === undefined ? [] : ["requiredPulumiVersion"]),
      ...(runtime.options?.["typechecker"] === undefined ? [] : ["typechecker among the options of the runtime"]),
    ],
  };
}

/** `packages: { compute: ./provider }`: packages in folders with their plugins. The SDK chooses others, as with the CLI. */
function packagesOf(root: string, packages: unknown): [name: string, path: string][] {
  return Object.entries(packages ?? {}).flatMap(([name, spec]: [string, unknown]): [string, string][] => {
    const source = typeof spec === "string" ? spec : (spec as { source?: unknown } | null)?.source;
    const isFolder = typeof source === "string" && /^(\.{0,2}\/|\.{1,2}$)/.test(source);
    return isFolder ? [[name, resolve(root, source)]] : [];
  });
}

/** `plugins: { providers: [{ name, path }] }`. */
function pluginsOf(file: string, root: string, plugins: unknown): Map<string, string> {
  if (plugins === undefined || plugins === null) return new Map();
  const { providers = [], ...others } = plugins as { providers?: unknown };
  for (const [kind, list] of Object.entries(others))
    if (Array.isArray(list) && list.length > 0) throw unsupported(`plugins of the kind ${kind} in Pulumi.yaml`);
  const wrong = new EngineError("project", `${file}: plugins.providers must be a list of { name, path }`);
  if (!Array.isArray(providers)) throw wrong;
  return new Map(
    providers.map((plugin: { name?: unknown; path?: unknown } | null): [string, string] => {
      if (typeof plugin?.name !== "string" || typeof plugin.path !== "string") throw wrong;
      return [plugin.name, resolve(root, plugin.path)];
    }),
  );
}

function names(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch (cause) {
    throw new EngineError("project", `main in Pulumi.yaml names ${path}, which is not there`, { cause });
  }
}

/** The project of a program that is given as a function. */
export function inlineProject(name: string, directory: string): Project {
  const root = resolve(directory);
  const own = { configDir: root, settings: [], plugins: new Map<string, string>() };
  const program = { programDir: root, entryPoint: ".", runtime: "nodejs", runtimeOptions: {} };
  return { name: checkProjectName(name), root, ...program, ...own };
}

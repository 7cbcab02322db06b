import { accessSync, constants, existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { EngineError } from "../errors";
import { foldersOnPath, pulumiHome } from "../../disk/home";
import type { Project } from "../project/project";
import { orElse } from "../../values/or-else";

/** The places to look for a package's executable. */
export interface PluginSearch {
  readonly project: Project;
  readonly env: NodeJS.ProcessEnv;
  /** Folders with executables of the program's packages. */
  readonly executables: readonly string[];
  readonly isWindows?: boolean;
}

/** Finds the plugin of a package: by Pulumi.yaml, in the program's packages, on the PATH, or installed. @throws EngineError */
export function findPlugin(packageName: string, version: string | undefined, around: PluginSearch): string {
  const { project, env, executables, isWindows = process.platform === "win32" } = around;
  const executable = `pulumi-resource-${packageName}`;
  const find = (folder: string): string | undefined => {
    const names = isWindows ? [".exe", ".cmd"].map((ending) => executable + ending) : [executable];
    return names.map((name) => join(folder, name)).find((path) => isExecutable(path));
  };
  const stated = project.plugins.get(packageName);
  if (stated !== undefined) {
    const path = find(stated) ?? (isExecutable(stated) ? stated : undefined);
    if (path !== undefined) return path;
    throw new EngineError(
      "project",
      `Pulumi.yaml says that the provider ${packageName} is in ${stated}, and there is no ${executable} there`,
    );
  }
  const plugins = join(pulumiHome(env), "plugins");
  const installed = installedIn(plugins, packageName, version);
  for (const folder of [...executables, ...foldersOnPath(env), ...installed]) {
    const path = find(folder);
    if (path !== undefined) return path;
  }
  throw new EngineError(
    "provider",
    `no plugin of the package ${packageName} was found: there is no ${executable} among the executables ` +
      `of the packages that ${project.programDir} has (${executables[0] ?? "none"}), on the PATH, or in ` +
      `${plugins}. ${wayOf(project.runtime, packageName)}, or name its folder under plugins in Pulumi.yaml`,
  );
}

/** How a program in a language gets a plugin. */
function wayOf(runtime: string, packageName: string): string {
  if (runtime === "nodejs")
    return (
      "Add the package that brings it along to the dependencies of the program's own package.json and install (that another package " +
      "depends on it is not enough)"
    );
  if (runtime === "python") return "Install the package that brings it along into the program's environment";
  return packageName === "compute"
    ? "Put it there with `compute plugin install`"
    : `Put it there with \`pulumi plugin install resource ${packageName}\``;
}

/** What `pulumi plugin install` has put down: the version that is asked for, or else the newest one, as the CLI takes it. */
function installedIn(folder: string, packageName: string, version: string | undefined): string[] {
  const start = `resource-${packageName}-v`;
  if (version !== undefined) return [join(folder, start + version)];
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith(start)) : [];
  const byVersion = new Intl.Collator("en", { numeric: true });
  return names
    .filter((name) => /-v[\d.]+$/.test(name))
    .sort((a, b) => byVersion.compare(b, a))
    .map((name) => join(folder, name));
}

const isExecutable = (path: string): boolean =>
  orElse(false, () => {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  });

import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { EngineError } from "../errors";
import { pulumiHome } from "../../files/home";
import type { Project } from "../project/project";

/** The places to look for a package's executable. */
export interface PluginSearch {
  readonly project: Project;
  readonly env: NodeJS.ProcessEnv;
  /** Folders with executables of the program's packages. */
  readonly executables: readonly string[];
  readonly isWindows?: boolean;
}

/**
 * Finds the plugin of a package: at the path in Pulumi.yaml, else among the executables of the program's packages, else on
 * the PATH, else among the plugins of `pulumi plugin install`.
 *
 * @throws EngineError `provider`, naming these places.
 */
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
  const paths = (env["PATH"] ?? env["Path"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const home = pulumiHome(env);
  const installed = version === undefined ? [] : [join(home, "plugins", `resource-${packageName}-v${version}`)];
  for (const folder of [...executables, ...paths, ...installed]) {
    const path = find(folder);
    if (path !== undefined) return path;
  }
  throw new EngineError(
    "provider",
    `no plugin of the package ${packageName} was found: there is no ${executable} among the executables ` +
      `of the packages that ${project.programDir} has (${executables[0] ?? "none"}), on the PATH, or in ` +
      `${join(home, "plugins")}. Add the package that brings it along to the ` +
      "dependencies of the program's own package.json and install (that another package depends on it is not enough), or name its folder " +
      "under plugins in Pulumi.yaml",
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

import { accessSync, constants, statSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { EngineError } from "../errors";
import type { Project } from "../project/project";

/** Where the executable of a package is looked for. */
export interface PluginSearch {
  readonly project: Project;
  readonly env: NodeJS.ProcessEnv;
  readonly isWindows?: boolean;
}

/**
 * Finds the plugin of a package: where Pulumi.yaml says, else among the programs of the npm packages that the program
 * has, else on the PATH, else among what `pulumi plugin install` has put down.
 *
 * @throws EngineError `provider`, saying where it was looked for.
 */
export function findPlugin(packageName: string, version: string | undefined, around: PluginSearch): string {
  const { project, env, isWindows = process.platform === "win32" } = around;
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
      `plugins in Pulumi.yaml say that the provider ${packageName} is in ${stated}, and there is no ${executable} there`,
    );
  }
  const bins = parents(project.programDir).map((folder) => join(folder, "node_modules", ".bin"));
  const paths = (env["PATH"] ?? env["Path"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const home = env["PULUMI_HOME"] ?? join(env["HOME"] ?? env["USERPROFILE"] ?? "", ".pulumi");
  const installed = version === undefined ? [] : [join(home, "plugins", `resource-${packageName}-v${version}`)];
  for (const folder of [...bins, ...paths, ...installed]) {
    const path = find(folder);
    if (path !== undefined) return path;
  }
  throw new EngineError(
    "provider",
    `no plugin of the package ${packageName} was found: there is no ${executable} in a node_modules/.bin of ` +
      `${project.programDir} or of a folder above it, on the PATH, or in ${join(home, "plugins")}. Install the npm ` +
      "package that brings it along, or name its folder under plugins in Pulumi.yaml",
  );
}

/** A folder and all above it, the nearest first. */
function parents(folder: string): string[] {
  const above = dirname(resolve(folder));
  return above === resolve(folder) ? [resolve(folder)] : [resolve(folder), ...parents(above)];
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

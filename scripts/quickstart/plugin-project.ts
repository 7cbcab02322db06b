import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ours = "pulumi-compute-platform";

/**
 * The quickstart's project as one whose resources come from the plugin: a copy of which one import differs, in a folder
 * that has this package installed. The plugin is found among the package's programs, as npm puts them.
 *
 * @returns the copy's folder.
 */
export function pluginProject(root: string, projectFolder: string, folder: string): string {
  const copy = join(folder, "project");
  cpSync(projectFolder, copy, { recursive: true });
  const file = join(copy, "index.ts");
  const program = readFileSync(file, "utf8");
  const changed = program.replace(`from "${ours}"`, `from "${ours}/plugin"`);
  if (changed === program) throw new Error(`${file} does not import ${ours}`);
  writeFileSync(file, changed);
  writeFileSync(join(copy, "package.json"), '{ "private": true, "main": "index.ts" }');
  const modules = join(copy, "node_modules");
  mkdirSync(modules);
  const isWindows = process.platform === "win32";
  for (const name of ["@pulumi", "typescript", ".bin"])
    symlinkSync(join(root, "node_modules", name), join(modules, name), isWindows ? "junction" : "dir");
  symlinkSync(root, join(modules, ours), isWindows ? "junction" : "dir");
  return copy;
}

import { existsSync } from "node:fs";
import { join } from "node:path";
import { parents } from "./index";

/** The script of the command `compute`, which the wheel has bundled into one file. */
export function commandScript(folder = packageFolder()): string {
  const built = join(folder, "dist", "cli", "main.js");
  return existsSync(built) ? built : join(folder, "compute.js");
}

/** The folder of this package: the checkout, the npm package, or its part in the wheel. */
export function packageFolder(): string {
  const found = folderAbove(__dirname);
  if (found === undefined) throw new Error(`no package.json above ${__dirname}`);
  return found;
}

/** The nearest folder with a package.json, this one or above. */
export const folderAbove = (from: string): string | undefined =>
  parents(from).find((folder) => existsSync(join(folder, "package.json")));

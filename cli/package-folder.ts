import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The script of the command `compute`, which the wheel has bundled into one file. */
export function commandScript(): string {
  const folder = packageFolder();
  const built = join(folder, "dist", "cli", "main.js");
  return existsSync(built) ? built : join(folder, "compute.js");
}

/** The folder of this package: the checkout, the npm package, or its part in the wheel. */
export function packageFolder(from = __dirname): string {
  if (existsSync(join(from, "package.json"))) return from;
  const above = dirname(from);
  if (above === from) throw new Error(`no package.json above ${__dirname}`);
  return packageFolder(above);
}

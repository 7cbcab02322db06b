import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder of this package: of the checkout, of the npm package, or of what the wheel holds of it. */
export function packageFolder(from = __dirname): string {
  if (existsSync(join(from, "package.json"))) return from;
  const above = dirname(from);
  if (above === from) throw new Error(`no package.json above ${__dirname}`);
  return packageFolder(above);
}

import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { compiled } from "./compiled";

/**
 * Runs a program in this process, each time anew: what its main file exports.
 *
 * @param home a folder in which the packages that the program imports are installed.
 */
export function runHere(main: string, home: string): Record<string, unknown> {
  const folder = mkdtempSync(join(home, "run-"));
  for (const file of readdirSync(dirname(main)).filter((name) => /\.[jt]s$/.test(name))) {
    const code = readFileSync(join(dirname(main), file), "utf8");
    writeFileSync(join(folder, file.replace(/ts$/, "js")), compiled(code)["index.js"]);
  }
  const load = createRequire(join(folder, "package.json"));
  return load(join(folder, basename(main).replace(/ts$/, "js"))) as Record<string, unknown>;
}

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { resourcePages } from "./resource-pages";

/**
 * Writes `docs/resources/*.md` from the declarations in `provider/resources/`.
 *
 *   node dist/scripts/generate-resource-docs.js            write what changed
 *   node dist/scripts/generate-resource-docs.js --check    only tell whether the pages are current
 */
const folder = join(process.cwd(), "docs", "resources");
const checkOnly = process.argv.includes("--check");

function current(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

const stale = Object.entries(resourcePages()).filter(([name, text]) => current(join(folder, name)) !== text);
for (const [name, text] of stale) {
  if (checkOnly) {
    console.error(`docs/resources/${name} is not what the declarations say; run npm run docs`);
    continue;
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
}
process.exitCode = checkOnly && stale.length > 0 ? 1 : 0;

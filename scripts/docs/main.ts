import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { schema } from "../../plugin/schema/schema";
import { argumentTypes } from "../argument-types";
import { outputTypes } from "../output-types";
import { coveragePage } from "../coverage-page/page";
import { resources } from "../../provider/kinds";
import { resourcePages } from "../resource-pages";
import { classPages, missingClasses } from "./classes";
import { cliPage } from "./cli-page";
import { enumsSource } from "./enums-source";
import { errorsPage } from "./errors-page";
import { withResourceTable } from "./readme-table";

/** dist/scripts/docs/main.js → the repository. */
const root = dirname(dirname(dirname(__dirname)));

/** Every generated file, by its path in the repository. */
function pages(): Readonly<Record<string, string>> {
  const kinds = Object.entries(resourcePages()).map(([name, text]) => [`docs/resources/${name}`, text] as const);
  const types = Object.entries(argumentTypes()).map(([name, text]) => [`sdk/args/${name}`, text] as const);
  const outputs = Object.entries(outputTypes()).map(([name, text]) => [`sdk/outputs/${name}`, text] as const);
  const classes = classPages(root, resources());
  return {
    "README.md": withResourceTable(readFileSync(join(root, "README.md"), "utf8")),
    "docs/errors.md": errorsPage(),
    "docs/cli.md": cliPage(),
    "docs/coverage.md": coveragePage(root),
    "plugin/schema.json": `${JSON.stringify(schema(), null, 2)}\n`,
    "sdk/plugin/enums.ts": enumsSource(),
    ...Object.fromEntries([...kinds, ...types, ...outputs, ...classes]),
  };
}

function main(isCheck: boolean): boolean {
  let isCurrent = true;
  for (const [path, text] of Object.entries(pages())) {
    const file = join(root, path);
    const now = existsSync(file) ? readFileSync(file, "utf8") : "";
    if (now === text) continue;
    isCurrent = false;
    if (isCheck) {
      console.log(`${path} is not what the sources say; run npm run docs`);
      continue;
    }
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(`wrote ${path}`);
  }
  const missing = missingClasses(root, resources());
  for (const file of missing) console.log(`${file} is missing: write the class, and run npm run docs again`);
  return missing.length === 0 && (isCurrent || !isCheck);
}

process.exitCode = main(process.argv.includes("--check")) ? 0 : 1;

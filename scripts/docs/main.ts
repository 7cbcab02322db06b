import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { schema } from "../../plugin/schema/schema";
import { argumentTypes } from "../argument-types";
import { outputTypes } from "../output-types";
import { coveragePage } from "../coverage-page/page";
import { resources } from "../../provider/kinds";
import type { Resource } from "../../provider/table/resource";
import { pageName, resourcePages } from "../resource-pages";
import { withExample } from "./class-example";
import { cliPage } from "./cli-page";
import { enumsSource } from "./enums-source";
import { errorsPage } from "./errors-page";
import { parts } from "./page-parts";
import { withResourceTable } from "./readme-table";

/** dist/scripts/docs/main.js → the repository. */
const root = dirname(dirname(dirname(__dirname)));

/** Every generated file, by its path in the repository. */
function pages(): Readonly<Record<string, string>> {
  const kinds = Object.entries(resourcePages()).map(([name, text]) => [`docs/resources/${name}`, text] as const);
  const types = Object.entries(argumentTypes()).map(([name, text]) => [`sdk/args/${name}`, text] as const);
  const outputs = Object.entries(outputTypes()).map(([name, text]) => [`sdk/outputs/${name}`, text] as const);
  const classes = resources.flatMap((resource) => {
    const { example } = parts[resource.kind];
    const file = classOf(resource);
    if (!existsSync(join(root, file))) return [];
    return [[file, withExample(readFileSync(join(root, file), "utf8"), resource.kind, example)] as const];
  });
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

/** A class is in `sdk`, or beside the component that it belongs to. */
const classFile = (name: string): string =>
  [`sdk/${name}`, `sdk/fleet/${name}`].find((file) => existsSync(join(root, file))) ?? `sdk/${name}`;

const classOf = (resource: Resource): string => classFile(pageName(resource).replace(/md$/, "ts"));

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
  // A class imports the types that are written here, so the first run for a new kind comes before its class.
  const missing = resources.map(classOf).filter((file) => !existsSync(join(root, file)));
  for (const file of missing) console.log(`${file} is missing: write the class, and run npm run docs again`);
  return missing.length === 0 && (isCurrent || !isCheck);
}

process.exitCode = main(process.argv.includes("--check")) ? 0 : 1;

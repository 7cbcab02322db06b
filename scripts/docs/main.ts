import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { schemaOfTables } from "./schema/schema";
import { argumentTypes } from "./argument-types";
import { classByHand, classPages, classSources, enumsSource, pluginClasses } from "./class-sources";
import { resources } from "../../provider/kinds";
import { resourcePages } from "./resource-pages";
import { apiWords } from "./api-words";
import { documentNames } from "../../cli/documents/write";
import { fileOfSchema, jsonSchemaOf } from "../../cli/documents";
import { cliPage } from "./cli-page";
import { errorsPage } from "./errors-page";
import { llmsPage } from "./llms";
import { withResourceTable } from "./readme-table";

/** dist/scripts/docs/main.js → the repository. */
const root = dirname(dirname(dirname(__dirname)));

/** Every generated file, by its path in the repository. */
function pages(): Readonly<Record<string, string>> {
  const kinds = Object.entries(resourcePages()).map(([name, text]) => [`docs/resources/${name}`, text] as const);
  const types = Object.entries(argumentTypes()).map(([name, text]) => [`sdk/args/${name}`, text] as const);
  const sources = classSources(classByHand(root));
  const made = Object.entries(sources).map(([name, text]) => [`sdk/classes/${name}`, text] as const);
  const classes = classPages(root, resources());
  return {
    "README.md": withResourceTable(readFileSync(join(root, "README.md"), "utf8")),
    "docs/errors.md": errorsPage(),
    "docs/llms.txt": llmsPage(root),
    "docs/cli.md": cliPage(),
    ...Object.fromEntries(documentNames.map((name) => [fileOfSchema(name), inJson(jsonSchemaOf(name))])),
    "emulator/documents/words.json": apiWords(root),
    "plugin/schema.json": inJson(schemaOfTables()),
    "sdk/enums.ts": enumsSource(),
    "sdk/plugin/resources.ts": pluginClasses(),
    ...Object.fromEntries([...kinds, ...types, ...made, ...classes]),
  };
}

const inJson = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

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
  return isCurrent || !isCheck;
}

/** `npm run docs` writes the pages, `-- --check` compares them, `-- picture` records the picture of README. */
if (process.argv[2] === "screens") void import("./screens/main.js");
else process.exitCode = main(process.argv.includes("--check")) ? 0 : 1;

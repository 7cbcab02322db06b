import { expect, it } from "@jest/globals";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pages, root } from "./code-blocks";

/** An id of a rule of the contract, such as `A-24`, but no `EU-XX-1` and no `UTF-8`. */
const ruleId = /(?<![\w-])(?:A|B|C|E|J|K|L|M|O|P|R|T|U|V|CH|DF)-\d+\b/;

const sourcesOf = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
/** What programs import, and what of the emulator they get to see by it. */
const sources = [
  ...["api", "client", "sdk", "engine", "emulator/store"].flatMap(sourcesOf),
  ...["faults", "keys", "rate-limit", "request-log"].map((name) => `emulator/kernel/${name}.ts`),
  ...["emulator/index.ts", "emulator/jobs/handlers.ts", "emulator/pods/scripts.ts", "emulator/catalog/capacity.ts"],
];

const withoutCode = (text: string) => text.replace(/`[^`\n]*`/g, "");

/** Pages for those who change this repository may name rules; on others they are links at the end of a line, or small marks. */
const forContributors = ["docs/architecture.md", "docs/proofs.md", "docs/recipes.md"];
const linkAtTheEnd = /\[[^\]]*\]\(\S*contract\/platform-api\.md(?: "[^"]*")?\)(?: \|)?$/;
const smallMark = /<sup>[^<]*<\/sup>/g;

it("keeps rule ids out of hovers: they follow the doc comment, where an editor does not show them", () => {
  const found = sources.flatMap((path) =>
    [...readFileSync(join(root, path), "utf8").matchAll(/\/\*\*(?:(?!\*\/).)*\*\//gs)]
      .filter(([comment]) => ruleId.test(withoutCode(comment)))
      .map(([comment]) => `${path}: ${comment}`),
  );
  expect(found).toEqual([]);
  expect(sources.length).toBeGreaterThan(100);
});

it("keeps rule ids out of what users read in pages, transcripts included", () => {
  const read = pages().filter((page) => !forContributors.includes(page));
  const found = [...read, "CHANGELOG.md"].flatMap((page) =>
    readFileSync(join(root, page), "utf8")
      .replace(smallMark, (mark) => mark.replace(/[^\n]/g, ""))
      .split("\n")
      .flatMap((line, index) => (ruleId.test(line.replace(linkAtTheEnd, "")) ? [`${page}:${index + 1}: ${line}`] : [])),
  );
  expect(found).toEqual([]);
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { resourcePages } from "../../../scripts/resource-pages";

const coverage = readFileSync("docs/contract/coverage.md", "utf8");

it.each(Object.entries(resourcePages()))("docs/resources/%s says what the declarations say", (name, text) => {
  expect(readFileSync(join("docs", "resources", name), "utf8")).toBe(text);
});

it.each(Object.entries(resourcePages()))("docs/resources/%s cites only rules that the contract has", (_name, text) => {
  const cited = [...text.matchAll(/\b[A-Z]-\d+\b/g)].map(([id]) => id);
  expect(cited.length).toBeGreaterThan(0);
  for (const id of cited) expect(coverage).toMatch(new RegExp(`\\b${id}\\b`));
});

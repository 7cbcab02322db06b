import { describe, expect, it } from "@jest/globals";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { codeBlocks, examplesOfHovers, pages, root } from "./code-blocks";
import { kindNames } from "../../provider/kinds/names";
import * as dataSources from "../../sdk/data-sources";
import { typeCheck } from "./type-check";

const blocks = pages().flatMap(codeBlocks);
const at = ({ page, line }: { page: string; line: number }) => `${page}:${line}`;

describe("code blocks of the documentation", () => {
  it("says the language of each", () => {
    expect(blocks.filter(({ language }) => language === "").map(at)).toEqual([]);
  });

  it("compiles all TypeScript", () => {
    const typescript = blocks.filter(({ language }) => language === "ts");
    expect(typescript.length).toBeGreaterThan(0);
    expect(typeCheck([...typescript, ...examplesOfHovers()])).toEqual([]);
  }, 60_000);

  it("shows an example in the hover of every class and data source", () => {
    const shown = examplesOfHovers().map(({ code }) => code);
    const classes = kindNames.filter((kind) => !shown.some((code) => code.includes(`new compute.${kind}(`)));
    const functions = Object.keys(dataSources).filter((name) => /^get\w+Output$/.test(name));
    expect(classes).toEqual([]);
    expect(functions.length).toBeGreaterThan(10);
    expect(functions.filter((name) => !shown.some((code) => code.includes(`compute.${name}(`)))).toEqual([]);
  });

  it("parses all JSON and YAML", () => {
    const parsers: Record<string, (text: string) => unknown> = { json: JSON.parse, yaml: parse };
    const broken = blocks.flatMap((block) => {
      try {
        parsers[block.language]?.(block.code);
        return [];
      } catch (error) {
        return [`${at(block)}: ${String(error)}`];
      }
    });
    expect(broken).toEqual([]);
  });

  it("names only npm scripts that exist", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      scripts: Record<string, string>;
    };
    const named = blocks
      .filter(({ language }) => language === "bash")
      .flatMap((block) =>
        [...block.code.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => ({ at: at(block), name: name ?? "" })),
      );
    expect(named.filter(({ name }) => !(name in scripts))).toEqual([]);
  });
});

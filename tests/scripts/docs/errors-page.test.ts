import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { engine } from "../../../scripts/docs/engine-errors";
import { errorsPage, sections } from "../../../scripts/docs/errors-page";

const root = join(__dirname, "..", "..", "..");

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
}

const entries = sections.flatMap((section) => section.entries);

describe("the page of errors", () => {
  it("has exactly the codes that error classes have, with what to do about each", () => {
    const codes = ["client", "provider", "plugin", "sdk"]
      .flatMap(sources)
      .flatMap((text) =>
        [...text.matchAll(/^ +(?:override )?readonly code(?:: string)? = "(\w+)"/gm)].map(([, code]) => code),
      );
    const told = entries.filter((entry) => !engine.includes(entry));
    expect(told.map(({ code }) => code).sort()).toEqual(codes.sort());
    expect(told.filter(({ cause, fix }) => !/[.:]$/.test(cause) || !/\.$/.test(fix))).toEqual([]);
  });

  it("has exactly the codes of the engine", () => {
    const text = readFileSync(join(root, "engine", "errors.ts"), "utf8");
    const union = /readonly code:([^,]+),/.exec(text)?.[1] ?? "";
    const codes = [...union.matchAll(/"(\w+)"/g)].map(([, code]) => code);
    expect(engine.map(({ code }) => code).sort()).toEqual(codes.sort());
  });

  it("gives each code a heading of its own, to link to", () => {
    const headings = errorsPage()
      .split("\n")
      .filter((line) => line.startsWith("### "));
    expect(new Set(headings).size).toBe(entries.length);
  });
});

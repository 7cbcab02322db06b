import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { engine } from "../../../scripts/docs/engine-errors";
import { answers, calls } from "../../../scripts/docs/client-errors";
import { resources } from "../../../scripts/docs/error-table";
import { errorsPage } from "../../../scripts/docs/errors-page";

const root = join(__dirname, "..", "..", "..");

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
}

/** `class X extends … { readonly code = "y"`, wherever it is. */
function classesWithCodes(): { name: string; code: string }[] {
  const pattern = /class (\w+)[^{]*\{(?:(?!\bclass\b)[^])*?\bcode(?:: string)? = "(\w+)"/g;
  return ["client", "provider", "plugin", "sdk"]
    .flatMap(sources)
    .flatMap((text) => [...text.matchAll(pattern)].map(([, name = "", code = ""]) => ({ name, code })));
}

const byCode = (a: { code: string }, b: { code: string }) => a.code.localeCompare(b.code);

describe("the table of errors", () => {
  it("has exactly the codes of the error classes, each with its class", () => {
    const told = [...answers, ...calls, ...resources].map(({ name, code }) => ({ name, code }));
    expect(told.sort(byCode)).toEqual(classesWithCodes().sort(byCode));
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
    expect(new Set(headings).size).toBe([...answers, ...calls, ...resources, ...engine].length);
  });
});

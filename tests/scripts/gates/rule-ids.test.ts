import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "@jest/globals";

/** An id that this file does not hold itself: the gate reads it, too. */
const wrong = (letter: string) => `${letter}-${999}`;

const contract = readFileSync("docs/contract/platform-api.md", "utf8");

/** The gate is a module of its own kind, so that Node runs it. */
function unknown(text: string): { line: number; id: string }[] {
  const script = `import { readFileSync } from "node:fs";
    import { rulesOf, unknownRules } from ${JSON.stringify(pathToFileURL("scripts/gates/rule-ids.mjs").href)};
    const rules = rulesOf(readFileSync("docs/contract/platform-api.md", "utf8"));
    process.stdout.write(JSON.stringify(unknownRules(rules, ${JSON.stringify(text)})));`;
  const printed = execFileSync(process.execPath, ["--input-type=module", "-e", script]).toString();
  return JSON.parse(printed) as { line: number; id: string }[];
}

describe("the gate against rules that the contract does not have", () => {
  it("finds an unknown id in a title, in a row and in a table's `rules`", () => {
    expect(unknown(`it("P-46, ${wrong("P")}: a lock", () => {});\n  rules: ["${wrong("V")}"],`)).toEqual([
      { line: 1, id: wrong("P") },
      { line: 2, id: wrong("V") },
    ]);
  });

  it.each([
    ["a rule in a table", "P-46"],
    ["an operation with a heading of its own", /^#{2,5} ([A-Z]+-\d+) ·/m.exec(contract)?.[1] ?? "none"],
    ["a choice and a difference", "CH-1, DF-1"],
    ["names of data centers and encodings", "EU-XX-1, UTF-8, SHA-256"],
  ])("leaves %s alone", (_what, text) => {
    expect(unknown(text)).toEqual([]);
  });
});

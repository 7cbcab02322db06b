import { beforeAll, describe, expect, it } from "@jest/globals";
import { execFileSync } from "node:child_process";
import { codeBlocks, pages } from "./code-blocks";

const diagrams = pages().flatMap((page) => codeBlocks(page).filter(({ language }) => language === "mermaid"));

/**
 * Reads texts as the docs site does, in a process of its own, and answers what is wrong with each. The library asks for
 * a browser only to clean labels; a document that cannot do that leaves them as they are.
 */
const reader = `
globalThis.window = { document: { nodeType: 9, implementation: {}, createElement: () => ({}) }, Element: class {} };
const file = require.resolve("@mermaid-js/tiny");
require("node:vm").runInThisContext(require("node:fs").readFileSync(file, "utf8"));
(async () => {
  const reasons = [];
  for (const text of JSON.parse(process.argv[1]))
    reasons.push(await mermaid.parse(text).then(({ diagramType }) => diagramType, ({ message }) => "error: " + message));
  console.log(JSON.stringify(reasons));
})();
`;

function read(texts: readonly string[]): string[] {
  const printed = execFileSync(process.execPath, ["-e", reader, JSON.stringify(texts)], { encoding: "utf8" });
  return JSON.parse(printed) as string[];
}

describe("diagrams of the docs", () => {
  let types: string[];
  beforeAll(() => {
    const wrong = ["sequenceDiagram\n  a->>b: delete; nothing uses it\n", 'flowchart LR\n  a["x"] -->|"y" b\n'];
    types = read([...diagrams.map(({ code }) => code), ...wrong]);
  });

  it("are text that the site can draw", () => {
    expect(diagrams.length).toBeGreaterThan(2);
    const where = diagrams.map(({ page, line }, at) => `${page}:${line}: ${types[at]?.replace(/-v2$/, "")}`);
    expect(where).toEqual(diagrams.map(({ page, line, code }) => `${page}:${line}: ${typeOf(code)}`));
  });

  it("are not drawn where a line means something else than it says", () => {
    expect(types.slice(diagrams.length)).toEqual([
      expect.stringMatching(/^error: Parse error/),
      expect.stringMatching(/^error: Parse error/),
    ]);
  });
});

const typeOf = (code: string): string => (/^sequenceDiagram/.test(code) ? "sequence" : "flowchart");

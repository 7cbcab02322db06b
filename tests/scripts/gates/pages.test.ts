import { expect, it } from "@jest/globals";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { temporaryFolder } from "../../support/temporary-folder";
import { root } from "../checkout";

/** What the check says about a page with this text, beside a page and a source file. */
function complaintsAbout(check: "deadLinks" | "wrongPaths" | "wrongPictures", text: string): string[] {
  const folder = temporaryFolder("pages");
  mkdirSync(join(folder, "docs"));
  mkdirSync(join(folder, "client"));
  writeFileSync(join(folder, "docs", "other.md"), "# A heading\n\n```sh\n# no heading\n```\n");
  writeFileSync(join(folder, "client", "retry.ts"), "");
  const script = pathToFileURL(join(root, "scripts", "gates", "pages.mjs")).href;
  const code = `import { ${check} } from ${JSON.stringify(script)};
    console.log(JSON.stringify(${check}(${JSON.stringify(folder)}, "docs/page.md", ${JSON.stringify(text)})));`;
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", code]).toString()) as string[];
}

it("a link leads to a page, and to a heading that is in it", () => {
  const alive =
    "[a](other.md) [b](other.md#a-heading) [c](https://example.com/none) [d](../client/retry.ts) `[e](none.md)`";
  expect(complaintsAbout("deadLinks", alive)).toEqual([]);
  expect(complaintsAbout("deadLinks", "[a](none.md) [b](other.md#no-heading) [c](../client)")).toEqual([
    "docs/page.md: links to none.md, which does not exist",
    "docs/page.md: links to other.md#no-heading, which has no such heading",
    "docs/page.md: links to ../client, which is a folder",
  ]);
  const pictures = '<picture><source srcset="none.svg"><img src="other.md" alt="none"></picture>';
  expect(complaintsAbout("deadLinks", pictures)).toEqual(["docs/page.md: links to none.svg, which does not exist"]);
});

it("a picture names only files and folders that are there", () => {
  const picture = (...lines: string[]) => `\`\`\`mermaid\nflowchart TB\n${lines.join("\n")}\n\`\`\`\n`;
  expect(complaintsAbout("wrongPictures", picture('  a["client/"] --> b["client/retry.ts"]', "  b --> c"))).toEqual([]);
  expect(
    complaintsAbout("wrongPictures", picture('  a["gone/"] --> b["client/none.ts"]', '  c["docs/none/"]')),
  ).toEqual([
    "docs/page.md: a picture names gone/, which does not exist",
    "docs/page.md: a picture names client/none.ts, which does not exist",
    "docs/page.md: a picture names docs/none/, which does not exist",
  ]);
});

it("a page that says where things are names only paths that are there", () => {
  const alive =
    "`client/retry.ts`, `client/`, `docs/<any>`, `<noun>/retry.ts`, `GET /v2/pods`, `elsewhere/x`, `attempt-…`";
  expect(complaintsAbout("wrongPaths", alive)).toEqual([]);
  expect(complaintsAbout("wrongPaths", "| `client/`, `docs/` | HTTP | `retry.ts`, `other.md` |")).toEqual([]);
  expect(complaintsAbout("wrongPaths", "See `client/none.ts`.\n| `client/`, `gone/` | HTTP | `none.ts` |")).toEqual([
    "docs/page.md: names client/none.ts, which does not exist",
    "docs/page.md: names none.ts, which does not exist",
  ]);
});

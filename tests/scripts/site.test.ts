import { expect, it } from "@jest/globals";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./checkout";

const site = (file: string) => JSON.stringify(pathToFileURL(join(root, "scripts", "site", file)).href);
const answer = (code: string): unknown =>
  JSON.parse(
    execFileSync(
      process.execPath,
      ["--input-type=module", "-e", `console.log(JSON.stringify(${code}));`],
      {},
    ).toString(),
  );

it("a page of the site speaks of nothing above or below that it does not have, and the start has its program", () => {
  const found = answer(`await (async () => {
    const [{ pages }, { lostReferences }] = [await import(${site("pages.mjs")}), await import(${site("check.mjs")})];
    const code = "\\n\`\`\`ts\\n\`\`\`\\n";
    return {
      lost: lostReferences(pages()),
      told: lostReferences(new Map([["a", "Save the program above." + code], ["b", code + "the program above"], ["c", "the table below"]])),
      start: /^\`\`\`ts[^]*Save the TypeScript program above/m.test(pages().get("start.md")),
    };
  })()`);
  expect(found).toEqual({
    lost: [],
    told: ["a: speaks of the program above, and there is none", "c: speaks of the table below, and there is none"],
    start: true,
  });
});

import { describe, expect, it } from "@jest/globals";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const versions = pathToFileURL(join(__dirname, "..", "..", "scripts", "site-versions.mjs")).href;

/** What an expression over the module's exports comes to. */
function evaluated(expression: string): unknown {
  const code = `const site = await import(${JSON.stringify(versions)}); console.log(JSON.stringify(${expression}));`;
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" }));
}

describe("the releases of the docs site", () => {
  it("are the tags of releases, the newest first by number, without pre-releases and other tags", () => {
    const tags = ["v0.2.0", "v0.10.0", "v1.0.0-rc.1", "nightly", "v0.9.1", ""];
    expect(evaluated(`site.releasesAmong(${JSON.stringify(tags)})`)).toEqual(["0.10.0", "0.9.1", "0.2.0"]);
    expect(evaluated('site.releasesAmong(["v0.1.0"])')).toEqual(["0.1.0"]);
    expect(evaluated("site.releasesAmong([])")).toEqual([]);
  });

  it("are told by a script that a page can load from a disk, and lead to the newest", () => {
    const pages = { "0.2.0": ["index.html", "documents/Pod.html"], "0.1.0": ["index.html"] };
    const script = String(evaluated(`site.versionsScript(["0.2.0", "0.1.0"], ${JSON.stringify(pages)})`));
    const told = JSON.parse(script.replace(/^globalThis\.docsVersions = |;\n$/g, "")) as unknown;
    expect(told).toEqual({ releases: ["0.2.0", "0.1.0"], pages });
    expect(evaluated('site.indexPage("0.2.0")')).toContain('url=./0.2.0/index.html"');
  });
});

// `npm run docs:site`: builds the docs site in dist-docs.
//
//   npm run docs:site                  of this checkout
//   npm run docs:site -- --releases    of each release (tags such as v1.2.0) in a folder of its own, with a switch between them
//
// An old release is read from its tag and rendered by the generator, style and switch of today, so that a mend of these
// reaches every version. index.html leads to the newest release.
import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { root } from "./build.mjs";
import { indexPage, releasesAmong, versionsScript } from "./site-versions.mjs";

const out = join(root, "dist-docs");
const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" });

/** Renders the pages of a checkout into a folder. */
function render(checkout, folder) {
  const site = join(root, "docs", "site");
  const options = ["--options", join(checkout, "docs", "site", "typedoc.json"), "--out", folder];
  const ofToday = ["--customCss", join(site, "site.css"), "--customJs", join(site, "versions.js")];
  const typedoc = join(root, "node_modules", "typedoc", "bin", "typedoc");
  const { status } = spawnSync(process.execPath, [typedoc, ...options, ...ofToday], {
    cwd: checkout,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error(`the pages of ${checkout} could not be built; the generator's messages are above`);
  // The generator takes one script; diagrams have one of their own, and the library that draws them in the reader's browser.
  const scripts = ["versions.js", "diagrams.js"].map((name) => readFileSync(join(site, name), "utf8"));
  writeFileSync(join(folder, "assets", "custom.js"), scripts.join(""));
  copyFileSync(fileURLToPath(import.meta.resolve("@mermaid-js/tiny")), join(folder, "assets", "mermaid.js"));
}

/** The sources of a tag, with the packages of this checkout beside them. */
function checkoutOf(tag, folder) {
  mkdirSync(folder);
  const archive = execFileSync("git", ["archive", tag], { cwd: root, maxBuffer: 1 << 30 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  return folder;
}

const pagesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".html"))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));

/** @returns the releases that were built, newest first. */
export function buildReleases() {
  const releases = releasesAmong(git("tag", "--list").split("\n"));
  if (releases.length === 0) throw new Error("there is no release yet: no tag such as v1.2.0");
  const temporary = mkdtempSync(join(tmpdir(), "docs-site-"));
  rmSync(out, { recursive: true, force: true });
  try {
    for (const version of releases) render(checkoutOf(`v${version}`, join(temporary, version)), join(out, version));
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  const pages = Object.fromEntries(releases.map((version) => [version, pagesIn(join(out, version))]));
  writeFileSync(join(out, "versions.js"), versionsScript(releases, pages));
  writeFileSync(join(out, "index.html"), indexPage(releases[0]));
  return releases;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv.includes("--releases")) console.log(`dist-docs has ${buildReleases().join(", ")}`);
  else render(root, out);
}

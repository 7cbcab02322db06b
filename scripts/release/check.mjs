// `npm run release -- check`: says everything that stands between this checkout and a release, all at once.
//
//   npm run release -- check                                    as far as it can be known beforehand
//   npm run release -- check --tag v1.2.0                    also that this tag names this version
//   npm run release -- check --repository https://…/…        also that package.json points there, as provenance demands
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../build/build.mjs";
import { releases } from "./changelog.mjs";
import { npm } from "./npm.mjs";
import { contentProblems, versionProblems } from "./rules.mjs";

const json = (file) => JSON.parse(readFileSync(join(root, file), "utf8"));

/** What `npm pack` would put into the tarball. npm 12 answers with an object by name, earlier ones with a list. */
function packed() {
  const [tarball] = Object.values(JSON.parse(npm(["pack", "--dry-run", "--json", "--ignore-scripts"])));
  return tarball.files.map(({ path }) => path);
}

const { values } = parseArgs({ options: { tag: { type: "string" }, repository: { type: "string" } } });
const manifest = json("package.json");
const problems = [
  ...versionProblems({
    ...values,
    manifest,
    lock: json("package-lock.json"),
    releases: releases(),
    exists: (file) => existsSync(join(root, file)),
  }),
  ...contentProblems({ manifest, files: packed(), read: (file) => readFileSync(join(root, file), "utf8") }),
];
for (const problem of problems) console.log(problem);
console.log(
  problems.length > 0
    ? `${problems.length} to mend before ${manifest.version} can be released.`
    : `${manifest.version} can be released.`,
);
process.exitCode = problems.length > 0 ? 1 : 0;

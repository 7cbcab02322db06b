// House rules that no other tool knows: the repository stands alone, names nothing it does not hold, in links, pictures and
// rules of the contract, and keeps its files small. Looks at what git tracks or would track, so that a stray output folder is no concern.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../build/build.mjs";
import { deadLinks, isMap, wrongPaths, wrongPictures } from "./pages.mjs";
import { rulesOf, unknownRules } from "./rule-ids.mjs";

const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
const files = listed
  .toString()
  .split("\0")
  .filter((file) => file && existsSync(join(root, file)));
const problems = [];

const isCode = /\.(ts|mjs|cjs)$/;
/** The contract is taken over word for word, and a lock file is npm's. */
const isOurs = (file) => !file.startsWith("docs/contract/") && !file.endsWith("package-lock.json");
const longestFile = 400;
/** From how many modules a file of the provider may import: more is more than a reader holds at once. */
const mostModules = 15;
const rules = rulesOf(readFileSync(join(root, "docs/contract/platform-api.md"), "utf8"));

/** The patterns are put together so that this file does not match itself. */
const forbidden = [
  { pattern: new RegExp("\\b(TO" + "DO|FIX" + "ME|X" + "XX)\\b"), why: "unfinished work belongs in an issue" },
  {
    pattern: new RegExp("\\bnot (yet )?implemen" + "ted\\b", "i"),
    why: "say what to do in its place, or build it",
    codeOnly: true,
  },
  { pattern: new RegExp("(^|[\\s\"'`(=])/(wo" + "rk|ro" + "ot|ho" + "me)/"), why: "a path of somebody's machine" },
];
const forbiddenInTests = [
  {
    pattern: /\b(it|test|describe)\.(only|todo)\b|\b(it|test|describe)\.skip\(|\bx(it|describe)\(/,
    why: "every test runs",
  },
];

function checkText(file, lines) {
  const patterns = [...(isOurs(file) ? forbidden : []), ...(file.startsWith("tests/") ? forbiddenInTests : [])];
  lines.forEach((line, index) => {
    for (const { pattern, why, codeOnly = false } of patterns) {
      // A page may quote what another tool says.
      if ((isCode.test(file) || !codeOnly) && pattern.test(line))
        problems.push(`${file}:${index + 1}: ${line.trim().slice(0, 100)} (${why})`);
    }
  });
  if (isCode.test(file) && lines.length > longestFile) {
    problems.push(`${file}: ${lines.length} lines; split it by noun, ${longestFile} are the limit`);
  }
  const modules = lines.filter((line) => /^(import .*|export .*|\} )from "|^import "/.test(line)).length;
  if (file.startsWith("provider/") && isCode.test(file) && modules > mostModules) {
    problems.push(`${file}: imports from ${modules} modules; split it by meaning, ${mostModules} are the limit`);
  }
}

/** Longest line of prose; code in backticks can't be broken, and neither can a row of a table or a heading. */
const widestProse = 140;

function checkProse(file, lines) {
  let isCode = false;
  lines.forEach((line, index) => {
    if (/^ *```/.test(line)) isCode = !isCode;
    const isProse = !isCode && !/^ *[|#]/.test(line);
    if (isProse && line.replace(/`[^`]*`/g, "``").length > widestProse) {
      problems.push(`${file}:${index + 1}: ${line.length} characters; break lines of prose before ${widestProse}`);
    }
  });
}

for (const file of files) {
  const bytes = readFileSync(join(root, file));
  if (bytes.includes(0)) continue;
  const text = bytes.toString();
  checkText(file, text.split("\n"));
  if (/\.(ts|md)$/.test(file)) {
    for (const { line, id } of unknownRules(rules, text)) {
      problems.push(`${file}:${line}: ${id} (the contract has no such rule)`);
    }
  }
  if (/^docs\/.*\.md$/.test(file)) checkProse(file, text.split("\n"));
  if (file.endsWith(".md") || file === "docs/llms.txt") {
    problems.push(...deadLinks(root, file, text), ...wrongPictures(root, file, text));
    if (isMap(file)) problems.push(...wrongPaths(root, file, text));
  }
}

for (const file of ["package-lock.json", "scripts/site/package-lock.json"]) {
  const lock = JSON.parse(readFileSync(join(root, file), "utf8"));
  for (const [path, { resolved, optionalDependencies = {} }] of Object.entries(lock.packages)) {
    if (resolved) problems.push(`${file}: ${path} names a registry host; see .npmrc`);
    // npm leaves out the packages of platforms that the registry at hand does not offer, and `npm ci` then refuses the file.
    for (const name of Object.keys(optionalDependencies)) {
      const isListed = lock.packages[`node_modules/${name}`] || lock.packages[`${path}/node_modules/${name}`];
      if (!isListed) problems.push(`${file}: ${name}, optional for ${path}, is not listed; npm ci would refuse`);
    }
  }
}

for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

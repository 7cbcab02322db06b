// House rules that no other tool knows: the repository stands alone, says nothing it does not hold, and keeps its files
// small. Looks at what git tracks or would track, so that a stray output folder is no concern.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { root } from "./build.mjs";

const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
const files = listed
  .toString()
  .split("\0")
  .filter((file) => file && existsSync(join(root, file)));
const problems = [];

const isCode = /\.(ts|mjs|cjs)$/;
/** The contract is taken over word for word, and a lock file is npm's. */
const isOurs = (file) => !file.startsWith("docs/contract/") && file !== "package-lock.json";
const longestFile = 400;

/** The patterns are put together so that this file does not match itself. */
const forbidden = [
  { pattern: new RegExp("\\b(TO" + "DO|FIX" + "ME|X" + "XX)\\b"), why: "unfinished work belongs in an issue" },
  {
    pattern: new RegExp("\\bnot (yet )?implemen" + "ted\\b", "i"),
    why: "say what to do in its place, or build it",
    codeOnly: true,
  },
  {
    pattern: new RegExp("\\.\\./sha" + "red/(design|style|platform|pulumi|coverage|sample)"),
    why: "the repository stands alone",
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
  const rules = [...(isOurs(file) ? forbidden : []), ...(file.startsWith("tests/") ? forbiddenInTests : [])];
  lines.forEach((line, index) => {
    for (const { pattern, why, codeOnly = false } of rules) {
      // A page may quote what another tool says.
      if ((isCode.test(file) || !codeOnly) && pattern.test(line))
        problems.push(`${file}:${index + 1}: ${line.trim().slice(0, 100)} (${why})`);
    }
  });
  if (isCode.test(file) && lines.length > longestFile) {
    problems.push(`${file}: ${lines.length} lines; split it by noun, ${longestFile} are the limit`);
  }
}

/** Headings as GitHub turns them into anchors. */
function anchors(text) {
  const seen = new Map();
  return text
    .replace(/^```.*?^```/gms, "")
    .split("\n")
    .filter((line) => /^#{1,6} /.test(line))
    .map((line) => {
      const words = line.replace(/^#+ /, "").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
      const anchor = words
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replace(/\s/g, "-");
      const count = seen.get(anchor) ?? 0;
      seen.set(anchor, count + 1);
      return count === 0 ? anchor : `${anchor}-${count}`;
    });
}

function checkLinks(file, text) {
  const prose = text.replace(/^```.*?^```/gms, "").replace(/`[^`\n]*`/g, "");
  for (const [, target] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue;
    const [path, anchor] = target.split("#");
    const linked = path ? normalize(join(dirname(file), path)) : file;
    if (!existsSync(join(root, linked))) problems.push(`${file}: links to ${target}, which does not exist`);
    else if (anchor && linked.endsWith(".md") && !anchors(readFileSync(join(root, linked), "utf8")).includes(anchor)) {
      problems.push(`${file}: links to ${target}, which has no such heading`);
    }
  }
}

for (const file of files) {
  const bytes = readFileSync(join(root, file));
  if (bytes.includes(0)) continue;
  const text = bytes.toString();
  checkText(file, text.split("\n"));
  if (file.endsWith(".md")) checkLinks(file, text);
}

const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
for (const [path, { resolved, optionalDependencies = {} }] of Object.entries(lock.packages)) {
  if (resolved) problems.push(`package-lock.json: ${path} names a registry host; see .npmrc`);
  // npm leaves out the packages of platforms that the registry at hand does not offer, and `npm ci` then refuses the file.
  for (const name of Object.keys(optionalDependencies)) {
    const isListed = lock.packages[`node_modules/${name}`] || lock.packages[`${path}/node_modules/${name}`];
    if (!isListed)
      problems.push(`package-lock.json: ${name}, optional for ${path}, is not listed; npm ci would refuse`);
  }
}

for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

// A gate of `npm run check`: the kinds are listed in provider/kinds/names.ts, and whatever goes by kind is derived from
// there. A second list is found by its look: three of the names, as elements or as keys, within a few lines. What the
// compiler holds against `KindName` there is no second list: a kind that is missing is a type error.
//
// Published code names no kind at all outside of its folder: what one kind does alone is a fact in that folder, which
// shared code asks for. So a comparison, a `case` or a lookup by a kind's name is found, too.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../build/build.mjs";

const source = "provider/kinds/names.ts";
const lines = 6;
const names = 3;

/** Where a list may stand, and why it can't be forgotten there. */
const allowed = {
  "provider/kinds/": "the list itself, and the folder of each kind",
  "cli/status/spent.ts": "the four kinds that the platform has bills of (B-2, B-3, B-5, B-6)",
  "cli/doctor/let-go.ts": "the kinds whose name an update takes, each by its family of the client",
  "tests/cli/import/import.test.ts": "an account with one object of some kinds, and what importing each comes to",
  "tests/plugin/marked-secrets.test.ts": "arguments of some kinds that a program may mark as secret",
  "tests/provider/lifecycle/deletes.test.ts": "which kind uses which",
  "tests/provider/lifecycle/marked-secrets.test.ts": "arguments of some kinds that a program may mark as secret",
  "tests/provider/state/stored-provider.test.ts":
    "bytes that are in users' states, spelled out so that no derivation can change them",
  "tests/releases/releases.test.ts": "the kinds that a recorded release had, whatever came later",
  "tests/scripts/gates/lists-of-kinds.test.ts": "samples of what the gate finds",
};

/** Code in which a kind may be named only where it is at home. */
const shared = /^(api|client|provider|plugin|sdk|engine|emulator|cli|examples\/policies)\//;

/** Where published code may name a kind, and why it can't be told from a fact of the kind. */
const named = {
  "provider/kinds/": "the list itself, and the folder of each kind",
  "sdk/resource.ts": "`Ready` alone is in the state only, and a program does not load the tables to learn it",
  "sdk/classes/": "made from the tables by `npm run docs`",
  "plugin/components/": "a fleet is made of pods and of what waits for them",
  "cli/keep/pass.ts": "`compute keep` stops pods, and asks clusters alone for their members",
  "provider/lifecycle/foresight/references.ts": "what arguments name of an account: credentials, volumes, templates",
  "cli/commands/ssh-login.ts": "`compute ssh` logs in to a pod, and to nothing else",
  "cli/state/reach.ts": "`compute logs` and `compute jobs` take a pod or an endpoint, and nothing else",
  "cli/status/read.ts": "which of three lists the platform is asked for: pods, clusters, endpoints",
  "examples/policies/": "a pack that users copy, which has nothing of ours to derive from",
};

/** The lines that name a kind as a value, e.g. to compare with. */
export function branchesOnKinds(text, kinds) {
  const name = new RegExp(`(?<![\\w.-])(["'\`])(?:${kinds.join("|")})\\1`);
  const found = [];
  for (const [at, line] of codeOf(text).entries()) if (name.test(line)) found.push(at + 1);
  return found;
}

const codeOf = (text) => text.split("\n").map((line) => line.replace(/^\s*(\/\/|\/?\*).*/, ""));

/** The first line of each run of lines that names several kinds. */
export function listsOfKinds(text, kinds) {
  // `kind: "Pod"` and `f("Pod")` speak of one kind.
  const patterns = kinds.map(
    (kind) => new RegExp(`(?<!\\b(?:kind|used|user): |\\()["'\`]${kind}["'\`]|(?<![\\w.])${kind}:(?!:)`),
  );
  const code = codeOf(text);
  const found = [];
  for (let at = 0; at < code.length; at++) {
    const window = code.slice(at, at + lines);
    const named = patterns.filter((pattern) => window.some((line) => pattern.test(line)));
    if (named.length < names) continue;
    const first = window.findIndex((line) => named.some((pattern) => pattern.test(line)));
    if (isTotal(text.split("\n"), at + first)) continue;
    found.push(at + first + 1);
    at += lines - 1;
  }
  return found;
}

/** The lines around, or those that open and close the map that the line is in, speak of `KindName`. */
function isTotal(all, at) {
  const indent = (line) => line.length - line.trimStart().length;
  const own = indent(all[at] ?? "");
  const isOutside = (line) => line.trim() !== "" && indent(line) < own;
  const above = all.slice(0, at).findLast(isOutside) ?? "";
  const below = all.slice(at).find(isOutside) ?? "";
  const near = all.slice(Math.max(0, at - 2), at + lines + 2);
  return [above, below, ...near].some((line) => line.includes("KindName"));
}

export const kindsIn = (text) =>
  [...text.matchAll(/kindNames = \[([^\]]*)\]/g)].flatMap(([, list]) =>
    [...list.matchAll(/"(\w+)"/g)].map(([, kind]) => kind),
  );

function problems() {
  const kinds = kindsIn(readFileSync(join(root, source), "utf8"));
  if (kinds.length < names) return [`${source}: no list of kinds was found`];
  const listed = execFileSync("git", ["ls-files", "-z", "--", "*.ts", "*.mjs", "*.cjs"], { cwd: root }).toString();
  const files = listed.split("\0").filter((file) => file);
  const isIn = (file, places) => Object.keys(places).some((place) => file.startsWith(place));
  const unused = [...Object.keys(allowed), ...Object.keys(named)].filter(
    (place) => !files.some((file) => file.startsWith(place)),
  );
  return [
    ...unused.map((place) => `scripts/gates/lists-of-kinds.mjs: allows ${place}, which does not exist`),
    ...files.flatMap((file) => {
      const text = readFileSync(join(root, file), "utf8");
      const lists = isIn(file, allowed) ? [] : listsOfKinds(text, kinds);
      const branches = shared.test(file) && !isIn(file, named) ? branchesOnKinds(text, kinds) : [];
      return [
        ...lists.map((line) => `${file}:${line}: a list of kinds; derive it from ${source}`),
        ...branches.map((line) => `${file}:${line}: shared code names a kind; make it a fact of the kind's folder`),
      ];
    }),
  ];
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const found = problems();
  for (const problem of found) console.log(problem);
  process.exitCode = found.length > 0 ? 1 : 0;
}

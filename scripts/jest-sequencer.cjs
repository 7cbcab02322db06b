// Jest starts the largest files first where it has not timed them yet, as in a fresh clone. What takes longest here are small
// files that start processes: they go first, so that all workers end at about the same time.
const { existsSync, readFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { dirname, join, resolve } = require("node:path");

const core = createRequire(require.resolve("jest/package.json")).resolve("@jest/core");
const Sequencer = createRequire(core)("@jest/test-sequencer").default;

/**
 * Longest first: each takes more than five seconds. Between those that need a processor stand those that mostly wait for processes
 * and polls, so that no two of these run at a time. The first of all collects garbage after each kind of input, which takes four times
 * as long in a worker that holds what other files have left.
 */
const long = [
  "proofs/hostile",
  "docs/shell-blocks",
  "cli/life-in-python",
  "sdk/fleet",
  "proofs/plugin",
  "scripts/quickstart",
  "cli/commands/doctor-advice",
  "engine/languages/python",
  "plugin/killed-engine",
  "engine/languages/node-failure",
  "plugin/local-engine",
  "provider/create/interruption",
  "examples/declarations",
  "engine/run/killed",
  "engine/scenarios/changes",
  "cli/names-move",
  "cli/unwritable-state",
  "examples/packed",
  "engine/scenarios/providers",
  "proofs/kill",
  "proofs/histories",
  "cli/documents",
  "provider/create/lives",
  "engine/scenarios/selections",
  "proofs/calls",
  "cli/stack/preview-and-after",
  "scripts/pictures",
  "docs/stacks",
  "scripts/wheel",
  "cli/commands/logs-and-jobs",
  "proofs/secrets",
  "provider/lifecycle/interrupted-starts",
  "engine/program/whole-programs",
  "provider/table/table-is-true",
  "cli/networks",
  "engine/stack",
  "scripts/release-check",
  "provider/kinds/held-credential",
  "examples/stories",
  "sdk/tenants",
  "proofs/drift",
  "examples/examples",
  "provider/lifecycle/lives",
  "sdk/foreseen-refusals",
  "docs/code-blocks",
  "client/http/large-answers",
  "cli/key-in-two-accounts",
  "engine/run/what-providers-say",
  "docs/jest-recipe",
  "cli/two-accounts",
];
for (const name of long)
  if (!existsSync(join(__dirname, "..", "tests", `${name}.test.ts`)))
    throw new Error(`${__filename} names tests/${name}.test.ts, which is not there any more`);
const place = ({ path }) => {
  const index = long.findIndex((name) => path.replaceAll("\\", "/").endsWith(`/tests/${name}.test.ts`));
  return index < 0 ? long.length : index;
};

/** Says of a file of the tests whether it, or what it imports of them, starts something that was built. */
function startsWhatIsBuilt(file, seen = new Set()) {
  if (seen.has(file) || !existsSync(file)) return false;
  seen.add(file);
  const text = readFileSync(file, "utf8");
  if (/["/]dist["/]/.test(text) || text.includes('"pulumi-compute-platform"));')) return true;
  const imported = [...text.matchAll(/from "(\.[^"]+)"/g)].map(([, name]) => `${resolve(dirname(file), name)}.ts`);
  return imported.some((name) => name.includes("/tests/") && startsWhatIsBuilt(name, seen));
}

/** Tests of whole processes run `dist`, and those of sources don't: only the first are stopped. */
async function refuseStale(tests) {
  const first = tests.find(({ path }) => startsWhatIsBuilt(path));
  if (first === undefined) return;
  const { isStale } = await import("./build.mjs");
  if (!isStale()) return;
  console.error(
    `${first.path} runs what is in dist, which is older than the sources. Run \`npm run build\` first, or \`npm test\`.`,
  );
  process.exit(1);
}

module.exports = class LongestFirst extends Sequencer {
  async sort(tests) {
    await refuseStale(tests);
    return super.sort(tests).sort((one, other) => place(one) - place(other));
  }
};

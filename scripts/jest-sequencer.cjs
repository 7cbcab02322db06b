// Jest starts the largest files first where it has not timed them yet, as in a fresh clone. What takes longest here are small
// files that start processes: they go first, so that all workers end at about the same time.
const { existsSync } = require("node:fs");
const { createRequire } = require("node:module");
const { join } = require("node:path");

const core = createRequire(require.resolve("jest/package.json")).resolve("@jest/core");
const Sequencer = createRequire(core)("@jest/test-sequencer").default;

/**
 * Longest first: each takes more than ten seconds. The first of all collects garbage after each kind of input, which takes four times
 * as long in a worker that holds what other files have left.
 */
const long = [
  "proofs/hostile",
  "proofs/plugin",
  "sdk/fleet",
  "provider/create/lives",
  "docs/shell-blocks",
  "scripts/quickstart",
  "engine/scenarios/selections",
  "docs/stacks",
  "proofs/kill",
  "examples/packed",
  "plugin/killed-engine",
  "proofs/histories",
  "plugin/local-engine",
  "examples/stories",
  "engine/scenarios/changes",
  "sdk/tenants",
  "engine/program/whole-programs",
  "engine/stack",
  "engine/run/killed",
  "cli/hand-over",
  "scripts/release-check",
  "provider/kinds/run-to-completion",
];
for (const name of long)
  if (!existsSync(join(__dirname, "..", "tests", `${name}.test.ts`)))
    throw new Error(`${__filename} names tests/${name}.test.ts, which is not there any more`);
const place = ({ path }) => {
  const index = long.findIndex((name) => path.replaceAll("\\", "/").endsWith(`/tests/${name}.test.ts`));
  return index < 0 ? long.length : index;
};

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => place(one) - place(other));
  }
};

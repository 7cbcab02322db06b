// Builds `dist` where a test of this run starts what is in it, and has those tests go first: they take longest, and where jest has
// timed none yet, as in a fresh clone, it would begin with the largest files. Tests that need nothing built wait for no compiler.
const { existsSync, readFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { dirname, resolve } = require("node:path");

const core = createRequire(require.resolve("jest/package.json")).resolve("@jest/core");
const Sequencer = createRequire(core)("@jest/test-sequencer").default;

/** Says of a file of the tests whether it, or what it imports of them and of proofs, starts something that was built. */
function startsWhatIsBuilt(file, seen = new Set()) {
  if (seen.has(file) || !existsSync(file)) return false;
  seen.add(file);
  const text = readFileSync(file, "utf8");
  if (/["/]dist["/]/.test(text) || text.includes('"pulumi-compute-platform"));')) return true;
  const imported = [...text.matchAll(/from "(\.[^"]+)"/g)].map(([, name]) => `${resolve(dirname(file), name)}.ts`);
  return imported.some((name) => /[\\/](tests|proofs)[\\/]/.test(name) && startsWhatIsBuilt(name, seen));
}

async function buildWhatIsStale() {
  const { build, isStale } = await import("../build/build.mjs");
  if (!isStale()) return;
  console.error("building dist");
  if (!(await build())) process.exit(1);
}

module.exports = class BuiltFirst extends Sequencer {
  async sort(tests) {
    const first = new Set(tests.filter(({ path }) => startsWhatIsBuilt(path)));
    if (first.size > 0) await buildWhatIsStale();
    const place = (test) => (first.has(test) ? 0 : 1);
    return super.sort(tests).sort((one, other) => place(one) - place(other));
  }
};

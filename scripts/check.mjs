// `npm run check`: every gate but the tests, two at a time, each reported on one line; the output of a gate is shown
// only when it fails. Ends with `N passed, N failed`.
//
//   npm run check                    all gates
//   npm run check -- lint types      some of them
//   npm run check -- --fix           formats every file
import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { root } from "./build/build.mjs";

const layers = "api disk values client provider plugin sdk emulator engine cli proofs scripts";
const settings = "scripts/settings";
const formatter = `biome format --config-path=${settings}/format.json`;

/** Slow ones first, so that two lanes end together. */
const gates = {
  lint: `eslint --config ${settings}/eslint.config.mjs . --cache --cache-location node_modules/.cache/eslint/`,
  types: "tsc --noEmit --incremental --tsBuildInfoFile node_modules/.cache/types.tsbuildinfo",
  package: "publint --strict && attw --pack .",
  unused: `knip --no-progress --config ${settings}/knip.json`,
  boundaries: `depcruise ${layers} --config ${settings}/boundaries.cjs`,
  "docs:check": "node dist/scripts/docs/main.js --check",
  "sdks:check": "node scripts/build/sdks.mjs --check",
  format: `${formatter} .`,
  repository: "node scripts/gates/repository.mjs",
  kinds: "node scripts/gates/lists-of-kinds.mjs",
};
const lanes = 2;

/** Node before 20.19 loads an ES module by `require`, as knip does, only where it is told to. */
const loadsModules = process.features.require_module ? "" : "--experimental-require-module";

/** The tools are those of this checkout, as in a script of npm. */
const env = {
  ...process.env,
  PATH: [join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter),
  NODE_OPTIONS: [process.env.NODE_OPTIONS, loadsModules].filter(Boolean).join(" "),
};

function run(gate, command = gates[gate]) {
  const started = performance.now();
  return new Promise((resolve) => {
    const output = [];
    const child = spawn(command, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"], shell: true });
    child.stdout.on("data", (chunk) => output.push(chunk));
    child.stderr.on("data", (chunk) => output.push(chunk));
    child.on("error", (error) => resolve({ gate, ok: false, text: String(error), seconds: 0 }));
    child.on("close", (code) => {
      resolve({
        gate,
        ok: code === 0,
        text: Buffer.concat(output).toString(),
        seconds: (performance.now() - started) / 1000,
      });
    });
  });
}

const wanted = process.argv.slice(2);
if (wanted[0] === "--fix") {
  const { ok, text } = await run("format", `${formatter} --write .`);
  console.log(text.trimEnd());
  process.exit(ok ? 0 : 1);
}
const names = Object.keys(gates);
const unknown = wanted.filter((gate) => !names.includes(gate));
if (unknown.length > 0) {
  console.error(`check: no gate is called ${unknown.join(", ")}; there are ${names.join(", ")}`);
  process.exit(1);
}
const queue = wanted.length > 0 ? wanted : names;
const results = [];
async function lane() {
  for (let gate = queue.shift(); gate; gate = queue.shift()) {
    const result = await run(gate);
    results.push(result);
    console.log(`${result.ok ? "ok  " : "FAIL"} ${gate} (${result.seconds.toFixed(1)} s)`);
    if (!result.ok) console.log(result.text.trimEnd());
  }
}
await Promise.all(Array.from({ length: lanes }, lane));
const failed = results.filter((result) => !result.ok).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

// `npm run check`: every gate but the tests, two at a time, each reported on one line; the output of a gate is shown
// only when it fails. Ends with `N passed, N failed`.
//
//   node scripts/check.mjs             all gates
//   node scripts/check.mjs lint types  some of them
import { spawn } from "node:child_process";
import { root } from "./build.mjs";

/** Slow ones first, so that two lanes end together. Each is an npm script of the same name. */
const gates = [
  "lint",
  "types",
  "package",
  "unused",
  "boundaries",
  "docs:check",
  "sdks:check",
  "format",
  "house",
  "kinds",
];
const lanes = 2;

function run(gate) {
  const started = performance.now();
  return new Promise((resolve) => {
    const output = [];
    const child = spawn("npm", ["run", "--silent", gate], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
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
const unknown = wanted.filter((gate) => !gates.includes(gate));
if (unknown.length > 0) {
  console.error(`check: no gate is called ${unknown.join(", ")}; there are ${gates.join(", ")}`);
  process.exit(1);
}
const queue = wanted.length > 0 ? wanted : [...gates];
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

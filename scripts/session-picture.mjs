// `npm run docs -- picture`: runs a session of the `compute` command against an emulator of its own and draws what the terminal
// showed, in docs/pictures/session.svg and, for phones, as a narrow terminal shows it, in session-narrow.svg: light or dark
// as the reader's system is, typed out once and then left standing.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import "./setup.mjs";
import { root } from "./build.mjs";

const { startEmulator } = createRequire(import.meta.url)("../dist/emulator/index.js");
const pictures = [
  { file: "session.svg", columns: 100 },
  { file: "session-narrow.svg", columns: 54 },
];
const program = (image) => `const compute = require("pulumi-compute-platform");
const datasets = new compute.NetworkVolume("datasets", { dataCenter: "EU-XX-1", size: 100 });
const trainer = new compute.Pod("trainer", {
  image: "registry.example.com/acme/trainer:${image}",
  gpu: { id: "NVIDIA L40S" },
  dataCenterIds: ["EU-XX-1"],
  mounts: { network: [{ volumeId: datasets, path: "/data" }] },
});
exports.status = trainer.status;
`;

/** Runs a command of the session as its user would, and answers what it printed. */
function run(folder, env, words) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, "dist", "cli", "main.js"), ...words], { cwd: folder, env });
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (chunk) => (text += chunk));
    child.on("close", () => resolve(text));
  });
}

async function stopByHand({ apiUrl, apiKey }) {
  const answer = await fetch(`${apiUrl}/v2/pods`, { headers: { authorization: `Bearer ${apiKey}` } });
  const [{ id }] = (await answer.json()).pods;
  await fetch(`${apiUrl}/_emulator/pod-action`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ podId: id, action: "stop" }),
  });
}

async function record() {
  const folder = mkdtempSync(join(tmpdir(), "session-"));
  const emulator = await startEmulator({ speed: 50, seed: "picture" });
  const env = {
    ...{ PATH: process.env.PATH, HOME: folder, COMPUTE_API_URL: emulator.apiUrl, COMPUTE_API_KEY: emulator.apiKey },
    ...{ PULUMI_CONFIG_PASSPHRASE: "picture", PULUMI_STACK: "dev", PULUMI_BACKEND_URL: `file://${folder}` },
  };
  try {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(root, join(folder, "node_modules", "pulumi-compute-platform"));
    symlinkSync(join(root, "node_modules", "@pulumi"), join(folder, "node_modules", "@pulumi"));
    writeFileSync(join(folder, "package.json"), '{ "private": true, "main": "index.js" }');
    writeFileSync(
      join(folder, "Pulumi.yaml"),
      "name: training\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n",
    );
    const scenes = [];
    const act = async (...words) =>
      scenes.push({ typed: `compute ${words.join(" ")}`, shown: await run(folder, env, words) });
    writeFileSync(join(folder, "index.js"), program("1.4.0"));
    await act("up", "--yes");
    writeFileSync(join(folder, "index.js"), program("1.5.0"));
    scenes.push({ typed: "# index.js: the image becomes trainer:1.5.0", shown: "" });
    await act("preview");
    scenes.push({ typed: "# meanwhile, somebody stops the pod in the console", shown: "" });
    await stopByHand(emulator);
    await act("drift");
    await act("up", "--refresh", "--yes");
    return scenes;
  } finally {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const kindOf = (line) =>
  /^\s*\+ /.test(line) ? "made" : /^\s*(~|\+-|\+\+) /.test(line) ? "changed" : /^\s*-{1,2} /.test(line) ? "gone" : "";

function wrapped(line, columns) {
  const lines = [];
  const indent = `${/^ */.exec(line)[0]}  `;
  let rest = line;
  while (rest.length > columns) {
    const blank = rest.lastIndexOf(" ", columns);
    const end = blank > indent.length ? blank : columns;
    lines.push(rest.slice(0, end));
    rest = `${indent}${rest.slice(end).trimStart()}`;
  }
  return [...lines, rest];
}

/** Each line appears when its turn comes; who prefers no motion sees all of them at once. */
function draw(scenes, columns) {
  const lines = [];
  let seconds = 0.3;
  for (const { typed, shown } of scenes) {
    for (const text of wrapped(`$ ${typed}`, columns)) lines.push({ text, className: "typed", seconds });
    seconds += 0.9;
    for (const line of shown === "" ? [] : shown.trimEnd().split("\n")) {
      for (const text of wrapped(line, columns)) lines.push({ text, className: kindOf(line), seconds });
      seconds += 0.12;
    }
    lines.push({ text: "", className: "", seconds });
    seconds += 0.8;
  }
  const height = lines.length * 19 + 52;
  const texts = lines.map(
    ({ text, className, seconds: at }, nth) =>
      `<text x="20" y="${54 + nth * 19}" class="${className}" style="animation-delay:${at.toFixed(2)}s">${escaped(text)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${columns * 8 + 40} ${height}" role="img" aria-label="A session of the compute command: up, preview, drift, up --refresh">
<style>
rect { fill: #f6f7f9; stroke: #d5dae2 } circle { fill: #c3cad5 } text { font: 13px ui-monospace, Menlo, Consolas, monospace; fill: #1c2430; white-space: pre; animation: appear .01s both }
.typed { font-weight: 700; fill: #2f5fd0 } .made { fill: #116329 } .changed { fill: #7d4e00 } .gone { fill: #a40e26 }
@keyframes appear { from { opacity: 0 } }
@media (prefers-reduced-motion: reduce) { text { animation: none } }
@media (prefers-color-scheme: dark) { rect { fill: #14171c; stroke: #2d343f } circle { fill: #3a4350 } text { fill: #dfe5ee } .typed { fill: #7ea6ff } .made { fill: #57d364 } .changed { fill: #e3b341 } .gone { fill: #ff7b72 } }
</style>
<rect x=".5" y=".5" width="${columns * 8 + 39}" height="${height - 1}" rx="10"/>
<circle cx="22" cy="20" r="6"/><circle cx="42" cy="20" r="6"/><circle cx="62" cy="20" r="6"/>
${texts.join("\n")}
</svg>
`;
}

mkdirSync(join(root, "docs", "pictures"), { recursive: true });
const scenes = await record();
for (const { file, columns } of pictures) writeFileSync(join(root, "docs", "pictures", file), draw(scenes, columns));

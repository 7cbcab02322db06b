// `npm run docs -- picture`: runs a session of the `compute` command against an emulator of its own and draws the lines of
// it that matter, in .github/pictures/session.svg and, for phones, as a narrow terminal shows them, in session-narrow.svg:
// a plan with its reason and cost, drift, and a refused loss of data. Light or dark as the reader's system is.
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
const program = ({ dataCenter = "EU-XX-1", count = 1 }) => `const compute = require("pulumi-compute-platform");
const datasets = new compute.NetworkVolume("datasets", { dataCenter: "${dataCenter}", size: 100 });
const trainer = new compute.Pod("trainer", {
  image: "registry.example.com/acme/trainer:1.4.0",
  gpu: { id: "NVIDIA L40S", count: ${count} },
  dataCenterIds: ["${dataCenter}"],
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
    const edit = (change) => writeFileSync(join(folder, "index.js"), program(change));
    /** Runs a command, and keeps the lines that match one of the patterns, as far as that goes. */
    const act = async (why, words, ...patterns) => {
      const shown = (await run(folder, env, words)).split("\n");
      const kept = patterns.map((pattern) => shown.map((line) => pattern.exec(line)?.[0]).find(Boolean));
      if (kept.includes(undefined)) throw new Error(`${words.join(" ")} no longer shows a line:\n${shown.join("\n")}`);
      scenes.push({ typed: `compute ${words.join(" ")}`, why, shown: kept });
    };
    edit({});
    await run(folder, env, ["up", "--yes"]);
    edit({ count: 2 });
    await act(
      "the program asks for a second GPU",
      ["preview"],
      ...[/^ *\+- +Pod trainer replace/, /^ +~ gpu.*/, /^ +Replaced because .*/, /^Cost: .*/],
    );
    await stopByHand(emulator);
    await act("somebody stopped the pod in the console", ["drift"], /^CLASS.*/, /^stopped.*/);
    edit({ dataCenter: "US-XX-1" });
    await act(
      "the program moves the volume to another data center",
      ["preview"],
      /property dataCenter has a problem: this change would replace the NetworkVolume, .*? on the platform \(EU-XX-1\)/,
      /^The preview failed.*/,
    );
    return scenes;
  } finally {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const kindOf = (line) =>
  /^\s*\+ /.test(line)
    ? "made"
    : /^\s*(~|\+-|\+\+) /.test(line)
      ? "changed"
      : /^\s*-{1,2} |^property|failed/.test(line)
        ? "gone"
        : "";

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

/** The lines below each other, each command after what happened before it. */
function draw(scenes, columns) {
  const lines = scenes.flatMap(({ typed, why, shown }, nth) => [
    ...(nth === 0 ? [] : [{ text: "", className: "" }]),
    ...wrapped(`# ${why}`, columns).map((text) => ({ text, className: "why" })),
    { text: `$ ${typed}`, className: "typed" },
    ...shown.flatMap((line) => wrapped(line, columns).map((text) => ({ text, className: kindOf(line) }))),
  ]);
  const height = lines.length * 18 + 30;
  const texts = lines.map(
    ({ text, className }, nth) => `<text x="18" y="${30 + nth * 18}" class="${className}">${escaped(text)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${columns * 8 + 36} ${height}" role="img" aria-label="compute preview with a reason and a cost, compute drift, and a preview that refuses to lose data">
<style>
rect { fill: #f6f7f9; stroke: #d5dae2 } text { font: 13px ui-monospace, Menlo, Consolas, monospace; fill: #1c2430; white-space: pre }
.typed { font-weight: 700; fill: #2f5fd0 } .why { fill: #667085 } .made { fill: #116329 } .changed { fill: #7d4e00 } .gone { fill: #a40e26 }
@media (prefers-color-scheme: dark) { rect { fill: #14171c; stroke: #2d343f } text { fill: #dfe5ee } .typed { fill: #7ea6ff } .why { fill: #98a2b3 } .made { fill: #57d364 } .changed { fill: #e3b341 } .gone { fill: #ff7b72 } }
</style>
<rect x=".5" y=".5" width="${columns * 8 + 35}" height="${height - 1}" rx="10"/>
${texts.join("\n")}
</svg>
`;
}

mkdirSync(join(root, ".github", "pictures"), { recursive: true });
const scenes = await record();
for (const { file, columns } of pictures) writeFileSync(join(root, ".github", "pictures", file), draw(scenes, columns));

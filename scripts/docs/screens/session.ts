import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Emulator } from "../../../emulator/index";
import { inProject, start, type Studio } from "./screens";

const pictures = { session: 100, "session-narrow": 54 };

interface Scene {
  readonly typed: string;
  readonly why: string;
  readonly shown: readonly string[];
}

const program = ({
  dataCenter = "EU-XX-1",
  count = 1,
}: {
  dataCenter?: string;
  count?: number;
}) => `const compute = require("pulumi-compute-platform");
const datasets = new compute.NetworkVolume("datasets", { dataCenter: "${dataCenter}", size: 100 });
const trainer = new compute.Pod("trainer", {
  image: "registry.example.com/acme/trainer:1.4.0",
  gpu: { id: "NVIDIA L40S", count: ${count} },
  dataCenterIds: ["${dataCenter}"],
  mounts: { network: [{ volumeId: datasets, path: "/data" }] },
});
exports.status = trainer.status;
`;

async function stopByHand({ apiUrl, apiKey }: Emulator): Promise<void> {
  const answer = await fetch(`${apiUrl}/v2/pods`, { headers: { authorization: `Bearer ${apiKey}` } });
  const { pods } = (await answer.json()) as { readonly pods: readonly { readonly id: string }[] };
  await fetch(`${apiUrl}/_emulator/pod-action`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ podId: pods[0]?.id, action: "stop" }),
  });
}

/**
 * The lines that matter of a session of the `compute` command, wide and, for phones, as a narrow terminal shows them: a plan with its
 * reason and cost, drift, and a refused loss of data. Light or dark as the reader's system is.
 */
export const drawSession = (studio: Studio): Promise<void> =>
  inProject(studio, async (project) => {
    const { dir, emulator, keep } = project;
    const scenes: Scene[] = [];
    const edit = (change: Parameters<typeof program>[0]) => writeFileSync(join(dir, "index.js"), program(change));
    const run = async (words: readonly string[]) => {
      const { terminal, ended } = start({ ...project, isPiped: true }, ...words);
      await ended;
      return terminal.writes.join("").split("\n");
    };
    /** Runs a command, and keeps the lines that match one of the patterns, as far as that goes. */
    const act = async (why: string, words: readonly string[], ...patterns: readonly RegExp[]) => {
      const lines = await run(words);
      const shown = patterns.flatMap((pattern) => lines.flatMap((line) => pattern.exec(line)?.[0] ?? []).slice(0, 1));
      if (shown.length < patterns.length)
        throw new Error(`${words.join(" ")} no longer shows a line:\n${lines.join("\n")}`);
      scenes.push({ typed: `compute ${words.join(" ")}`, why, shown });
    };
    edit({});
    await run(["up", "--yes"]);
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
    for (const [name, columns] of Object.entries(pictures)) keep(name, draw(scenes, columns));
  });

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const kindOf = (line: string) =>
  /^\s*\+ /.test(line)
    ? "made"
    : /^\s*(~|\+-|\+\+) /.test(line)
      ? "changed"
      : /^\s*-{1,2} |^property|failed/.test(line)
        ? "gone"
        : "";

function wrapped(line: string, columns: number): string[] {
  const lines: string[] = [];
  const indent = `${/^ */.exec(line)?.[0]}  `;
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
function draw(scenes: readonly Scene[], columns: number): string {
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

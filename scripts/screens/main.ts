// `npm run docs -- screens`: runs commands against an emulator of its own on a virtual terminal, and draws what stood there, one
// picture for each screen in .github/pictures.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runProgram } from "../../cli/program";
import { type Emulator, startEmulator } from "../../emulator/index";
import { picture } from "./draw";
import { VirtualTerminal } from "./virtual-terminal";

/** dist/scripts/screens/main.js → the repository. */
const root = dirname(dirname(dirname(__dirname)));
const folder = join(root, ".github", "pictures");
const size = { columns: 96, rows: 30 };

const program = (count: number) => `const compute = require("pulumi-compute-platform");
const datasets = new compute.NetworkVolume("datasets", { dataCenter: "EU-XX-1", size: 100 });
const base = { image: "registry.example.com/acme/worker:1.4.0", gpu: { id: "NVIDIA L40S" }, dataCenterIds: ["EU-XX-1"] };
new compute.Fleet("workers", { count: ${count}, pod: base });
const trainer = new compute.Pod("trainer", {
  ...base,
  mounts: { network: [{ volumeId: datasets, path: "/data" }] },
  ports: ["22/tcp"],
  startSsh: true,
  stopWhenIdle: { after: "30m" },
});
exports.status = trainer.status;
`;

/* eslint-disable no-restricted-globals, no-restricted-properties -- the terminal of the pictures meets the clock, as the command's does */
const now = () => Date.now();
const everySecond = (call: () => void) => {
  const timer = setInterval(call, 1_000);
  return () => clearInterval(timer);
};
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
/* eslint-enable no-restricted-globals, no-restricted-properties */

interface Project {
  readonly dir: string;
  readonly emulator: Emulator;
  readonly env: Record<string, string | undefined>;
}

async function openProject(speed: number): Promise<Project> {
  const dir = mkdtempSync(join(tmpdir(), "screens-"));
  const emulator = await startEmulator({
    speed,
    seed: "screens",
    rateLimit: false,
  });
  const { apiUrl, apiKey } = emulator;
  mkdirSync(join(dir, "node_modules"));
  symlinkSync(root, join(dir, "node_modules", "pulumi-compute-platform"));
  symlinkSync(join(root, "node_modules", "@pulumi"), join(dir, "node_modules", "@pulumi"));
  writeFileSync(join(dir, "package.json"), '{ "private": true, "main": "index.js" }');
  writeFileSync(
    join(dir, "Pulumi.yaml"),
    "name: training\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n",
  );
  const env = {
    ...{
      PATH: process.env["PATH"],
      HOME: dir,
      COMPUTE_API_URL: apiUrl,
      COMPUTE_API_KEY: apiKey,
    },
    ...{
      PULUMI_CONFIG_PASSPHRASE: "screens",
      PULUMI_STACK: "dev",
      PULUMI_BACKEND_URL: `file://${dir}`,
    },
  };
  return { dir, emulator, env };
}

async function setFree({ apiUrl }: Emulator, free: number): Promise<void> {
  await fetch(`${apiUrl}/_emulator/capacity`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ type: "NVIDIA L40S", free }),
  });
}

/** From now on no pod has much to do. */
async function idle({ apiUrl }: Emulator): Promise<void> {
  await fetch(`${apiUrl}/_emulator/scripts`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ load: [{ afterMs: 0, percent: 2 }] }),
  });
}

/** A command that runs on a terminal of its own, and what it shows. */
const start = (project: Project, ...words: string[]) => startAt(project, now, ...words);

/** The same where a clock of ours tells the time. */
function startAt({ dir, env }: Project, now: () => number, ...words: string[]) {
  const terminal = new VirtualTerminal({
    ...size,
    cwd: dir,
    env,
    isColored: true,
    now,
    everySecond,
  });
  const ended = runProgram(terminal.io, ["node", "compute", ...words]);
  const until = async (isThere: RegExp) => {
    while (!isThere.test((await terminal.screen()).join("\n"))) await pause(50);
  };
  return { terminal, ended, until };
}

/** What stands on a terminal from this line on, or all of it. */
async function keep(name: string, label: string, terminal: VirtualTerminal, from = /^/): Promise<void> {
  const lines = await terminal.cells();
  const texts = lines.map((cells) =>
    cells
      .map(({ text }) => text)
      .join("")
      .trimEnd(),
  );
  const first = Math.max(
    0,
    texts.findIndex((text) => from.test(text)),
  );
  const last = texts.findLastIndex((text) => text !== "");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.svg`), picture(lines.slice(first, last + 1), size.columns, label));
}

const performing = /^Performing/;

async function main(): Promise<void> {
  const project = await openProject(20);
  const { dir, emulator } = project;
  try {
    writeFileSync(join(dir, "index.js"), program(30));
    const preview = start(project, "preview");
    await preview.ended;
    await keep("preview", "compute preview: a tree of what is created, with costs", preview.terminal);

    const up = start(project, "up", "--yes");
    await up.until(/1\d created, /);
    await keep("up", "compute up while it runs: created and creating pods in one line", up.terminal, performing);
    up.terminal.interrupt();
    await up.ended;
    await keep(
      "stopped",
      "compute up after Ctrl-C: what was created and what was not started",
      up.terminal,
      performing,
    );

    await start(project, "up", "--yes").ended;
    writeFileSync(join(dir, "index.js"), program(35));
    await setFree(emulator, 0);
    const failing = start(project, "up", "--yes", "--continue-on-error");
    await failing.ended;
    await keep("failure", "compute up that failed: equal errors once, and how to go on", failing.terminal, performing);
    await setFree(emulator, 100);

    writeFileSync(join(dir, "index.js"), program(4));
    await start(project, "up", "--yes").ended;
    const status = start(project, "status");
    await status.ended;
    await keep("status", "compute status: phase, utilisation and cost of each resource", status.terminal);
    const watch = start(project, "status", "--watch");
    await watch.until(/q or Ctrl-C/);
    await keep("watch", "compute status --watch: the same on the whole terminal", watch.terminal);
    watch.terminal.press("q");
    await watch.ended;

    await idle(emulator);
    const pass = (minute: number) => startAt(project, () => now() + minute * 60_000, "keep", "--once");
    for (const minute of [0, 10, 20]) await pass(minute).ended;
    const keeping = pass(30);
    await keeping.ended;
    await keep("keep", "compute keep: a pass that stops a pod which has idled for half an hour", keeping.terminal);
  } finally {
    await emulator.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

void main();

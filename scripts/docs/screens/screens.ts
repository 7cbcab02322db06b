import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram } from "../../../cli/program";
import { type Emulator, startEmulator } from "../../../emulator/index";
import type { Ambient } from "../../../engine/index";
import { picture } from "./draw";
import { VirtualTerminal } from "./virtual-terminal";

/** Takes a picture by its name. */
export type Keep = (name: string, svg: string) => void;

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
  env: { PUBLIC_KEY: "ssh-ed25519 AAAA me@laptop" },
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

type Env = Readonly<Record<string, string | undefined>>;

/** What the screens are made with: the repository that the program imports, the speed of its platform, and what an engine gets. */
export interface Studio {
  readonly root: string;
  readonly speed: number;
  readonly ambient?: (env: Env) => Ambient;
  readonly keep: Keep;
}

interface Project extends Studio {
  readonly dir: string;
  readonly emulator: Emulator;
  readonly env: Env;
  /** The commands write to no terminal. */
  readonly isPiped?: boolean;
}

/** Runs in a new project on an emulator of its own. */
export async function inProject(studio: Studio, run: (project: Project) => Promise<void>): Promise<void> {
  const { root, speed } = studio;
  const dir = mkdtempSync(join(tmpdir(), "screens-"));
  const emulator = await startEmulator({ speed, seed: "screens", rateLimit: false });
  try {
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
      PATH: process.env["PATH"],
      HOME: dir,
      COMPUTE_API_URL: apiUrl,
      COMPUTE_API_KEY: apiKey,
      PULUMI_CONFIG_PASSPHRASE: "screens",
      PULUMI_STACK: "dev",
      PULUMI_BACKEND_URL: `file://${dir}`,
    };
    await run({ ...studio, dir, emulator, env });
  } finally {
    await emulator.close();
    rmSync(dir, { recursive: true, force: true });
  }
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

/** A command that runs on its own terminal, and its screen. */
export const start = (project: Project, ...words: string[]) => startAt(project, now, ...words);

/** The same with our own clock. */
function startAt({ dir, env, ambient, isPiped = false }: Project, now: () => number, ...words: string[]) {
  const terminal = new VirtualTerminal({ ...size, cwd: dir, env, isPiped, isColored: !isPiped, now, everySecond });
  const io = { ...terminal.io, ...(ambient && { ambient: ambient(env) }) };
  const ended = runProgram(io, ["node", "compute", ...words]);
  const until = async (isThere: RegExp) => {
    while (!isThere.test((await terminal.screen()).join("\n"))) await pause(50);
  };
  return { terminal, ended, until };
}

/** What stands on a terminal from this line on, or all of it, as a picture. */
async function pictureOf(label: string, terminal: VirtualTerminal, from = /^/): Promise<string> {
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
  return picture(lines.slice(first, last + 1), size.columns, label);
}

const performing = /^Performing/;

/** Screens of an `up` at a moment of it, which no two runs share. */
export const drawMoments = (studio: Studio): Promise<void> =>
  inProject(studio, async (project) => {
    const { dir, keep } = project;
    writeFileSync(join(dir, "index.js"), program(30));
    const { terminal, ended, until } = start(project, "up", "--yes");
    await until(/1\d created, /);
    keep(
      "up",
      await pictureOf("compute up while it runs: created and creating pods in one line", terminal, performing),
    );
    terminal.interrupt();
    await ended;
    const stopped = "compute up after Ctrl-C: what was created and what was not started";
    keep("stopped", await pictureOf(stopped, terminal, performing));
  });

/** Screens that stand at the end of a command; two runs differ in numbers only. */
export const drawEnds = (studio: Studio): Promise<void> =>
  inProject(studio, async (project) => {
    const { dir, emulator, keep } = project;
    writeFileSync(join(dir, "index.js"), program(30));
    const preview = start(project, "preview");
    await preview.ended;
    keep("preview", await pictureOf("compute preview: a tree of what is created, with costs", preview.terminal));

    await start(project, "up", "--yes").ended;
    writeFileSync(join(dir, "index.js"), program(35));
    await setFree(emulator, 0);
    const failing = start(project, "up", "--yes", "--continue-on-error");
    await failing.ended;
    const failed = "compute up that failed: equal errors once, and how to go on";
    keep("failure", await pictureOf(failed, failing.terminal, performing));
    await setFree(emulator, 100);

    writeFileSync(join(dir, "index.js"), program(4));
    await start(project, "up", "--yes").ended;
    const status = start(project, "status");
    await status.ended;
    keep("status", await pictureOf("compute status: phase, utilisation and cost of each resource", status.terminal));
    const watch = start(project, "status", "--watch");
    await watch.until(/q or Ctrl-C/);
    keep("watch", await pictureOf("compute status --watch: the same on the whole terminal", watch.terminal));
    watch.terminal.press("q");
    await watch.ended;

    await idle(emulator);
    const pass = (minute: number) => startAt(project, () => now() + minute * 60_000, "keep", "--once");
    for (const minute of [0, 10, 20]) await pass(minute).ended;
    const keeping = pass(30);
    await keeping.ended;
    const idled = "compute keep: a pass that stops a pod which has idled for half an hour";
    keep("keep", await pictureOf(idled, keeping.terminal));
  });

import { transformFileSync } from "@swc/core";
import { spawn } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";
import type { Workspace } from "./workspace";

const sources = path.join(__dirname, "../../../engine");

/**
 * Runs `up` in a process of its own and counts its steps on the disk: opening a file, writing it, renaming it, each
 * before and after. At the one of the number DIE_AT the process is killed; in a write, when half of it is written.
 */
const runner = `
const fs = require("node:fs/promises");
const child = require("node:child_process");
const pids = [];
const { spawn } = child;
child.spawn = (...args) => {
  const started = spawn(...args);
  pids.push(started.pid);
  require("node:fs").writeFileSync("pids.json", JSON.stringify(pids));
  return started;
};
let count = 0;
const dieAt = Number(process.env.DIE_AT);
const point = () => {
  if (count++ === dieAt) process.kill(process.pid, "SIGKILL");
};
const { open, rename } = fs;
fs.open = async (...args) => {
  point();
  const handle = await open(...args);
  const write = handle.writeFile.bind(handle);
  handle.writeFile = async (text) => {
    if (count === dieAt) await write(text.slice(0, text.length / 2));
    point();
    await write(text);
    point();
  };
  return handle;
};
fs.rename = async (...args) => {
  point();
  await rename(...args);
  point();
};
const { LocalStack } = require("./engine/index.js");
(async () => {
  const stack = await LocalStack.open({ stack: "dev", backendUrl: process.env.STATE, passphrase: process.env.OPENS });
  const { result } = await stack.up();
  console.log(JSON.stringify({ result, count }));
})();
`;

/** Puts the engine, compiled, and the runner into the workspace's directory. */
export function installRunner(workspace: Workspace): void {
  const out = path.join(workspace.dir, "engine");
  fs.mkdirSync(out);
  for (const name of fs.readdirSync(sources)) {
    const { code } = transformFileSync(path.join(sources, name), {
      jsc: { target: "es2022", parser: { syntax: "typescript" } },
      module: { type: "commonjs" },
    });
    fs.writeFileSync(path.join(out, name.replace(/\.ts$/, ".js")), code);
  }
  workspace.write("runner.js", runner);
}

/** How the engine's process ended: with a result and the number of its steps on the disk, or killed at one. */
export async function runEngine(
  workspace: Workspace,
  dieAt: number,
): Promise<{ killed: boolean; result?: string; count?: number }> {
  fs.rmSync(path.join(workspace.dir, "pids.json"), { force: true });
  const env = { ...process.env, ...workspace.env, STATE: workspace.backendUrl, OPENS: workspace.passphrase };
  const engine = spawn(process.execPath, ["runner.js"], {
    cwd: workspace.dir,
    env: { ...env, DIE_AT: String(dieAt) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let out = "";
  engine.stdout.on("data", (chunk) => (out += String(chunk)));
  const signal = await new Promise((resolve) => engine.once("close", (_, name) => resolve(name)));
  // What the engine started ends with it, told by nobody.
  for (const pid of JSON.parse(workspace.read("pids.json") ?? "[]") as number[]) await ended(pid);
  return signal === "SIGKILL" ? { killed: true } : { killed: false, ...(JSON.parse(out) as object) };
}

async function ended(pid: number): Promise<void> {
  const isAlive = (): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  while (isAlive()) await new Promise((wait) => setImmediate(wait));
}

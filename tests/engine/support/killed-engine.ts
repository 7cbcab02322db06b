import { transformFileSync } from "@swc/core";
import { spawn } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";
import type { Workspace } from "./workspace";
import { until } from "../../support/until";

const root = path.join(__dirname, "../../..");

/**
 * Runs `up` in a process of its own and counts its steps on the disk: opening a file, writing it, renaming it, each
 * before and after. At the one of the number DIE_AT the process is killed; in a write, when half of it is written.
 */
const runner = `
const fs = require("node:fs");
const child = require("node:child_process");
const { openSync, writeFileSync, renameSync } = fs;
const pids = [];
const { spawn } = child;
child.spawn = (...args) => {
  const started = spawn(...args);
  pids.push(started.pid);
  writeFileSync("pids.json", JSON.stringify(pids));
  return started;
};
let count = 0;
const dieAt = Number(process.env.DIE_AT);
const point = () => {
  if (count++ === dieAt) process.kill(process.pid, "SIGKILL");
};
fs.openSync = (...args) => {
  point();
  return openSync(...args);
};
fs.writeFileSync = (file, text) => {
  if (count === dieAt) writeFileSync(file, text.slice(0, text.length / 2));
  point();
  writeFileSync(file, text);
  point();
};
fs.renameSync = (...args) => {
  point();
  renameSync(...args);
  point();
};
const { LocalStack } = require("./engine/index.js");
const { systemAmbient } = require("./engine/ambient.js");
// How often deletes are saved depends on the time that saving takes: here it takes none, so that each is.
const ambient = { ...systemAmbient, now: () => Date.UTC(2026, 0, 1) };
(async () => {
  const stack = await LocalStack.open({ stack: "dev", backendUrl: process.env.STATE, passphrase: process.env.OPENS, ambient });
  const { result } = await stack.up();
  console.log(JSON.stringify({ result, count }));
})();
`;

/** Puts the engine, compiled, and the runner into the workspace's directory. */
export function installRunner(workspace: Workspace): void {
  for (const folder of ["engine", "disk", "values"]) {
    const sources = fs.readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" });
    for (const name of sources.filter((file) => file.endsWith(".ts"))) {
      const { code } = transformFileSync(path.join(root, folder, name), {
        jsc: { target: "es2022", parser: { syntax: "typescript" } },
        module: { type: "commonjs" },
      });
      const compiled = path.join(workspace.dir, folder, name.replace(/\.ts$/, ".js"));
      fs.mkdirSync(path.dirname(compiled), { recursive: true });
      fs.writeFileSync(compiled, code);
    }
  }
  workspace.write("runner.js", runner);
}

/** How the engine's process ended: with a result and the number of its steps on the disk, or killed at one. */
export async function runEngine(
  workspace: Workspace,
  dieAt: number,
  uid?: number,
): Promise<{ killed: boolean; result?: string; count?: number }> {
  fs.rmSync(path.join(workspace.dir, "pids.json"), { force: true });
  const env = { ...process.env, ...workspace.env, STATE: workspace.backendUrl, OPENS: workspace.passphrase };
  const engine = spawn(process.execPath, ["runner.js"], {
    cwd: workspace.dir,
    env: { ...env, DIE_AT: String(dieAt) },
    stdio: ["ignore", "pipe", "inherit"],
    ...(uid === undefined ? {} : { uid, gid: uid }),
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
  await until(() => !isAlive());
}

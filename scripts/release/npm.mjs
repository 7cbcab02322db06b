// Runs the npm that runs this script, so that it also works where npm is a shell script that Node cannot start.
import { execFileSync } from "node:child_process";
import { basename } from "node:path";
import { root } from "../build/build.mjs";

/** What npm wrote to stdout. Fails with npm's own message when npm does. */
export function npm(args, { cwd = root } = {}) {
  const path = process.env.npm_execpath;
  const isNpm = path && basename(path) === "npm-cli.js";
  const [command, first] = isNpm ? [process.execPath, [path]] : [process.platform === "win32" ? "npm.cmd" : "npm", []];
  return execFileSync(command, [...first, ...args], {
    cwd,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "pipe"],
    shell: command.endsWith(".cmd"),
  });
}

import { execFile } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { temporaryFolder } from "../support/temporary-folder";

export const root = resolve(__dirname, "..", "..");

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs one of the repository's scripts, or that of a copy. */
export function runScript(folder: string, script: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  return new Promise<Ran>((resolved) => {
    const options = { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, [join(folder, script), ...args], options, (error, out, err) => {
      resolved({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}

/** A folder that holds the release scripts and these files; what is no text is written as JSON. */
export function releaseCheckout(files: Readonly<Record<string, unknown>>): string {
  const folder = temporaryFolder("release");
  const scripts = ["build", "release"];
  for (const name of scripts) cpSync(join(root, "scripts", name), join(folder, "scripts", name), { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === "string" ? content : JSON.stringify(content));
  }
  return folder;
}

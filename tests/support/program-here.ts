import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { systemAmbient } from "../../engine/ambient";
import type { Ambient } from "../../engine";
import type { Child, ChildOptions } from "../../engine/program/child";
import { runInlineProgram } from "../../engine/program/inline-program";
import { runHere } from "../examples/run-here";

/**
 * Runs a project's program in this process in place of one of its own, which takes longer to start than most operations
 * last. Its environment is this process's until it ends: only one runs at a time.
 */
export function programHere({ args, env, onLine }: ChildOptions): Child {
  const given = (flag: string) => args[args.indexOf(flag) + 1] ?? "";
  const folder = given("--pwd");
  const secret = new Set(JSON.parse(env["PULUMI_CONFIG_SECRET_KEYS"] ?? "[]") as string[]);
  const values = Object.entries(JSON.parse(env["PULUMI_CONFIG"] ?? "{}") as Record<string, string>);
  let exit!: (code: number) => void;
  const before = { ...process.env };
  Object.assign(process.env, env);
  const exited = new Promise<number>((resolve) => {
    exit = resolve;
  }).finally(() => {
    for (const name of Object.keys(env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  });
  const fail = (error: unknown) => {
    onLine(String(error instanceof Error ? error.stack : error), "stderr");
    exit(1);
  };
  void runInlineProgram({
    program: () => runHere(mainOf(folder, args.at(-1) ?? "."), folder),
    programDir: folder,
    project: given("--project"),
    stack: given("--stack"),
    address: given("--monitor"),
    dryRun: args.includes("--dry-run"),
    parallel: Number(given("--parallel")),
    config: new Map(values.map(([key, value]) => [key, { value, secret: secret.has(key), secrets: [] }])),
    onThrow: fail,
    stopped: exited.then(() => undefined),
  }).then(() => exit(0), fail);
  return { exited, signal: () => exit(128) };
}

function mainOf(folder: string, entryPoint: string): string {
  if (entryPoint !== ".") return join(folder, entryPoint);
  const file = join(folder, "package.json");
  const { main = "index.js" } = (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}) as { main?: string };
  return join(folder, existsSync(join(folder, main)) ? main : "index.ts");
}

/** What a stack is opened with for it. */
export const programsHere: Ambient = { ...systemAmbient, startProgram: programHere };

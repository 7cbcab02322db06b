import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/** A child process in its own process group, so that a Ctrl-C at the terminal does not reach it. */
export interface Child {
  /** Exit code, or 128 + signal number as shells have it. */
  readonly exited: Promise<number>;
  signal(name: NodeJS.Signals): void;
}

export interface ChildOptions {
  /** Node, if left out. */
  readonly command?: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly onLine: (line: string, from: "stdout" | "stderr") => void;
  /** Opens the pipe by which the child notices our end, of any cause. */
  readonly lifeline?: boolean;
}

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) kill(child, "SIGKILL");
});

export function startChild(options: ChildOptions): Child {
  const { command = process.execPath, args, cwd, env, onLine, lifeline = false } = options;
  const child = spawn(command, args, {
    cwd,
    env,
    // Windows runs npm's files in `.bin` only through its shell.
    shell: process.platform === "win32" && command.endsWith(".cmd"),
    stdio: ["ignore", "pipe", "pipe", lifeline ? "pipe" : "ignore"],
    detached: true,
  }) as ChildProcessByStdio<null, Readable, Readable>;
  running.add(child);
  const drained = Promise.all([lines(child.stdout, "stdout", onLine), lines(child.stderr, "stderr", onLine)]);
  const exited = new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      running.delete(child);
      // Grandchildren may hold the pipes open, so only data that is already in them is awaited.
      const finish = () => resolve(code ?? (signal ? 128 : 1));
      void Promise.race([drained, new Promise((wait) => setImmediate(() => setImmediate(wait)))]).then(finish, finish);
    });
  });
  return { exited, signal: (name) => kill(child, name) };
}

function kill(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    child.kill(signal); // no such group yet, or not on this platform
  }
}

function lines(stream: Readable, from: "stdout" | "stderr", onLine: ChildOptions["onLine"]): Promise<void> {
  const reader = createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY });
  reader.on("line", (line) => onLine(line, from));
  return new Promise((resolve) => reader.once("close", resolve));
}

/** The environment without the variables that decrypt the state, and with no proxy for local calls of gRPC. */
export function childEnv(env: NodeJS.ProcessEnv, added: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !name.startsWith("PULUMI_CONFIG_PASSPHRASE"));
  const direct = [env["no_grpc_proxy"] || env["no_proxy"] || [], "127.0.0.1", "localhost"].flat().join(",");
  return { ...Object.fromEntries(kept), no_grpc_proxy: direct, ...added };
}

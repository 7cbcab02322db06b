#!/usr/bin/env node
import { createInterface } from "node:readline/promises";
import { CommanderError } from "commander";
import { CommandFailure, type Io, type Output } from "./io";
import { createProgram } from "./program";

function outputOf(stream: NodeJS.WriteStream): Output {
  return {
    isTTY: stream.isTTY,
    // A terminal that does not tell its size says 0; one that is resized says another than before.
    get columns() {
      return stream.columns || 100;
    },
    write: (text) => {
      stream.write(text);
    },
  };
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

/* eslint-disable no-restricted-globals, no-restricted-properties -- the one place where the command meets the clock */
const clock = {
  now: () => Date.now(),
  everySecond: (call: () => void) => {
    const timer = setInterval(call, 1_000);
    timer.unref();
    return () => clearInterval(timer);
  },
};
/* eslint-enable no-restricted-globals, no-restricted-properties */

/**
 * The first Ctrl-C asks to stop and lets running steps finish; the second one gives up on them, or ends the process
 * where nobody minds; the third one does so in any case.
 */
function stopping(): Pick<Io, "signal" | "onInsist"> {
  const controller = new AbortController();
  const listeners = new Set<() => void>();
  let insisted = false;
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.on(name, () => {
      if (!controller.signal.aborted) return controller.abort(new CommandFailure(`stopped by ${name}`, 130));
      if (insisted || listeners.size === 0) process.exit(130);
      insisted = true;
      for (const listener of listeners) listener();
    });
  }
  const onInsist = (call: () => void) => {
    listeners.add(call);
    return () => void listeners.delete(call);
  };
  return { signal: controller.signal, onInsist };
}

async function main(): Promise<number> {
  const io: Io = {
    env: process.env,
    cwd: process.cwd(),
    stdout: outputOf(process.stdout),
    stderr: outputOf(process.stderr),
    isInteractive: process.stdin.isTTY && process.stdout.isTTY && process.stderr.isTTY,
    ...stopping(),
    ...clock,
    ask,
  };
  try {
    await createProgram(io).parseAsync(process.argv);
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    io.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof CommandFailure ? error.exitCode : 1;
  }
}

void main().then((code) => {
  process.exitCode = code;
});

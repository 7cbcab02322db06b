#!/usr/bin/env node
import { createInterface } from "node:readline/promises";
import { CommanderError } from "commander";
import { CommandFailure, type Io } from "./io";
import { outputOf, stopping } from "./process-io";
import { createProgram } from "./program";

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

async function main(): Promise<number> {
  const { stop, ...stops } = stopping();
  const onLost = () => stop(new CommandFailure("nobody reads the output any more", 141));
  const io: Io = {
    env: process.env,
    cwd: process.cwd(),
    stdout: outputOf(process.stdout, onLost),
    stderr: outputOf(process.stderr, onLost),
    isInteractive: process.stdin.isTTY && process.stdout.isTTY && process.stderr.isTTY,
    ...stops,
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

#!/usr/bin/env node
import { text as readAll } from "node:stream/consumers";
import { commandHere } from "../disk/command";
import { openScreen } from "./full-screen";
import { CommandFailure, type Io } from "./io";
import { outputOf, runHere, stopping } from "./process-io";
import { runProgram } from "./program";
import { prompt } from "./prompt";

const terminal = { input: process.stdin, output: process.stderr };

/* eslint-disable no-restricted-globals, no-restricted-properties -- the one place where the command meets the clock */
const clock = {
  now: () => Date.now(),
  everySecond: (call: () => void, isAwaited = false) => {
    const timer = setInterval(call, 1_000);
    if (!isAwaited) timer.unref();
    return () => clearInterval(timer);
  },
};
/* eslint-enable no-restricted-globals, no-restricted-properties */

const onExit = (call: () => void) => {
  process.once("exit", call);
  return () => void process.off("exit", call);
};

async function main(): Promise<number> {
  const { stop, ...stops } = stopping();
  const onLost = () => stop(new CommandFailure("The program that read the output has ended.", 141));
  let called: string | undefined;
  const io: Io = {
    env: process.env,
    cwd: process.cwd(),
    get called() {
      return (called ??= commandHere(process.env, process.cwd()));
    },
    stdout: outputOf(process.stdout, process.env, onLost),
    stderr: outputOf(process.stderr, process.env, onLost),
    isInteractive: process.stdin.isTTY && process.stdout.isTTY && process.stderr.isTTY,
    isTyped: process.stdin.isTTY,
    ...stops,
    ...clock,
    ask: (question) => prompt(terminal, question, stops),
    askHidden: (question) => prompt(terminal, question, { ...stops, isHidden: true }),
    input: () => readAll(process.stdin),
    openScreen: (...calls) => openScreen({ input: process.stdin, output: process.stdout, onExit }, ...calls),
    run: (program, args) => runHere(program, args, stops.signal),
  };
  return runProgram(io, process.argv);
}

void main().then((code) => {
  process.exitCode = code;
});

import { randomBytes, randomUUID } from "node:crypto";
import { type Child, type ChildOptions, startChild } from "./program/child";

/** Time, random bytes, ids and processes: everything that the engine takes from the system. Tests pass their own. */
export interface Ambient {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly uuid: () => string;
  readonly bytes: (count: number) => Buffer;
  /** Calls back once after this time, unless the returned function is called first. `isNeeded` keeps the process alive. */
  readonly after: (ms: number, call: () => void, isNeeded?: boolean) => () => void;
  readonly start: (options: ChildOptions) => Child;
  /** Starts a program's process. */
  readonly startProgram: (options: ChildOptions) => Child;
}

/* eslint-disable no-restricted-globals, no-restricted-properties -- the one place where the engine takes time and chance from the machine */
export const systemAmbient: Ambient = {
  now: () => Date.now(),
  uuid: () => randomUUID(),
  bytes: (count) => randomBytes(count),
  after: (ms, call, isNeeded = false) => {
    const timer = setTimeout(call, ms);
    if (!isNeeded) timer.unref();
    return () => clearTimeout(timer);
  },
  start: startChild,
  startProgram: startChild,
};

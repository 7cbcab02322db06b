import { spawn } from "node:child_process";
import { constants } from "node:os";
import { wantsColor } from "./paint";
import { CommandFailure, type Io, type Output } from "./io";

/**
 * Output to a stream of this process. `onLost` is called once the reader is gone (`compute … | head`); later output is
 * dropped, instead of ending the process in the middle of a create.
 */
export function outputOf(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv, onLost: () => void): Output {
  stream.on("error", onLost);
  const write = (text: string) => {
    if (stream.writable) stream.write(text);
  };
  return {
    isTTY: stream.isTTY,
    // A terminal without a known size reports 0; a resized one reports a new size.
    get columns() {
      return stream.columns || 100;
    },
    get rows() {
      return stream.rows || 24;
    },
    isColored: wantsColor(env, stream.isTTY),
    write,
    writePainted: write,
    safe: (text) => text,
    inLine: (value) => value,
    isLive: stream.isTTY && env["TERM"] !== "dumb",
  };
}

/**
 * The first Ctrl-C asks to stop and lets running steps finish. The second gives up on them, or ends the process if nobody
 * listens; the third always ends it. A lost terminal or reader only asks to stop.
 */
export function stopping(): Pick<Io, "signal" | "onInsist"> & { readonly stop: (reason: CommandFailure) => void } {
  const controller = new AbortController();
  const listeners = new Set<() => void>();
  let insisted = false;
  const stop = (reason: CommandFailure) => {
    if (!controller.signal.aborted) controller.abort(reason);
  };
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.on(name, () => {
      if (!controller.signal.aborted) return stop(new CommandFailure(`Stopped by ${name}.`, 130));
      if (insisted || listeners.size === 0) process.exit(130);
      insisted = true;
      for (const listener of listeners) listener();
    });
  }
  process.on("SIGHUP", () => stop(new CommandFailure("Stopped by SIGHUP.", 129)));
  const onInsist = (call: () => void) => {
    listeners.add(call);
    return () => void listeners.delete(call);
  };
  return { signal: controller.signal, onInsist, stop };
}

/**
 * Runs a program with exclusive use of this process's terminal. It ends with the command: a script's signal, unlike Ctrl-C on
 * a terminal, reaches only this process.
 */
export function runHere(program: string, args: readonly string[], signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: "inherit" });
    const end = () => void child.kill();
    if (signal.aborted) end();
    signal.addEventListener("abort", end, { once: true });
    child.on("error", reject);
    child.on("close", (code, by) => {
      signal.removeEventListener("abort", end);
      resolve(code ?? 128 + (by === null ? 0 : constants.signals[by]));
    });
  });
}

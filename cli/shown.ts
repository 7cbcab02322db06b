import { visible, visibleInLine } from "../client/visible";
import type { Io, Output } from "./io";

/**
 * The world of a command in which everything that it prints is made visible, so that what the platform, a state or a program
 * says can neither steer a terminal nor speak to a CI system. This is the one place; what is printed by whatever way comes
 * through here.
 *
 * @param isRaw asked each time, since flags are read after the world is made.
 */
export function shown(world: Io, isRaw: () => boolean): Io {
  const shownText = (text: string) => (isRaw() ? text : visible(text));
  return {
    ...{ env: world.env, cwd: world.cwd, signal: world.signal },
    ...{ isInteractive: world.isInteractive, isTyped: world.isTyped },
    stdout: filtered(world.stdout, isRaw),
    stderr: filtered(world.stderr, isRaw),
    onInsist: (call) => world.onInsist(call),
    now: () => world.now(),
    everySecond: (call) => world.everySecond(call),
    ask: (question) => world.ask(shownText(question)),
    askHidden: (question) => world.askHidden(shownText(question)),
    input: () => world.input(),
  };
}

const filtered = (output: Output, isRaw: () => boolean): Output => ({
  isTTY: output.isTTY,
  get columns() {
    return output.columns;
  },
  write: (text) => output.write(isRaw() ? text : visible(text)),
  inLine: (value) => (isRaw() ? value : visibleInLine(value)),
  erase: (lines) => output.erase(lines),
});

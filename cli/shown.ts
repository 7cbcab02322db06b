import { allowEnvironmentKey } from "../client/settings/settings";
import { visible, visibleInLine } from "../client/errors/visible";
import type { Io, Output } from "./io";

/** Flags that every command takes. */
export interface GlobalFlags {
  readonly raw?: boolean;
  readonly allowEnvironmentKey?: string;
  readonly color?: string;
}

/** A world, and whether something that it printed was made visible. */
export interface Shown {
  readonly io: Io;
  readonly isAltered: () => boolean;
}

/**
 * The world of a command in which everything that it prints is made visible, so that what the platform, a state or a program
 * says can neither steer a terminal nor speak to a CI system. This is the one place; what is printed by whatever way comes
 * through here.
 *
 * @param flags asked each time, since they are read after the world is made.
 */
export function shown(world: Io, flags: () => GlobalFlags): Shown {
  let isAltered = false;
  const through = (show: (text: string) => string) => (text: string) => {
    if (flags().raw) return text;
    const safe = show(text);
    isAltered ||= safe !== text;
    return safe;
  };
  const text = through(visible);
  const inLine = through(visibleInLine);
  const filtered = (output: Output): Output => ({
    isTTY: output.isTTY,
    get columns() {
      return output.columns;
    },
    get rows() {
      return output.rows;
    },
    get isColored() {
      const { color } = flags();
      return color === "always" || (color !== "never" && output.isColored);
    },
    write: (written) => output.write(text(written)),
    writePainted: (written) => output.writePainted(written),
    safe: text,
    inLine,
    erase: (lines) => output.erase(lines),
  });
  const io: Io = {
    ...{ cwd: world.cwd, signal: world.signal, isInteractive: world.isInteractive, isTyped: world.isTyped },
    get env() {
      const { allowEnvironmentKey: host } = flags();
      return host === undefined ? world.env : { ...world.env, [allowEnvironmentKey]: host };
    },
    stdout: filtered(world.stdout),
    stderr: filtered(world.stderr),
    onInsist: (call) => world.onInsist(call),
    now: () => world.now(),
    everySecond: (call) => world.everySecond(call),
    ask: (question) => world.ask(text(question)),
    askHidden: (question) => world.askHidden(text(question)),
    input: () => world.input(),
    openScreen: (onKey, onResize) => world.openScreen(onKey, onResize),
    run: (program, args) => world.run(program, args),
  };
  return { io, isAltered: () => isAltered };
}

import { allowEnvironmentKey } from "../client/settings/variables";
import { withCommand } from "../disk/command";
import { quoted } from "../values/shell";
import { visible, visibleInLine } from "../client/errors/visible";
import { resolve } from "node:path";
import type { Io, Output } from "./io";

/** The flags of every command. */
export interface GlobalFlags {
  readonly raw?: boolean;
  readonly allowEnvironmentKey?: string;
  readonly color?: string;
  readonly cwd?: string;
}

/** What is known of the command that runs, once its options are read. */
export interface Running {
  /** The stack that the command line or the environment names. */
  readonly stack?: string | undefined;
  /** Its output is data of the project, which is printed as it is. */
  readonly printsData?: boolean;
}

/** The `Io` of a command, and whether any of its output was made visible. */
export interface Shown {
  readonly io: Io;
  readonly isAltered: () => boolean;
}

/**
 * The `Io` of a command, with control characters in all output made visible, so that texts of the platform, a state or a
 * program can neither control a terminal nor command a CI system; and with printed commands as the person's shell calls
 * them. All output passes through here.
 *
 * @param flags called each time, because they are parsed later, as is `running`.
 */
export function shown(outer: Io, flags: () => GlobalFlags, running: () => Running): Shown {
  let isAltered = false;
  const inFolder = (command: string) => {
    const { cwd } = flags();
    return cwd === undefined ? command : `${command} -C ${quoted(cwd)}`;
  };
  const called = () => inFolder(outer.called);
  const through = (show: (text: string) => string, isData: () => boolean) => (text: string) => {
    const said = isData() ? text : withCommand(text, called, running().stack, inFolder("pulumi"));
    if (flags().raw) return said;
    const safe = show(said);
    isAltered ||= safe !== said;
    return safe;
  };
  const asked = through(visible, () => false);
  const filtered = (output: Output, isData: () => boolean): Output => ({
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
    write: (written) => output.write(through(visible, isData)(written)),
    writePainted: (written) => output.writePainted(written),
    safe: through(visible, isData),
    inLine: through(visibleInLine, isData),
    isLive: output.isLive,
  });
  const io: Io = {
    ambient: outer.ambient,
    clock: outer.clock,
    get cwd() {
      return resolve(outer.cwd, flags().cwd ?? ".");
    },
    get called() {
      return called();
    },
    signal: outer.signal,
    isInteractive: outer.isInteractive,
    isTyped: outer.isTyped,
    get env() {
      const { allowEnvironmentKey: host } = flags();
      return host === undefined ? outer.env : { ...outer.env, [allowEnvironmentKey]: host };
    },
    get stack() {
      return running().stack;
    },
    stdout: filtered(outer.stdout, () => running().printsData ?? false),
    stderr: filtered(outer.stderr, () => false),
    onInsist: (call) => outer.onInsist(call),
    now: () => outer.now(),
    everySecond: (call, isAwaited) => outer.everySecond(call, isAwaited),
    ask: (question) => outer.ask(asked(question)),
    askHidden: (question) => outer.askHidden(asked(question)),
    input: () => outer.input(),
    openScreen: (onKey, onResize) => outer.openScreen(onKey, onResize),
    run: (program, args) => outer.run(program, args),
  };
  return { io, isAltered: () => isAltered };
}

/** A length of time for people: `8 s`, `2 min 05 s`, `3 h 20 min`, `4 d 2 h`. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const [minutes, hours, days] = [Math.floor(seconds / 60), Math.floor(seconds / 3_600), Math.floor(seconds / 86_400)];
  if (minutes === 0) return `${seconds} s`;
  if (hours === 0) return `${minutes} min ${two(seconds % 60)} s`;
  if (days === 0) return `${hours} h ${two(minutes % 60)} min`;
  return `${days} d ${hours % 24} h`;
}

const two = (value: number): string => String(value).padStart(2, "0");

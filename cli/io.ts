import type { Command } from "commander";
import type { Ambient } from "../engine/index";
import { paint, type Part, withTexts } from "./paint";
import { wrapped } from "./terminal/text";

/** Everything that a command reads or writes besides files and the platform. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Results: tables, JSON, addresses, how an operation goes. */
  readonly stdout: Output;
  /** Warnings, errors, and how an operation goes while JSON is written to stdout. */
  readonly stderr: Output;
  /** Whether somebody is there to answer a question. */
  readonly isInteractive: boolean;
  /** Aborted when the user asks to stop (Ctrl-C). */
  readonly signal: AbortSignal;
  /**
   * Calls back when the user insists (a second Ctrl-C), until the returned function is called. While nobody listens, a
   * second Ctrl-C ends the process.
   */
  readonly onInsist: (call: () => void) => () => void;
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once a second until the returned function is called. Keeps the process alive only if it is awaited. */
  everySecond(call: () => void, isAwaited?: boolean): () => void;
  /** Asks a question on the terminal; only called when `isInteractive` or, at least, `isTyped`. */
  ask(question: string): Promise<string>;
  /** Asks a question without echoing the answer, for secrets. */
  askHidden(question: string): Promise<string>;
  /** Whether input comes from a keyboard, wherever output goes; otherwise from a pipe or a file. */
  readonly isTyped: boolean;
  /** All that is piped in, to its end; only called when not `isTyped`. */
  input(): Promise<string>;
  /** Takes the whole terminal, tells keys, and asks for another drawing when the size changes; only called when `isInteractive`. */
  openScreen(onKey: (key: string) => void, onResize: () => void): Screen;
  /** Runs a program on this terminal. Answers its exit code. Rejects where it can't be started. */
  run(program: string, args: readonly string[]): Promise<number>;
  /** What the engine takes from the system, where it is not the system's. */
  readonly ambient?: Ambient | undefined;
}

/** The whole terminal. */
export interface Screen {
  /** Lines, from the top, with colours of ours in them around texts that are `safe`. */
  draw(lines: readonly string[]): void;
  /** Gives the terminal back as it was. */
  close(): void;
}

export interface Output {
  readonly isTTY: boolean;
  readonly columns: number;
  readonly rows: number;
  readonly isColored: boolean;
  /** Whole lines. */
  write(text: string): void;
  /** Whole lines with colours of ours in them, around texts that are `safe`. */
  writePainted(text: string): void;
  /** Text of several lines in which nothing can steer the terminal. */
  readonly safe: (text: string) => string;
  /** A value as it is shown in a line, of which it can make no more than one. */
  inLine(value: string): string;
  /** A terminal whose lines can be taken back and drawn anew: no pipe, and no TERM=dumb. */
  readonly isLive: boolean;
}

/** A mistake of the user or a failure with nothing to add: printed without a stack, ends with this exit code. */
export class CommandFailure extends Error {
  override readonly name = "CommandFailure";
  constructor(
    message: string,
    readonly exitCode = 1,
    /** What was printed says it already. */
    readonly isTold = message === "",
  ) {
    super(message);
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** How wide a table may be: as wide as it likes where nobody looks. */
export const widthOf = ({ isTTY, columns }: Output): number => (isTTY ? columns : Infinity);

export function writeLine(output: Output, line: string): void {
  output.write(`${line}\n`);
}

/** Sentences, folded between words where a terminal is too narrow for them. */
export function writeSentences(output: Output, parts: readonly Part[]): void {
  for (const line of sentenceLines(output, parts)) output.writePainted(`${line}\n`);
}

/** The same as the lines that they take. */
export const sentenceLines = (output: Output, parts: readonly Part[]): string[] =>
  wrapped(painted(output, parts), widthOf(output));

/** A line in colours, where they are shown, with texts that can't steer the terminal. */
export const painted = (output: Output, parts: readonly Part[]): string =>
  paint(withTexts(parts, output.safe), output.isColored);

/** A line in colours, where they are shown. */
export function writeParts(output: Output, parts: readonly Part[]): void {
  output.writePainted(`${painted(output, parts)}\n`);
}

/** Adds a command. It loads what is heavy only when it runs, so that `compute --help` stays quick. */
export type Register = (program: Command, io: Io) => void;

import type { Command } from "commander";
import type { Clock } from "../client/index";
import type { Ambient } from "../engine/index";
import { paint, type Part, withTexts } from "./paint";
import { wrapped } from "./terminal/text";

/** Everything that a command reads or writes besides files and the platform. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** How the person's shell calls this command: `npx compute`. All printed commands begin with it. */
  readonly called: string;
  /** The stack that the command line or the environment names. All printed commands name it too. */
  readonly stack?: string | undefined;
  /** Results: tables, JSON, addresses, the progress of an operation. */
  readonly stdout: Output;
  /** Warnings, errors, and the progress of an operation while JSON is written to stdout. */
  readonly stderr: Output;
  /** Whether somebody can answer a question. */
  readonly isInteractive: boolean;
  /** Aborted when the user asks to stop (Ctrl-C). */
  readonly signal: AbortSignal;
  /** Calls back at a second Ctrl-C, which otherwise ends the process. @returns a function that ends the listening. */
  readonly onInsist: (call: () => void) => () => void;
  now(): number;
  /** Calls back once a second until the returned function is called. Keeps the process alive only if it is awaited. */
  everySecond(call: () => void, isAwaited?: boolean): () => void;
  /** Asks a question on the terminal; only called when `isInteractive` or, at least, `isTyped`. */
  ask(question: string): Promise<string>;
  /** Asks a question without echoing the answer, for secrets. */
  askHidden(question: string): Promise<string>;
  /** Whether input comes from a keyboard, wherever output goes; otherwise from a pipe or a file. */
  readonly isTyped: boolean;
  /** Reads the whole piped input; only called when not `isTyped`. */
  input(): Promise<string>;
  /** Takes over the whole terminal, reports keys, and asks for another drawing when the size changes; only called when `isInteractive`. */
  openScreen(onKey: (key: string) => void, onResize: () => void): Screen;
  /** Runs a program on this terminal. @returns its exit code. Rejects if it can't be started. */
  run(program: string, args: readonly string[]): Promise<number>;
  /** A replacement for what the engine takes from the system. */
  readonly ambient?: Ambient | undefined;
  /** A replacement for the time that clients of the platform take from the system. */
  readonly clock?: Clock | undefined;
}

export interface Screen {
  /** Draws lines from the top, with our colours around `safe` texts. */
  draw(lines: readonly string[]): void;
  close(): void;
}

export interface Output {
  readonly isTTY: boolean;
  readonly columns: number;
  readonly rows: number;
  readonly isColored: boolean;
  write(text: string): void;
  /** Writes whole lines with our colours around `safe` texts. */
  writePainted(text: string): void;
  readonly safe: (text: string) => string;
  inLine(value: string): string;
  /** A terminal whose lines can be redrawn: no pipe, and no TERM=dumb. */
  readonly isLive: boolean;
}

/** A mistake of the user or a self-explanatory failure: printed without a stack trace, with this exit code. */
export class CommandFailure extends Error {
  override readonly name = "CommandFailure";
  constructor(
    message: string,
    readonly exitCode = 1,
    /** The reason is printed already. */
    readonly isTold = message === "",
  ) {
    super(message);
  }
}

/** The exit code of a check that found something; 1 means that the check failed. */
export const foundCode = 2;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The width for tables: unlimited unless the output is a terminal. */
export const widthOf = ({ isTTY, columns }: Output): number => (isTTY ? columns : Infinity);

export function writeLine(output: Output, line: string): void {
  output.write(`${line}\n`);
}

/** Sentences, folded between words where a terminal is too narrow for them. */
export function writeSentences(output: Output, parts: readonly Part[]): void {
  for (const line of sentenceLines(output, parts)) output.writePainted(`${line}\n`);
}

export const sentenceLines = (output: Output, parts: readonly Part[]): string[] =>
  wrapped(painted(output, parts), widthOf(output));

/** A line with safe texts, in colours if the output shows them. */
export const painted = (output: Output, parts: readonly Part[]): string =>
  paint(withTexts(parts, output.safe), output.isColored);

export function writeParts(output: Output, parts: readonly Part[]): void {
  output.writePainted(`${painted(output, parts)}\n`);
}

/** Adds a command, which loads heavy modules only when it runs, so that `compute --help` stays quick. */
export type Register = (program: Command, io: Io) => void;

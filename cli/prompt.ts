import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { CommandFailure, type Io } from "./io";

interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Asks on a terminal. @throws CommandFailure after Ctrl-C, a stop by `signal`, or an end of the input. */
export function prompt(
  { input, output }: Terminal,
  question: string,
  { isHidden = false, signal }: { readonly isHidden?: boolean; readonly signal?: AbortSignal } = {},
): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  // For a hidden answer the line editor writes to nowhere, and the question is written past it.
  const lines = createInterface({ input, output: isHidden ? nowhere : output, terminal: true, historySize: 0 });
  let isLineOpen = false;
  return new Promise<string>((resolve, reject) => {
    // In the line editor Ctrl-C is a key, not a signal.
    lines.once("SIGINT", () => {
      reject(new CommandFailure("Stopped at the question. Nothing was changed.", 130));
      lines.close();
    });
    const onStop = () => {
      reject(signal?.reason instanceof CommandFailure ? signal.reason : new CommandFailure("Stopped.", 130));
      lines.close();
    };
    if (signal?.aborted) return onStop();
    signal?.addEventListener("abort", onStop, { once: true });
    lines.once("close", () => signal?.removeEventListener("abort", onStop));
    lines.once("close", () => reject(new CommandFailure("The question was not answered. Nothing was changed.")));
    if (isHidden) output.write(question);
    lines.question(isHidden ? "" : question, (answer) => {
      // The line editor ends the line of an answer that it shows.
      isLineOpen = isHidden;
      resolve(answer);
    });
    isLineOpen = true;
  }).finally(() => {
    lines.close();
    if (isLineOpen) output.write("\n");
  });
}

/** @throws CommandFailure if there is no terminal to ask on. */
export function requireTerminal({ isInteractive }: Io, what: string, question = ""): void {
  if (isInteractive) return;
  const asked = question && `\n${question}`;
  const message = `Not running in a terminal, so ${what} can't be confirmed. Pass --yes. Nothing was changed.${asked}`;
  throw new CommandFailure(message);
}

/** Asks for consent, with details as a third answer. @throws CommandFailure if it is not given or can't be. */
export async function agree(io: Io, question: string, showDetails?: () => void): Promise<void> {
  requireTerminal(io, "this", question);
  for (;;) {
    const answer = (await io.ask(`${question} (yes/no${showDetails ? "/details" : ""}) `)).trim();
    if (/^y(es)?$/i.test(answer)) return;
    if (!showDetails || !/^d(etails)?$/i.test(answer)) throw new CommandFailure("Declined. Nothing was changed.");
    showDetails();
  }
}

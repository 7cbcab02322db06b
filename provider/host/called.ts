import { commandHere, commandVariable, withCommand, wordedLater } from "../../disk/command";
import type { Notify } from "./notify";
import { fitting } from "./trailers";

let called: string | undefined;
let stack: string | undefined;

/** Learns the stack, of which a process has one. The engine tells it with a resource. */
export function learnStack(name: unknown): void {
  if (typeof name === "string" && name !== "") stack = name;
}

/** A text for the person who runs the program, with its commands as a shell in the folder of the program calls them. */
export const withCommandHere = (text: string): string =>
  process.env[commandVariable] === wordedLater
    ? text
    : withCommand(text, () => (called ??= commandHere(process.env, process.cwd())), stack);

/** The same in the error of a verb, and in the reasons that the engine shows with it, as far as there is room for them. */
export function errorWithCommandHere(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const said = error as { message: string; reasons?: unknown };
  said.message = fitting(withCommandHere(error.message));
  if (Array.isArray(said.reasons))
    said.reasons = said.reasons.map((reason) => fitting(withCommandHere(String(reason))));
  return error;
}

export const notifyWithCommandHere = (notify: Notify): Notify => ({
  ...notify,
  warn: (message, urn) => notify.warn(withCommandHere(message), urn),
  info: (message, urn) => notify.info(withCommandHere(message), urn),
});

import { commandHere, commandVariable, withCommand, wordedLater } from "../../disk/command";
import type { Notify } from "./notify";

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

/**
 * The bytes of details that every receiver of an error takes: Node's HTTP/2 library takes 64 KiB of a trailer, which holds
 * the details in base64. Node 20 never ends a call with more.
 */
export const mostInDetails = 47 * 1_024;

/** The bytes of an error's text. A trailer holds it percent-encoded, and the details hold it twice. */
const mostInText = 12 * 1_024;

/** An error's text in well-formed Unicode, without its middle if it is too long for the trailers. */
export function fitting(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= mostInText) return text.toWellFormed();
  const half = mostInText / 2 - 50;
  const [head, tail] = [bytes.subarray(0, half), bytes.subarray(-half)].map((part) => part.toString());
  return `${head!.replace(/\ufffd+$/, "")}\n[… ${bytes.length - 2 * half} bytes left out …]\n${tail!.replace(/^\ufffd+/, "")}`;
}

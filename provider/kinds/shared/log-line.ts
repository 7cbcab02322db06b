import type { LogEvent } from "../../../client";
import { redact } from "../../../client/errors/redact";
import { visibleInLine } from "../../../client/errors/visible";

/** Longest line that an error shows, in characters. */
const longestLine = 500;
/** Longer ones are not searched for secrets, and so not shown. */
const longestRead = 64 * 1_024;
/** Shorter lines of a secret are too likely to be part of ordinary text. */
const shortestPart = 8;

/** One line of a log, on one line. */
export function lineOf({ ts, line }: LogEvent, secrets: readonly string[]): string {
  if (line.length > longestRead) return `(a line of ${line.length} characters)`;
  // Logs tell long secrets, such as private keys, line by line.
  const parts = secrets.flatMap((secret) => secret.split(/\r?\n/).filter((part) => part.length >= shortestPart));
  const clean = visibleInLine(redact(line, [...secrets, ...parts]));
  const shown = clean.length > longestLine ? `${clean.slice(0, longestLine)}…` : clean;
  return ts === undefined ? shown : `${visibleInLine(ts)} ${shown}`;
}

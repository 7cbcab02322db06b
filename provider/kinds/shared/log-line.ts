import type { LogEvent } from "../../../client";
import { redact } from "../../../client/errors/redact";
import { visibleInLine } from "../../../client/errors/visible";

/** Longest line that an error shows, in characters. */
const longestLine = 500;
/** Longer ones are not searched for secrets, and so not shown. */
const longestRead = 64 * 1_024;

/** One line of a log, on one line. */
export function lineOf({ ts, line }: LogEvent, secrets: readonly string[]): string {
  if (line.length > longestRead) return `(a line of ${line.length} characters)`;
  const clean = visibleInLine(redact(line, secrets));
  const shown = clean.length > longestLine ? `${clean.slice(0, longestLine)}…` : clean;
  return ts === undefined ? shown : `${visibleInLine(ts)} ${shown}`;
}

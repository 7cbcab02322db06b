import type { LogEvent } from "../../../client";
import { redact } from "../../../client/errors/redact";
import { visibleInLine } from "../../../client/errors/visible";

/** The longest line in an error, in characters. */
const longestLine = 500;
/** Longer lines are not searched for secrets, and therefore not shown. */
const longestRead = 64 * 1_024;

export function lineOf({ ts, line }: LogEvent, secrets: readonly string[]): string {
  if (line.length > longestRead) return `(a line of ${line.length} characters)`;
  const clean = visibleInLine(redact(line, secrets));
  const shown = clean.length > longestLine ? `${clean.slice(0, longestLine)}…` : clean;
  return ts === undefined ? shown : `${visibleInLine(ts)} ${shown}`;
}

import { JobFailedError, type LogEvent, WaitFailedError, WaitTimeoutError } from "../../../client";
import { redact, secretsIn } from "../../../client/errors/redact";
import { visibleInLine } from "../../../client/errors/visible";
import type { Session } from "../../host/session";
import { NotReadyError } from "../../kinds/ready/errors";
import type { Identified, Operations } from "../../kinds/operations";

/** Longest line that an error shows, in characters. */
const longestLine = 500;
/** Longer ones are not searched for secrets, and so not shown. */
const longestRead = 64 * 1_024;
/** Shorter lines of a secret are too likely to be part of ordinary text. */
const shortestPart = 8;

/** How waits end in vain. */
const awaited = [WaitFailedError, WaitTimeoutError, JobFailedError, NotReadyError];

/**
 * What an object logged last, where it was waited for in vain; for people, without any of the secrets. Empty where there
 * is nothing to be read: a log that can't be had hides no error.
 */
export async function lastWords<T extends Identified>(
  session: Session,
  operations: Operations<T>,
  object: T,
  error: unknown,
  secrets: readonly string[],
): Promise<string[]> {
  if (!awaited.some((type) => error instanceof type)) return [];
  const events = await operations.lastWords?.(session, object, error).catch(() => undefined);
  return (events ?? []).map((event) => lineOf(event, [...session.secrets, ...secretsIn(object), ...secrets]));
}

/** One line of a log, on one line. */
export function lineOf({ ts, line }: LogEvent, secrets: readonly string[]): string {
  if (line.length > longestRead) return `(a line of ${line.length} characters)`;
  // Logs tell long secrets, such as private keys, line by line.
  const parts = secrets.flatMap((secret) => secret.split(/\r?\n/).filter((part) => part.length >= shortestPart));
  const clean = visibleInLine(redact(line, [...secrets, ...parts]));
  const shown = clean.length > longestLine ? `${clean.slice(0, longestLine)}…` : clean;
  return ts === undefined ? shown : `${visibleInLine(ts)} ${shown}`;
}

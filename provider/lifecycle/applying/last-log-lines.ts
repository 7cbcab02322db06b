import { JobFailedError, WaitFailedError, WaitTimeoutError } from "../../../client";
import { secretsIn } from "../../../client/errors/redact";
import { NotReadyError } from "../../kinds/ready/errors";
import type { Identified } from "../../kinds/operations";
import { lineOf } from "../../kinds/shared/log-line";
import type { Context } from "../context";

/** How waits end in vain. */
const awaited = [WaitFailedError, WaitTimeoutError, JobFailedError, NotReadyError];

/**
 * What an object logged last, where it was waited for in vain; for people, without any of the secrets. Empty where there
 * is nothing to be read: a log that can't be had hides no error.
 */
export async function lastLogLines(
  { session, operations }: Context,
  object: Identified,
  error: unknown,
  secrets: readonly string[],
): Promise<string[]> {
  if (!awaited.some((type) => error instanceof type)) return [];
  const events = await operations.lastLogLines?.(session, object, error).catch(() => undefined);
  return (events ?? []).map((event) => lineOf(event, [...session.secrets, ...secretsIn(object), ...secrets]));
}

import { JobFailedError, WaitFailedError, WaitTimeoutError } from "../../../client";
import { secretsIn } from "../../../client/errors/redact";
import { NotReadyError } from "../../kinds/ready/errors";
import { lineOf } from "../../kinds/shared/log-line";
import type { Listed } from "../../state/identity";
import type { Context } from "../context";

/** The errors of a failed wait. */
const awaited = [WaitFailedError, WaitTimeoutError, JobFailedError, NotReadyError];

/** The last log lines after a failed wait, with secrets masked; none if the log can't be read, which hides no other error. */
export async function lastLogLines(
  { session, operations }: Context,
  object: Listed,
  error: unknown,
  secrets: readonly string[],
): Promise<string[]> {
  if (!awaited.some((type) => error instanceof type)) return [];
  const events = await operations.lastLogLines?.(session, object, error).catch(() => undefined);
  return (events ?? []).map((event) => lineOf(event, [...session.secrets, ...secretsIn(object), ...secrets]));
}

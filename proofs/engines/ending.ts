import { type Clock, systemClock } from "../../client";

/** How long an operation may take. */
export const longestMs = 300_000;

/**
 * An operation that hangs is a failure too.
 *
 * @param work ends when the signal says that its time is over, as far as it can: a process is killed, and what hangs in this one is left.
 * @throws Error after five minutes.
 */
export async function ending<T>(work: (signal: AbortSignal) => Promise<T>, clock: Clock = systemClock): Promise<T> {
  const [late, over] = [new AbortController(), new AbortController()];
  const tooLate = clock.sleep(longestMs, over.signal).then(() => {
    late.abort();
    throw new Error(`an operation did not end within ${longestMs / 60_000} minutes`);
  });
  tooLate.catch(() => undefined);
  try {
    return await Promise.race([work(late.signal), tooLate]);
  } finally {
    over.abort();
  }
}

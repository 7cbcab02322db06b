import { existsSync, readFileSync } from "node:fs";
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

/** How long the CLI says nothing before it is taken to wait for ever: its providers answer at once here. */
export const silenceMs = 20_000;

/** Said of a run of the CLI that was ended for it. */
export const waitsForEver = "the CLI was ended, which never answers a registration whose early deletion has failed";

/**
 * Ends once the CLI waits for ever: with `--continue-on-error` it fails the deletion of what is to be deleted before its
 * replacement, drops the rest of the chain, and never answers the registration, for which the program waits.
 *
 * @param log the CLI's event log. @throws once the signal is aborted.
 */
export async function untilItWaits(log: string, signal: AbortSignal, clock: Clock = systemClock): Promise<void> {
  for (let before: string | undefined; ; ) {
    await clock.sleep(silenceMs, signal);
    const now = existsSync(log) ? readFileSync(log, "utf8") : "";
    if (now === before && now.split("\n").some(isFailedDeletion)) return;
    before = now;
  }
}

const isFailedDeletion = (line: string): boolean =>
  line.includes('"resOpFailedEvent"') && line.includes('"op":"delete-replaced"');

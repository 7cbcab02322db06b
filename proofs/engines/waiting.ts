import { existsSync, readFileSync } from "node:fs";
import { type Clock, systemClock } from "../../client";

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

import type { Notify } from "./notify";
import type { Creates } from "../create/creates";
import type { Bookkeeping } from "./bookkeeping";
import { sentencesOf } from "../journal/open-attempts";

/** The engine kills this process 5 s after the request to end. */
const graceMs = 4_000;
const interrupted = 130;

/** The limit for reads about earlier runs, so that the engine still shows the result. The Pulumi CLI takes seconds to export a state. */
const lookMs = 4_000;

type Ending = Pick<Bookkeeping, "end" | "closingWarnings"> & { readonly creates: Pick<Creates, "openAttempts"> };

let isInstalled = false;
const endings: (() => Promise<void>)[] = [];

/**
 * Ends the bookkeeping when the engine ends this process, with SIGINT after a run or at the second Ctrl-C. Pending answers are
 * awaited, so that their ids are in the journal. Open creates are reported last: only now is it known which of them this
 * run has taken over, and the engine still shows messages.
 */
export function endOnInterrupt(bookkeeping: Ending, notify: Notify): void {
  endings.push(() => end(bookkeeping, notify));
  if (isInstalled) return;
  isInstalled = true;
  process.once("SIGINT", () => {
    void Promise.allSettled(endings.map((each) => each())).finally(dieOfInterrupt);
  });
}

export async function end(bookkeeping: Ending, notify: Notify): Promise<void> {
  await bookkeeping.end(graceMs);
  const warn = (sentences: readonly string[]) => Promise.all(sentences.map((sentence) => notify.warn(sentence)));
  // What takes no request is told first, in case the engine is in a hurry.
  await warn(sentencesOf(await bookkeeping.creates.openAttempts()).map((sentence) => `${sentence}.`));
  await warn(await bookkeeping.closingWarnings(lookMs));
}

/** Ends the process like the signal without a listener, because `process.exit` tears down the heap while the engine waits. */
function dieOfInterrupt(): void {
  process.kill(process.pid, "SIGINT");
  // Reached if another listener handles the signal.
  process.exit(interrupted);
}

import type { Notify } from "./notify";
import type { Bookkeeping } from "./bookkeeping";
import { sentencesOf } from "../journal/open-attempts";

/** The engine kills this process 5 s after the request to end. */
const graceMs = 4_000;
const interrupted = 130;

/** The limit for reads about earlier runs, so that the engine still shows the result. */
const lookMs = 2_000;

type Ending = Pick<Bookkeeping, "end" | "openAttempts" | "closingWarnings">;

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

/** Ends the bookkeeping and reports open creates. */
export async function end(bookkeeping: Ending, notify: Notify): Promise<void> {
  await bookkeeping.end(graceMs);
  const [open, warnings] = await Promise.all([bookkeeping.openAttempts(), bookkeeping.closingWarnings(lookMs)]);
  const sentences = [...sentencesOf(open).map((sentence) => `${sentence}.`), ...warnings];
  await Promise.all(sentences.map((sentence) => notify.warn(sentence)));
}

/** Ends the process like the signal without a listener, because `process.exit` tears down the heap while the engine waits. */
function dieOfInterrupt(): void {
  process.kill(process.pid, "SIGINT");
  // Reached if another listener handles the signal.
  process.exit(interrupted);
}

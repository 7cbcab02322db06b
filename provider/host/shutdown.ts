import type { Notify } from "./notify";
import type { Books } from "./books";
import { sentencesOf } from "../create/journal/open-attempts";

/** The engine kills 5 s after it has asked to end. */
const graceMs = 4_000;
const interrupted = 130;

/** How long a look at what an earlier run has left may take, so that the engine still shows what it finds. */
const lookMs = 2_000;

type Ending = Pick<Books, "end" | "openAttempts" | "closingWarnings">;

let isInstalled = false;
const endings: (() => Promise<void>)[] = [];

/**
 * Ends these books when the engine ends this process, which it does with SIGINT after a run or at the second Ctrl-C. Answers
 * that are on their way are awaited, so that their ids are in the journal. Then people are told what is left open: only now is it known what this run has taken up, and the engine still
 * shows what it is told.
 */
export function endOnInterrupt(books: Ending, notify: Notify): void {
  endings.push(() => end(books, notify));
  if (isInstalled) return;
  isInstalled = true;
  process.once("SIGINT", () => {
    void Promise.allSettled(endings.map((each) => each())).finally(dieOfInterrupt);
  });
}

/** Ends the books, and tells people what is left open. */
export async function end(books: Ending, notify: Notify): Promise<void> {
  await books.end(graceMs);
  const [open, warnings] = await Promise.all([books.openAttempts(), books.closingWarnings(lookMs)]);
  const sentences = [...sentencesOf(open).map((sentence) => `${sentence}.`), ...warnings];
  await Promise.all(sentences.map((sentence) => notify.warn(sentence)));
}

/** Ends the process as the signal does without a listener: `process.exit` takes the heap apart, and the engine waits for that. */
function dieOfInterrupt(): void {
  process.kill(process.pid, "SIGINT");
  // Still here where somebody else listens.
  process.exit(interrupted);
}

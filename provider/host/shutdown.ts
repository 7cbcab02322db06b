import type { Notify } from "./notify";
import type { Books } from "./books";
import { sentenceOf } from "../create/journal/open-attempts";

/** The engine kills 5 s after it has asked to end. */
const graceMs = 4_000;
const interrupted = 130;

/** How long a look at what an earlier run has left may take, so that the engine still shows what it finds. */
const lookMs = 2_000;

type Ending = Pick<Books, "end" | "openAttempts" | "lastWords">;

let isInstalled = false;
const endings: (() => Promise<void>)[] = [];

/**
 * When the engine ends this process — SIGINT, after a run or at the second Ctrl-C — answers on their way are awaited,
 * so that their ids are in the journal, and what the engine was handed counts as confirmed. Then people are told what is
 * left open: only now is it known what this run has taken up, and the engine still shows what it is told.
 */
export function endWell(books: Ending, notify: Notify): void {
  endings.push(() => end(books, notify));
  if (isInstalled) return;
  isInstalled = true;
  process.once("SIGINT", () => {
    void Promise.allSettled(endings.map((each) => each())).finally(dieOfIt);
  });
}

/** Brings one to its end, and says what is left open. */
export async function end(books: Ending, notify: Notify): Promise<void> {
  await books.end(graceMs);
  const [open, others] = await Promise.all([books.openAttempts(), books.lastWords(lookMs)]);
  const sentences = [...open.map((attempt) => `${sentenceOf(attempt)}.`), ...others];
  await Promise.all(sentences.map((sentence) => notify.warn(sentence)));
}

/** As without a listener: `process.exit` would first take the heap apart, a tenth of a second in which the engine waits. */
function dieOfIt(): void {
  process.kill(process.pid, "SIGINT");
  // Still here where somebody else listens.
  process.exit(interrupted);
}

import type { Notify } from "./notify";
import type { Books } from "./books";
import { sentenceOf } from "../create/journal/open-attempts";

/** The engine kills 5 s after it has asked to end. */
const graceMs = 4_000;
const interrupted = 130;

type Ending = Pick<Books, "end" | "openAttempts">;

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
  const open = await books.openAttempts();
  await Promise.all(open.map((attempt) => notify.warn(`${sentenceOf(attempt)}.`)));
}

/** As without a listener: `process.exit` would first take the heap apart, a tenth of a second in which the engine waits. */
function dieOfIt(): void {
  process.kill(process.pid, "SIGINT");
  // Still here where somebody else listens.
  process.exit(interrupted);
}

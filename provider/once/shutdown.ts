import type { Once } from "./once";

/** The engine kills 5 s after it has asked to end. */
const graceMs = 4_000;
const interrupted = 130;

let isInstalled = false;
const ending: Once[] = [];

/**
 * When the engine ends this process — SIGINT, after a run or at the second Ctrl-C — answers on their way are awaited,
 * so that their ids are in the journal, and what the engine was handed counts as confirmed.
 */
export function endWell(once: Once): void {
  ending.push(once);
  if (isInstalled) return;
  isInstalled = true;
  process.once("SIGINT", () => {
    void Promise.all(ending.map((each) => each.end(graceMs))).finally(dieOfIt);
  });
}

/** As without a listener: `process.exit` would first take the heap apart, a tenth of a second in which the engine waits. */
function dieOfIt(): void {
  process.kill(process.pid, "SIGINT");
  // Still here where somebody else listens.
  process.exit(interrupted);
}

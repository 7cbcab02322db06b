import type { Attempt, Listed } from "./attempt";
import { candidates } from "./candidates";

/** What is known after the answer to a create was lost. Times are milliseconds of one clock, ours. */
export interface Facts<T extends Listed> {
  readonly attempt: Pick<Attempt, "name" | "isMarked" | "known" | "since">;
  /** When the answer was known to be lost, or the attempt began if we died over it. */
  readonly lostAt: number;
  /** How long after that the object may still be missing from lists. */
  readonly settleMs: number;
  /** How long beyond that we go on looking for what must exist. */
  readonly patienceMs: number;
  /** The platform said that it did make the object. */
  readonly mustExist: boolean;
  /** The latest list, if there is one that began after the loss. */
  readonly list?: { readonly startedAt: number; readonly objects: readonly T[] };
  /** Other lost attempts of the same request: their objects and ours are as good as each other. */
  readonly twins: number;
  readonly isOwned: (id: string) => boolean;
  /** Every declared field of the object is as the program asked. */
  readonly isAsAsked: (object: T) => boolean;
}

export type Decision =
  /** This is the object. `extras` are more of ours: earlier repeats of the same marked attempt that arrived late. */
  | { readonly do: "adopt"; readonly id: string; readonly extras: readonly string[] }
  /** Nothing was made, and nothing more will show up: a repeat makes no second one. */
  | { readonly do: "repeat" }
  /** List again at this time. */
  | { readonly do: "look"; readonly at: number }
  /** Several objects may be it, and a wrong guess would take another's. */
  | { readonly do: "refuse"; readonly ids: readonly string[] }
  /** The object must exist, and is not to be found: a repeat might make a second one. */
  | { readonly do: "give up" };

/**
 * What to do about a create whose outcome is unknown.
 *
 * A marked name settles it as soon as an object bears it. Any other name is only a hint: somebody else may use the
 * same one in the same seconds while ours is still hidden by the list's lag, so we look at the end of the settle
 * window, and adopt only if no object can be a stranger's.
 */
export function decide<T extends Listed>(facts: Facts<T>): Decision {
  const { attempt, list, lostAt, settleMs } = facts;
  if (!list) return { do: "look", at: lostAt };

  const found = candidates(attempt, list.objects, facts.isOwned);
  const hasSettled = list.startedAt >= lostAt + settleMs;

  if (attempt.isMarked && found.length > 0) {
    const [first, ...extras] = [...found].sort(oldestFirst);
    return { do: "adopt", id: first!.id, extras: extras.map(({ id }) => id) };
  }
  if (!hasSettled) return { do: "look", at: nextLook(lostAt, settleMs, list.startedAt) };
  const fitting = found.filter(facts.isAsAsked);
  if (fitting.length > 1 + facts.twins) return { do: "refuse", ids: fitting.map(({ id }) => id) };
  if (fitting[0]) return { do: "adopt", id: fitting[0].id, extras: [] };
  if (!facts.mustExist) return { do: "repeat" };
  if (list.startedAt >= lostAt + settleMs + facts.patienceMs) return { do: "give up" };
  return { do: "look", at: list.startedAt + longestWaitMs };
}

const firstWaitMs = 2_000;
const longestWaitMs = 10_000;

/** Waits double from 2 s to 10 s; the last look is at the very end of the window. */
export function nextLook(lostAt: number, settleMs: number, lastLookAt: number): number {
  const elapsed = Math.max(0, lastLookAt - lostAt);
  const wait = Math.min(longestWaitMs, Math.max(firstWaitMs, elapsed));
  return Math.min(lastLookAt + wait, lostAt + settleMs);
}

function oldestFirst(a: Listed, b: Listed): number {
  return (a.createdAt ?? "").localeCompare(b.createdAt ?? "") || a.id.localeCompare(b.id);
}

import { isSameTime } from "../table/props";
import type { Attempt, Listed } from "./journal/attempt";

/** What is known after the answer to a create was lost. Times are milliseconds of one clock, ours. */
export interface Facts {
  readonly attempt: Pick<Attempt, "name" | "isMarked">;
  /** When the answer was known to be lost. */
  readonly lostAt: number;
  /** How long after that the object may still be missing from lists. */
  readonly listLagMs: number;
  /** How long beyond that we go on looking for what must exist. */
  readonly patienceMs: number;
  /** The platform said that it did make the object. */
  readonly mustExist: boolean;
  /** The latest list, if there is one that began after the loss. */
  readonly list?: {
    readonly startedAt: number;
    readonly objects: readonly Listed[];
  };
  readonly isClaimed: (id: string) => boolean;
  /** No list shows such objects. */
  readonly isUnlisted?: boolean;
}

export type Decision =
  /** This is the object, to be kept. `extras` are more of ours: earlier repeats of the same marked attempt that arrived late. */
  | {
      readonly do: "keep";
      readonly id: string;
      readonly extras: readonly string[];
    }
  /** Nothing was made, and nothing more will show up: a repeat makes no second one. */
  | { readonly do: "repeat" }
  /** List again at this time. */
  | { readonly do: "look"; readonly at: number }
  /** These objects may be it, and each of them may be somebody else's. */
  | { readonly do: "refuse"; readonly ids: readonly string[] }
  /** Nobody can tell whether there is one, now or later. */
  | { readonly do: "leave" }
  /** The object must exist, and is not to be found: a repeat might make a second one. */
  | { readonly do: "give up" };

/**
 * What to do about a create whose outcome is unknown.
 *
 * A marked name answers it as soon as an object bears it, since nobody else makes an object of that name. Only names that
 * can't be marked are hints and no more: those of credentials, which are asked for by name and never change. Their
 * names are unique: after a success whose answer said nothing else, the credential of that name is ours; after any
 * other loss it is either ours or the reason why ours was refused, and which of the two nobody can tell.
 */
export function decide(facts: Facts): Decision {
  const { attempt, list, lostAt, listLagMs } = facts;
  if (facts.isUnlisted) return { do: "leave" };
  if (!list) return { do: "look", at: lostAt };

  // They bear its name and belong to no resource.
  const found = list.objects.filter(({ id, name }) => name === attempt.name && !facts.isClaimed(id));
  const isLagOver = list.startedAt >= lostAt + listLagMs;

  if (attempt.isMarked && found.length > 0) {
    const [first, ...extras] = [...found].sort(oldestFirst);
    return { do: "keep", id: first!.id, extras: extras.map(({ id }) => id) };
  }
  if (facts.mustExist && found.length === 1) return { do: "keep", id: found[0]!.id, extras: [] };
  if (found.length > 0) return { do: "refuse", ids: found.map(({ id }) => id) };
  if (!isLagOver) return { do: "look", at: nextLook(lostAt, listLagMs, list.startedAt) };
  if (!facts.mustExist) return { do: "repeat" };
  if (list.startedAt >= lostAt + listLagMs + facts.patienceMs) return { do: "give up" };
  return { do: "look", at: list.startedAt + longestWaitMs };
}

const firstWaitMs = 2_000;
const longestWaitMs = 10_000;

/** Waits double from 2 s to 10 s; the last look is at the very end of the window. */
export function nextLook(lostAt: number, listLagMs: number, lastLookAt: number): number {
  const elapsed = Math.max(0, lastLookAt - lostAt);
  const wait = Math.min(longestWaitMs, Math.max(firstWaitMs, elapsed));
  return Math.min(lastLookAt + wait, lostAt + listLagMs);
}

function oldestFirst(a: Listed, b: Listed): number {
  return (a.createdAt ?? "").localeCompare(b.createdAt ?? "") || a.id.localeCompare(b.id);
}

/**
 * Why the object that an attempt names cannot be the one that it made, or undefined where it can: it has another name
 * than the attempt gave it, or another creation time.
 */
export function misfit({ name, wanted, madeAt }: Attempt, object: Listed): string | undefined {
  if (object.name !== name && object.name !== wanted)
    return `that one is named ${JSON.stringify(object.name)}, and not ${JSON.stringify(wanted ?? name)}`;
  const { createdAt } = object;
  const isAnother = madeAt !== undefined && createdAt !== undefined && !isSameTime(madeAt, createdAt);
  return isAnother ? `that one was created at ${createdAt}` : undefined;
}

import type { Listed } from "../state/identity";
import { isSameTime } from "../table/props";
import type { Attempt } from "../journal/attempt";
import type { List } from "./lists";

/** The facts after the answer to a create was lost. All times are milliseconds of our clock. */
export interface Facts {
  readonly attempt: Pick<Attempt, "name" | "isMarked">;
  readonly lostAt: number;
  /** How long after that the object may still be missing from lists. */
  readonly listLagMs: number;
  /** How much longer we look for an object that must exist. */
  readonly patienceMs: number;
  /** The platform said that it made the object. */
  readonly mustExist: boolean;
  /** The latest list that began after the loss, if any. */
  readonly list?: List | undefined;
  readonly isClaimed: (id: string) => boolean;
  /** No list shows such objects. */
  readonly isUnlisted?: boolean | undefined;
}

export type Decision =
  /** Keep this object. `extras` are ours too: late results of other POSTs of the same marked attempt. */
  | { readonly do: "keep"; readonly id: string; readonly extras: readonly string[] }
  /** Nothing was made and nothing will show up any more, so a repeat creates no second object. */
  | { readonly do: "repeat" }
  | { readonly do: "look"; readonly at: number }
  /** Each of these objects may be ours or somebody else's. */
  | { readonly do: "refuse"; readonly ids: readonly string[] }
  /** Nobody can ever tell whether the object exists. */
  | { readonly do: "leave" }
  /** The object must exist but can't be found: a repeat might create a second one. */
  | { readonly do: "give up" };

/**
 * Decides what to do about a create with an unknown outcome. An object with the marked name is ours, because nobody
 * else creates one with that name. Names of credentials can't be marked, because they are set by the program and never
 * change. After a success without a readable answer, the only object with that name is ours once lists show all of
 * them, as those of delegations are not unique. After any other loss, one that is found is either ours or the reason
 * why ours was refused, and nobody can tell which.
 */
export function decide(facts: Facts): Decision {
  const { attempt, list, lostAt, listLagMs } = facts;
  if (facts.isUnlisted) return { do: "leave" };
  if (!list) return { do: "look", at: lostAt };

  // They have the attempt's name and belong to no resource.
  const found = list.objects.filter(({ id, name }) => name === attempt.name && !facts.isClaimed(id));
  const isLagOver = list.startedAt >= lostAt + listLagMs;

  if (attempt.isMarked && found.length > 0) {
    const [first, ...extras] = [...found].sort(oldestFirst);
    return { do: "keep", id: first!.id, extras: extras.map(({ id }) => id) };
  }
  if (!isLagOver && (facts.mustExist || found.length === 0))
    return { do: "look", at: nextLook(lostAt, listLagMs, list.startedAt) };
  if (facts.mustExist && found.length === 1) return { do: "keep", id: found[0]!.id, extras: [] };
  if (found.length > 0) return { do: "refuse", ids: found.map(({ id }) => id) };
  if (!facts.mustExist) return { do: "repeat" };
  if (list.startedAt >= lostAt + listLagMs + facts.patienceMs) return { do: "give up" };
  return { do: "look", at: list.startedAt + longestWaitMs };
}

const firstWaitMs = 2_000;
const longestWaitMs = 10_000;

/** Waits double from 2 s to 10 s; the last look is at the end of the window. */
export function nextLook(lostAt: number, listLagMs: number, lastLookAt: number): number {
  const elapsed = Math.max(0, lastLookAt - lostAt);
  const wait = Math.min(longestWaitMs, Math.max(firstWaitMs, elapsed));
  return Math.min(lastLookAt + wait, lostAt + listLagMs);
}

function oldestFirst(a: Listed, b: Listed): number {
  return (a.createdAt ?? "").localeCompare(b.createdAt ?? "") || a.id.localeCompare(b.id);
}

/** Why an object can't be the one that the attempt made: another name or creation time. Undefined if it can. */
export function misfit({ name, wanted, madeAt }: Attempt, object: Listed): string | undefined {
  if (object.name !== name && object.name !== wanted)
    return `that one is named ${JSON.stringify(object.name)}, and not ${JSON.stringify(wanted ?? name)}`;
  const { createdAt } = object;
  const isAnother = madeAt !== undefined && createdAt !== undefined && !isSameTime(madeAt, createdAt);
  return isAnother ? `that one was created at ${createdAt}` : undefined;
}

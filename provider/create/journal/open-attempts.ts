import { type Attempt, isOfOtherKey, type Trust } from "./attempt";
import type { Journal } from "./journal";
import { isPeer, isSameProcess, type ProcessIdentity } from "./process-identity";

/** A create that was begun, and whose object the engine was never handed. */
export interface OpenAttempt {
  /** Names the journal entry. */
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  /** The name sent to the platform. */
  readonly name: string;
  /** The id that the platform gave, if an answer came. */
  readonly made?: string;
  /** When it was begun, milliseconds since 1970. */
  readonly startedAt: number;
  /** A process of this machine is still busy with it, or with the rest of its run. */
  readonly isBusy: boolean;
  /** Something vouches for the entry; otherwise it may be forged, and is told and never acted upon. */
  readonly isBelieved: boolean;
  /** It was sent to another address than this operation uses. */
  readonly isElsewhere: boolean;
  /** Another API key began it, so that its object may be there where this operation can't see it (A-24). */
  readonly isOfOtherKey: boolean;
  /** The whole entry. */
  readonly attempt: Attempt;
}

/** Whose attempts are in question. */
export interface Asked {
  readonly stacks: ReadonlySet<string>;
  readonly backend: string;
  readonly isAlive: (identity: ProcessIdentity) => boolean;
  /** This process, which is not busy with what it leaves behind. */
  readonly self?: ProcessIdentity;
}

/** The open attempts of some stacks, oldest first. */
export async function openAttempts(journal: Journal, asked: Asked): Promise<OpenAttempt[]> {
  const { stacks, backend, isAlive, self } = asked;
  const isAsked = ({ stack, isHanded, backend: of }: Attempt) =>
    of === backend && stack !== undefined && stacks.has(stack) && isHanded !== true;
  const toOpen = (attempt: Attempt, trust: Trust | undefined, isElsewhere = false): OpenAttempt => {
    const { id, kind, key, name, made, startedAt, owner } = attempt;
    // Also with what it has made: while its run goes on, the state is not written to its end.
    const isBusy = owner !== undefined && !isSameProcess(owner, self) && isAlive(owner);
    const whose = {
      isBusy,
      isBelieved: trust !== undefined,
      isElsewhere,
      isOfOtherKey: isOfOtherKey({ trust }),
    };
    return {
      id,
      ...(made !== undefined && { made }),
      kind,
      key,
      name,
      startedAt,
      ...whose,
      attempt,
    };
  };
  const believed = (await journal.unconfirmedNow()).map((attempt) => toOpen(attempt, attempt.trust));
  const doubted = (await journal.unbelieved()).map((attempt) => toOpen(attempt, undefined));
  const elsewhere = (await journal.unconfirmedElsewhere()).map(({ attempt, trust }) => toOpen(attempt, trust, true));
  // Another process of this very run tells by itself what it leaves behind.
  const isAnothers = ({ isBusy, isBelieved, attempt: { owner } }: OpenAttempt) =>
    isPeer(owner, self) && (isBusy || !isBelieved);
  return [...believed, ...doubted, ...elsewhere]
    .filter((open) => isAsked(open.attempt) && !isAnothers(open))
    .sort((a, b) => a.startedAt - b.startedAt);
}

/**
 * What an operation has to say at its end of attempts that its provider did not name: where the state is empty, no
 * provider runs.
 *
 * @param said all that was said while it ran.
 */
export function reminders(attempts: readonly OpenAttempt[], said: readonly string[]): string[] {
  const isUntold = ({ made, name }: OpenAttempt) => !said.some((text) => text.includes(made ?? name));
  return attempts.filter(isUntold).map((attempt) => `${sentenceOf(attempt)}.`);
}

/** The attempts whose object this state does not have: neither as that of the resource that it was made for, nor as another's. */
export function notInState(
  attempts: readonly OpenAttempt[],
  resources: readonly { readonly kind: string; readonly id: string }[],
): OpenAttempt[] {
  const ids = new Set(resources.map(({ kind, id }) => `${kind} ${id}`));
  return attempts.filter(({ kind, made }) => made === undefined || !ids.has(`${kind} ${made}`));
}

/** What a run tells people about an open attempt. `compute doctor` has the states in hand, and tells the rest. */
export function sentenceOf({ kind, name, made, startedAt, isBusy, isBelieved, attempt }: OpenAttempt): string {
  const what = `${kind} ${made === undefined ? JSON.stringify(name) : `${made} (${JSON.stringify(name)})`}`;
  const when = `began to create the ${what} at ${new Date(startedAt).toISOString()}`;
  if (isBusy) return `another run, which is still under way on this machine, ${when}. Wait for it to end`;
  const exists = made === undefined ? "It may exist" : "It exists unless somebody deleted it";
  const bills = attempt.isFree ? "" : made === undefined ? " and bill" : ", and bills";
  const began = isBelieved
    ? `an interrupted run ${when}`
    : `an entry of the journal that nothing vouches for says that a run ${when}`;
  return `${began}. ${exists}${bills}. \`compute doctor\` tells what became of it, and how to end it`;
}

import type { Attempt, Noted } from "./attempt";
import type { Journal } from "./journal";
import { isPeer, isSameProcess, type ProcessIdentity } from "./process-identity";

/** A create whose object the engine was never handed, or was handed (`isHanded`) and has stored nowhere that anybody has seen. */
export interface OpenAttempt extends Noted {
  /** A process of this machine is still busy with it, or with the rest of its run. */
  readonly isBusy: boolean;
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
  const isAsked = ({ stack = "", backend: of }: Attempt) => of === backend && stacks.has(stack);
  // Also with what it has made: while its run goes on, the state is not written to its end.
  const isBusy = ({ owner }: Attempt) => owner !== undefined && !isSameProcess(owner, self) && isAlive(owner);
  // Another process of this very run tells by itself what it leaves behind.
  const isAnothers = (open: OpenAttempt) => isPeer(open.owner, self) && (open.isBusy || !open.isVouched);
  return (await journal.unconfirmed())
    .filter(isAsked)
    .map((attempt) => ({ ...attempt, isBusy: isBusy(attempt) }))
    .filter((open) => !isAnothers(open))
    .sort((a, b) => a.startedAt - b.startedAt);
}

/** What a run tells people about an open attempt. `compute doctor` has the states in hand, and tells the rest. */
export function sentenceOf({ kind, name, made, startedAt, isBusy, isVouched, isFree }: OpenAttempt): string {
  const what = `${kind} ${made === undefined ? JSON.stringify(name) : `${made} (${JSON.stringify(name)})`}`;
  const when = `began to create the ${what} at ${new Date(startedAt).toISOString()}`;
  if (isBusy) return `another run, which is still under way on this machine, ${when}. Wait for it to end`;
  const exists = made === undefined ? "It may exist" : "It exists unless somebody deleted it";
  const bills = isFree ? "" : made === undefined ? " and bill" : ", and bills";
  const began = isVouched
    ? `an interrupted run ${when}`
    : `an entry of the journal for which this API key does not vouch says that a run ${when}`;
  const taken = isVouched ? "An `up` of a program that still has the resource takes it over. " : "";
  return `${began}. ${exists}${bills}. ${taken}\`compute doctor\` tells what became of it, and how to end it`;
}

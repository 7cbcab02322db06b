import type { Attempt, Noted } from "./attempt";
import type { Journal } from "./journal";
import { isPeer, isSameProcess, type ProcessIdentity } from "./process-identity";

/** A create whose object was not handed over to the engine, or was handed over (`isHanded`) but seen in no state. */
export interface OpenAttempt extends Noted {
  /** A process of this machine is still busy with it or with the rest of its run. */
  readonly isBusy: boolean;
}

/** The stacks whose attempts are wanted, and who asks. */
export interface Asked {
  readonly stacks: ReadonlySet<string>;
  readonly backend: string;
  readonly isAlive: (identity: ProcessIdentity) => boolean;
  /** This process, which does not count as busy. */
  readonly self?: ProcessIdentity;
}

/** The open attempts of some stacks, oldest first. */
export async function openAttempts(journal: Journal, asked: Asked): Promise<OpenAttempt[]> {
  const { stacks, backend, isAlive, self } = asked;
  const isAsked = ({ stack = "", backend: of }: Attempt) => of === backend && stacks.has(stack);
  // This includes attempts that have made their object: while the run continues, its state is not complete.
  const isBusy = ({ owner }: Attempt) => owner !== undefined && !isSameProcess(owner, self) && isAlive(owner);
  // Another process of this same run reports its own open attempts.
  const isAnothers = (open: OpenAttempt) => isPeer(open.owner, self) && (open.isBusy || !open.isVouched);
  return (await journal.unconfirmed())
    .filter(isAsked)
    .map((attempt) => ({ ...attempt, isBusy: isBusy(attempt) }))
    .filter((open) => !isAnothers(open))
    .sort((a, b) => a.startedAt - b.startedAt);
}

/** A run's message about an open attempt. `compute doctor` knows the states and says more. */
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

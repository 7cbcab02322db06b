import { type Attempt, isUntraceable, type Noted } from "./attempt";
import type { Journal } from "./journal";
import { isBusyElsewhere, isPeer, type ProcessIdentity } from "./process-identity";

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

export async function openAttempts(journal: Journal, asked: Asked): Promise<OpenAttempt[]> {
  const { stacks, backend, isAlive, self } = asked;
  const isAsked = ({ stack = "", backend: of }: Attempt) => of === backend && stacks.has(stack);
  // Another process of this same run reports its own open attempts.
  const isAnothers = (open: OpenAttempt) => isPeer(open.owner, self) && (open.isBusy || !open.isVouched);
  return (
    (await journal.unconfirmed())
      .filter(isAsked)
      // This includes attempts that have made their object: while the run continues, its state is not complete.
      .map((attempt) => ({ ...attempt, isBusy: isBusyElsewhere(attempt, self, isAlive) }))
      .filter((open) => !isAnothers(open))
      .sort((a, b) => a.startedAt - b.startedAt)
  );
}

/** A run's messages about open attempts; those that differ only in their names share one. `compute doctor` knows the states and says more. */
export function sentencesOf(open: readonly OpenAttempt[]): string[] {
  const groups = new Map<string, OpenAttempt[]>();
  for (const attempt of open) {
    const { kind, made, isBusy, isVouched, isFree = false } = attempt;
    const alike = JSON.stringify([kind, made === undefined, isBusy, isVouched, isFree, isUntraceable(attempt)]);
    groups.set(alike, [...(groups.get(alike) ?? []), attempt]);
  }
  return [...groups.values()].map(sentenceOf);
}

function sentenceOf(alike: readonly OpenAttempt[]): string {
  const { kind, made, startedAt, isBusy, isVouched, isFree } = alike[0]!;
  const [isOne, isMade] = [alike.length === 1, made !== undefined];
  const called = alike.map(({ name, made: id }) =>
    id === undefined ? JSON.stringify(name) : `${id} (${JSON.stringify(name)})`,
  );
  const when = `began to create the ${kind}${isOne ? "" : "s"} ${called.join(", ")} at ${new Date(startedAt).toISOString()}`;
  if (isBusy) return `another run, which is still under way on this machine, ${when}. Wait for it to end`;
  const [they, them] = isOne ? ["It", "it"] : ["They", "them"];
  const exists = isMade ? `${they} ${isOne ? "exists" : "exist"} unless somebody deleted ${them}` : `${they} may exist`;
  const bills = isFree ? "" : isMade ? `, and ${isOne ? "bills" : "bill"}` : " and bill";
  const began = isVouched
    ? `an interrupted run ${when}`
    : `an entry of the journal for which this API key does not vouch says that a run ${when}`;
  const until = `An \`up\` makes no other until you have ended ${them}. `;
  const taken = `An \`up\` of a program that still has the ${isOne ? "resource" : "resources"} takes ${them} over. `;
  const next = isUntraceable(alike[0]!) ? until : isVouched ? taken : "";
  return `${began}. ${exists}${bills}. ${next}\`compute doctor\` tells what became of ${them}, and how to end ${them}`;
}

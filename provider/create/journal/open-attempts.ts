import { type Attempt, isOfOtherKey, isUntraceable, type Trust } from "./attempt";
import type { Journal } from "./journal";
import { isPeer, isSameProcess, type ProcessIdentity } from "./process-identity";

/** A create that was begun, and whose object no state is known to have. */
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
  /** The engine did not say which object it has of the resource, so that the state may have this one: an interrupted run may have got so far. */
  readonly isUnasked?: boolean;
  /**
   * The engine was handed the object, and checked the resource as a new one: so it does where it has lost the object, and where somebody asks for a
   * replacement.
   */
  readonly mayBeReplaced?: boolean;
  /**
   * The object that the state has for the resource, which may have been made later, on another machine: then the state may still have this one to
   * be deleted, which the engine says nothing of before it does so.
   */
  readonly successor?: string | undefined;
  /** The whole entry. */
  readonly attempt: Attempt;
}

/** Whose attempts are in question. */
export interface Asked {
  readonly stacks: ReadonlySet<string>;
  /** Of resources whose stack is not known: states of earlier builds do not tell it. */
  readonly keys: ReadonlySet<string>;
  readonly backend: string;
  readonly isAlive: (identity: ProcessIdentity) => boolean;
  /** This process, which is not busy with what it leaves behind. */
  readonly self?: ProcessIdentity;
}

/** The open attempts of a stack, oldest first. */
export async function openAttempts(journal: Journal, asked: Asked): Promise<OpenAttempt[]> {
  const { stacks, keys, backend, isAlive, self } = asked;
  const isAsked = (attempt: Attempt) =>
    (attempt.backend === undefined || attempt.backend === backend) &&
    (keys.has(attempt.key) || (attempt.stack !== undefined && stacks.has(attempt.stack)));
  // Also with what it has made: while its run goes on, the state is not written to its end.
  const isBusy = ({ owner }: Attempt) => owner !== undefined && !isSameProcess(owner, self) && isAlive(owner);
  const toOpen = (attempt: Attempt, trust: Trust | undefined, isElsewhere = false): OpenAttempt => {
    const { id, kind, key, name, made, startedAt } = attempt;
    const ids = made === undefined ? { id } : { id, made };
    const isBelieved = trust !== undefined;
    const whose = { isBusy: isBusy(attempt), isBelieved, isElsewhere, isOfOtherKey: isOfOtherKey({ trust }) };
    return { ...ids, kind, key, name, startedAt, ...whose, attempt };
  };
  const believed = (await journal.unconfirmedNow()).map((attempt) => toOpen(attempt, attempt.trust));
  const doubted = (await journal.unbelieved()).map((attempt) => toOpen(attempt, undefined));
  const elsewhere = (await journal.unconfirmedElsewhere()).map(({ attempt, trust }) => toOpen(attempt, trust, true));
  const all = [...believed, ...doubted, ...elsewhere];
  // Another process of this very run tells by itself what it leaves behind. With another key, this one can't even follow what became of it.
  const isAnothers = ({ isBusy, isBelieved, attempt: { owner } }: OpenAttempt) =>
    isPeer(owner, self) && (isBusy || !isBelieved);
  return all.filter((open) => isAsked(open.attempt) && !isAnothers(open)).sort((a, b) => a.startedAt - b.startedAt);
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
  return attempts
    .filter(({ kind, made }) => made === undefined || !ids.has(`${kind} ${made}`))
    .map(({ attempt: { mayBeAdopted: _, ...attempt }, ...open }) => ({ ...open, attempt }));
}

/** Of what no list shows, and whose id is not known. */
export const untraceable = "nobody can tell whether it exists, since the platform lists no such objects";

/** How people see whether the state still has an object that another one may have replaced: no engine tells before it deletes it. */
export const mayBeToDelete = (id: string, withWhat = ""): string =>
  `If a preview shows that the original is to be deleted, the state still has ${id}, and an \`up\` deletes it${withWhat}. If none shows that, the ` +
  `state does not have ${id}`;

/** What a command that ends an attempt does about such a one. */
export const forgetting = (command: string): string =>
  `${command} forgets the attempt and ends nothing; the next \`up\` then submits it again, which may be for the second time`;

/** What to tell people about an open attempt: what it may have left, since when, and how to end it. */
export function sentenceOf(open: OpenAttempt): string {
  const { id, kind, name, made, startedAt, isBusy, isBelieved, isElsewhere, attempt } = open;
  const what =
    made === undefined ? `${kind} named ${JSON.stringify(name)}` : `${kind} ${made} (${JSON.stringify(name)})`;
  const begins = `began to create the ${what} at ${new Date(startedAt).toISOString()}`;
  const began = `an interrupted run ${begins}`;
  if (!isBelieved)
    return (
      `the journal says that ${began}, but with this API key nothing vouches for this entry (attempt ${id}). It was written with another ` +
      "API key, perhaps by another `Provider` of this program, or on another machine, or by an early build, which did not sign its entries, or " +
      "by somebody else. It was ignored. If another `Provider` of this program has the resource, leave the entry alone. Otherwise, if such an " +
      "object exists and is yours, take it over with `adopt`; `compute doctor` says how to forget the entry"
    );
  const ends = `\`compute doctor --delete ${made ?? id}\``;
  if (isBusy) return `another run, which is still under way on this machine, ${begins}. Wait for it to end`;
  const bills = attempt.isFree ? ["", ""] : [" and bill", ", and bills"];
  const exists = made === undefined ? `It may exist${bills[0]}` : `It exists unless somebody deleted it${bills[1]}`;
  if (isElsewhere)
    return (
      `${began} at ${attempt.address ?? "another address of the platform"}, and this operation uses another address. ${exists}. ` +
      `Set compute:apiUrl, or COMPUTE_API_URL, to that address: there \`up\` takes it over or says why it can't, or ${ends} ends it`
    );
  if (isUntraceable(attempt)) return `${began}, and ${untraceable}. ${forgetting(ends)}`;
  if (attempt.mayBeAdopted)
    return (
      `${began}, and another resource began to take it over by \`adopt\`: the state may have it as that one's. ${exists}. Run ` +
      `\`compute doctor\`: if it says nothing of it, the state has it; otherwise ${ends} ends it`
    );
  if (open.isUnasked)
    return (
      `${began}, and this run was not told which object the state has for that resource, so it can't tell whether it is this one. ` +
      `${exists}. Run ` +
      `\`compute doctor\`: if it says nothing of it, the state has it; otherwise ${ends} ends it`
    );
  const beganWith = open.isOfOtherKey ? `${began} with another API key than this operation's` : began;
  const endsWith = open.isOfOtherKey ? `${ends} and that key` : ends;
  if (made !== undefined && open.successor !== undefined)
    return `${beganWith}, and the state has ${open.successor} for that resource now. ${exists}. ${mayBeToDelete(made)}: end it with ${endsWith}`;
  const unless = open.mayBeReplaced ? ", unless this run is to replace it on request (`--replace`, a taint)" : "";
  if (open.isOfOtherKey) {
    // An SSH key is named by its id, which is the same in every account: another account gets a key of its own.
    const isInAnyAccount = made === name;
    const where = isInAnyAccount ? " in the account of that key" : "";
    return (
      `${beganWith}, and the state does not have it${where}${unless}. ${exists}. With that key \`up\` takes ` +
      `it over, or says why it can't, while the program has the resource and the state does not; otherwise end it with ${endsWith}. ` +
      `${
        made === undefined || isInAnyAccount
          ? "An `up` with another key can't tell whether it exists, and creates the resource"
          : `An \`up\` with another key creates nothing for that resource as long as it can't see ${made}`
      }`
    );
  }
  return (
    `${began}, and the state does not have it${unless}. ${exists}. While the program has the resource and the state does not, ` +
    `\`up\` takes it over, or says why it can't; otherwise end it with ${ends}`
  );
}

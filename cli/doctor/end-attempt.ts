import type { KindName } from "../../provider/kinds/names";
import type { Client } from "../../client/index";
import { isUntraceable } from "../../provider/journal/attempt";
import { misfit } from "../../provider/create/decide";
import { kinds } from "../../provider/kinds";
import { dataIn, destroys } from "../../provider/table/data-loss";
import { agree } from "../prompt";
import { CommandFailure, type Io, writeSentences } from "../io";
import { type InOtherStacks, type IsKnown, placeOf } from "./holders";
import { describe, type LiveObject, type LiveObjects } from "./finding";
import { isCalled, type OpenAttempt, type StackJournal } from "./journal";
import { addressInWords } from "../../provider/state/sighting";

/** The end of an attempt: the object to delete, if it is certainly the attempt's own, and the words about it. */
export interface Ending {
  readonly attempt: OpenAttempt;
  readonly object?: LiveObject;
  /** The reason why the attempt is forgotten and its object stays. */
  readonly because?: string;
}

/**
 * Finds the attempt of an id, and its object if that can be deleted safely. The attempt is open and of this stack; the
 * object has the noted name and creation time, and no state and no other resource has it. A pure function.
 *
 * @param wanted the id of an object, or of an attempt.
 * @throws CommandFailure if there is none, or if a process is busy with it.
 */
export function endingOf(
  wanted: string,
  attempts: readonly OpenAttempt[],
  platform: LiveObjects,
  isKnown: IsKnown,
  holders: InOtherStacks = new Map(),
): Ending {
  const attempt = attempts.find(isCalled(wanted));
  if (!attempt)
    throw new CommandFailure(
      `The journal on this machine has no open attempt ${wanted} for this stack, so nothing was deleted. Run \`compute doctor\` ` +
        "to list the open attempts.",
    );
  const { made, name, isBusy, isVouched, isElsewhere } = attempt;
  const kind = attempt.kind as KindName;
  if (isBusy)
    throw new CommandFailure(
      `A process on this machine is still working on ${wanted}. Nothing was deleted. Wait until it has finished.`,
    );
  if (isElsewhere)
    throw new CommandFailure(
      `${wanted} was started at ${addressInWords(attempt)}, but this command uses a different address, so nothing was deleted. Set COMPUTE_API_URL, or ` +
        "compute:apiUrl, to that address and run this again.",
    );
  const stays = (because: string): Ending => ({ attempt, because });
  if (!isVouched) return stays("it was begun with another API key, or its entry in the journal is forged");
  if (isUntraceable(attempt))
    return stays("nobody can tell whether there is anything to delete: the platform lists no such objects");
  const objects = platform[kind].filter((object) => (made === undefined ? object.name === name : object.id === made));
  const [object, ...others] = objects.filter(({ id }) => !isKnown(kind, id));
  const theirs = objects.find(({ id }) => holders.has(placeOf(kind, id)));
  if (theirs) return stays(`${theirs.id} is not this stack's any more: ${holders.get(placeOf(kind, theirs.id))}`);
  if (made === undefined && !attempt.isMarked)
    return stays(`somebody else may have created an object named ${JSON.stringify(name)}`);
  if (!object) return stays("the platform has no such object outside the state");
  if (others.length > 0) return stays(`several objects are named ${JSON.stringify(name)}`);
  const why = misfit(attempt, object);
  return why === undefined ? { attempt, object } : stays(`${object.id} does not fit the attempt: ${why}`);
}

/** Asks, deletes the object and forgets the attempt. An object that may be somebody else's stays. */
export async function endAttempt(
  io: Io,
  client: Client,
  journal: StackJournal,
  { attempt, object, because }: Ending,
  isAgreed: boolean,
): Promise<void> {
  const lost = object && dataIn(kinds[attempt.kind as KindName].resource, { ...object });
  const began = `started at ${new Date(attempt.startedAt).toISOString()}`;
  const what = object
    ? `Delete the ${attempt.kind} ${describe(object)}, named ${JSON.stringify(object.name)}, which an interrupted run created (${began})?${lost === undefined ? "" : ` This ${destroys(lost)}.`}`
    : `Forget the attempt ${attempt.id} to create a ${attempt.kind} named ${JSON.stringify(attempt.name)} (${began})? Nothing is deleted, because ${because}.`;
  if (!isAgreed) await agree(io, what);
  if (object) await kinds[attempt.kind as KindName].operations.sendDelete({ client }, object.id);
  await journal.drop(attempt);
  const done = object ? `Deleted the ${attempt.kind} ${object.id}` : `Deleted nothing, because ${because}`;
  writeSentences(io.stdout, [`${done}, and forgot the attempt ${attempt.id}.`]);
}

import { isFree } from "../../kinds/prices";
import { inWords, type Sighting, sightingIn } from "../../state/sighting";
import { hidden, keyOf } from "../../state/state";
import { fateOf } from "../../effects/fate";
import type { Props } from "../../table/props";
import type { Context } from "../context";
import { AdoptionPendingError, ReplacementUnreadyError, StillThereError } from "../failures/errors";
import { explained } from "../missing/lookup";
import { noteMention, noteAccountOfSharedId } from "../noted-for-run";
import { timeout } from "../../table/duration";

/** Deletes the object and waits until it is gone, unless another resource owns it by now. */
export async function deleteObject(context: Context, id: string, props: Props, withinMs?: number): Promise<void> {
  const { operations, session, changes, kind } = context;
  const { bookkeeping } = session;
  noteMention(context, props);
  const keeperSeenFrom = (here?: Sighting) =>
    bookkeeping.ownership.otherOwnerOf(keyOf(props), context.looked(id, here));
  // The request goes to the account of this run, whatever key has seen the object.
  const keeper = (await keeperSeenFrom(sightingIn(props))) ?? (await keeperSeenFrom());
  if (fateOf({ isHeld: keeper !== undefined }).does === "keep") return tellOfKeeper(context, id, props, keeper!);
  refuseWhilePending(context, id, keyOf(props));
  await bookkeeping.engineNames(kind, id, keyOf(props));
  if (await isThereToDelete(context, id, props)) {
    noteAccountOfSharedId(context, id, props);
    const programInputs = context.history.of(keyOf(props)).inputs;
    const deletion = () => operations.delete(session, id, timeout(props, "delete", withinMs), props, programInputs);
    const call = () => explained(`deleting ${kind} ${id}`, deletion());
    await changes.delete(id, call);
    // Another resource may have taken over an object whose id follows from its inputs.
    if (bookkeeping.ownership.object(kind, id).isTaken) return;
  }
  await bookkeeping.gone(kind, id);
  await changes.handOver(id);
}

/** Reports that another resource owns the object. The engine removes this resource from the state by itself. */
async function tellOfKeeper(context: Context, id: string, props: Props, keeper: string): Promise<void> {
  const { session, lookup, messages, kind } = context;
  const { ownership, journal } = session.bookkeeping;
  const { isTaken, having } = ownership.object(kind, id);
  if (having === undefined) {
    const kept = `${kind} ${id} was not deleted: ${keeper} has it too. Only this resource was taken out of the state.`;
    await messages.warn(kept, props);
  } else if (isTaken && having === keyOf(props)) {
    // The engine asked for a replacement, and its create resulted in the same object.
    await (await journal.open()).journal.noteStored(kind, id);
    if (!lookup.isInAnyAccount) await messages.warn(keptByAdopt(kind, id), props);
  }
  const seen = sightingIn(props);
  if (isTaken && lookup.isInAnyAccount && seen !== undefined && !lookup.isSeenFromHere(props))
    await messages.warn(leftWhereSeen(kind, id, seen), props);
  noteAccountOfSharedId(context, id, props);
}

/** Refuses a deletion that comes early: after a failure with `--continue-on-error`, or with `deleteBeforeReplace`. */
function refuseWhilePending({ session, lookup, kind }: Context, id: string, key: string | undefined): void {
  const { replacement, isAdopted } = session.bookkeeping.ownership.pendingOf(kind, id, key);
  if (replacement !== undefined) throw new ReplacementUnreadyError(kind, id, replacement, isFree(kind));
  // An object whose id follows from its inputs, such as an SSH key, is created again by the resource that declares it.
  if (isAdopted && !lookup.isInAnyAccount) throw new AdoptionPendingError(kind, id);
}

/** Tells whether to send a deletion. A 404 of the same account means deleted; what was replaced as gone and exists is kept. */
async function isThereToDelete({ history, lookup, kind }: Context, id: string, props: Props): Promise<boolean> {
  // An earlier run that was interrupted may have replaced it.
  const { object: current = id } = history.of(keyOf(props));
  const seemedGone = history.goneIds.has(id) || (props[hidden.isGone] === true && current !== id);
  if (!seemedGone && lookup.isSeenFromHere(props)) return true;
  const { object } = await lookup.get("deleting", id, props);
  if (object && seemedGone) throw new StillThereError(kind, id);
  return object !== undefined;
}

const keptByAdopt = (kind: string, id: string): string =>
  `${kind} ${id} was not replaced: the program adopts it, so the resource has the same object as before. To replace it, take \`adopt\` out of ` +
  "the program and ask for the replacement again.";

/** The message if a create with another API key resulted in an object with the same id, which may be in another account. */
const leftWhereSeen = (kind: string, id: string, seen: Sighting): string =>
  `${kind} ${id} was last seen with ${inWords(seen)}, and was now made with another key or address. If that is another account, it stays authorised there, ` +
  "and no state has it: take it out with the key of that account.";

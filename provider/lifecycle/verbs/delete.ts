import type { Identified } from "../../kinds/operations";
import { isFree } from "../../kinds/prices";
import { sightingIn } from "../../state/sighting";
import { entryOf } from "../../state/entry";
import { hidden, keyOf } from "../../state/state";
import { dataIn } from "../../table/data-loss";
import type { Props } from "../../table/props";
import { isRefusedDeletion } from "../applying/uncertain";
import type { VerbContext } from "../context";
import { noteMention, noteNamesake } from "../notes";
import { AdoptionPendingError, ReplacementPendingError, ReplacementUnreadyError, StillThereError } from "../errors";
import { explained } from "../lookup";
import { deletedForBoth, keptByAdopt, keptForItsData, leftElsewhere, takenOver } from "../warnings";
import { timeout } from "./timeouts";

/** Deletes the object and waits until it is gone, unless another resource of the program has it by now. */
export async function deleteObject<T extends Identified>(
  context: VerbContext<T>,
  id: string,
  props: Props,
  withinMs?: number,
): Promise<void> {
  const { operations, resource, session, messages, changes, kind } = context;
  const { books } = session;
  const { ownership } = books;
  const entry = entryOf(props);
  const { key } = entry;
  const object = context.object(id);
  ownership.noteActing();
  noteMention(context, props);
  await ownership.others.learn();
  const { isInAnyAccount, here } = context.lookup;
  // A create of this run found or adopted the very object that it was to replace. It must stay.
  if (await ownership.isJustTaken(object)) {
    if (ownership.isTakenBy(kind, id, key) && props.adopt !== undefined) await messages.warn(keptByAdopt(kind, id));
    return tellOfNamesake(context, id, props);
  }
  // Another resource of the program has it now. Only this resource goes, and the engine drops it from the state by itself.
  const others = await ownership.otherHolders.of(object, entry);
  if (await ownership.isHandedOn(object, others)) return tellOfNamesake(context, id, props);
  // Another entry of the state has it, of a resource that was renamed to this name and back, or that was replaced by itself.
  if (await ownership.isKept(object)) return tellOfNamesake(context, id, props);
  const verdict = await ownership.otherHolders.verdictOn(object, entry, others);
  // With `--continue-on-error` the engine comes to a deletion after the replacement of another resource that has the object has failed.
  if (verdict === "may be kept") throw new ReplacementPendingError(kind, id);
  if (verdict === "is left to its replacement") return tellOfNamesake(context, id, props);
  if (verdict === "was wanted back" && dataIn(resource, props) !== undefined)
    return messages.warn(keptForItsData(kind, id));
  const replacement = ownership.claims.unreadyReplacementOf(kind, id, key);
  if (replacement !== undefined) throw new ReplacementUnreadyError(kind, id, replacement, isFree(kind));
  await books.engineHas(kind, id, key);
  if (await ownership.isTakenOver(kind, id, entry)) {
    await messages.warn(takenOver(kind, id, resource.inputs.adopt !== undefined));
    return tellOfNamesake(context, id, props);
  }
  // With `--continue-on-error` the engine comes to a deletion after the adoption has failed, and with `deleteBeforeReplace` before it.
  if (await ownership.isAdoptedByAnother(object, key === undefined ? [] : [key]))
    throw new AdoptionPendingError(kind, id);
  if (await isThereToDelete(context, id, props)) {
    noteNamesake(context, id, props);
    const declared = context.history.declaredOf(key);
    const deletion = () => operations.delete(session, id, timeout(props, "delete", withinMs), props, declared);
    const call = () => explained(`deleting ${kind} ${id}`, deletion());
    await changes.delete(id, (error) => !isRefusedDeletion(error), call);
    // What has one id for all who have it may have been taken over meanwhile.
    if (isInAnyAccount && (await ownership.isJustTaken(object))) return;
    if (isInAnyAccount && (await ownership.others.tookNamesake(object)))
      await messages.warn(deletedForBoth(kind, id, here));
  }
  await books.gone(kind, id);
  await changes.handOver(id);
}

/** An id that follows from the inputs is the same in every account: what another resource took over may be only a namesake. */
async function tellOfNamesake<T extends Identified>(
  { lookup, messages, kind }: VerbContext<T>,
  id: string,
  props: Props,
): Promise<void> {
  const seen = sightingIn(props);
  if (lookup.isInAnyAccount && seen !== undefined && !lookup.isSeenFromHere(props))
    await messages.warn(leftElsewhere(kind, id, seen, lookup.here));
}

/**
 * Whether a deletion has to be sent. A 404 counts as deleted only where the object was seen before, and what was
 * replaced only because it seemed gone is never deleted when it is there after all.
 */
async function isThereToDelete<T extends Identified>(
  { history, lookup, kind }: VerbContext<T>,
  id: string,
  props: Props,
): Promise<boolean> {
  const wasGone = props[hidden.isGone] === true && history.isReplacedAsGone(id, keyOf(props));
  const seemedGone = wasGone || history.hasReplacedAsGone(id);
  if (!seemedGone && lookup.isSeenFromHere(props)) return true;
  const { object } = await lookup.get("deleting", id, props);
  if (object && seemedGone) throw new StillThereError(kind, id);
  return object !== undefined;
}

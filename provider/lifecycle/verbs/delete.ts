import type { Identified } from "../../kinds/operations";
import { isFree } from "../../kinds/prices";
import { entryOf } from "../../state/entry";
import { sightingIn } from "../../state/sighting";
import { hidden, keyOf } from "../../state/state";
import type { Props } from "../../table/props";
import { isRefusedDeletion } from "../applying/uncertain";
import type { VerbContext } from "../context";
import { AdoptionPendingError, ReplacementUnreadyError, StillThereError } from "../errors";
import { explained } from "../lookup";
import { noteMention, noteNamesake } from "../notes";
import { keptByAdopt, keptByTakingUp, leftElsewhere, takenOver } from "../warnings";
import { timeout } from "./timeouts";

/** Deletes the object and waits until it is gone, unless another resource has it by now: then only this one goes from the state. */
export async function deleteObject<T extends Identified>(
  context: VerbContext<T>,
  id: string,
  props: Props,
  withinMs?: number,
): Promise<void> {
  const { operations, session, changes, kind } = context;
  const { books } = session;
  const object = context.object(id);
  books.earlier.noteActing();
  noteMention(context, props);
  const heir = await books.ownership.leavesTo(object, entryOf(props));
  if (heir) return tellOfHeir(context, id, props, heir);
  refuseWhilePending(context, id, keyOf(props));
  await books.engineNames(kind, id, keyOf(props));
  if (await isThereToDelete(context, id, props)) {
    noteNamesake(context, id, props);
    const declared = context.history.declaredOf(keyOf(props));
    const deletion = () => operations.delete(session, id, timeout(props, "delete", withinMs), props, declared);
    const call = () => explained(`deleting ${kind} ${id}`, deletion());
    await changes.delete(id, (error) => !isRefusedDeletion(error), call);
    // What has one id for all who have it may have been taken over meanwhile.
    if (books.ownership.isTaken(kind, id)) return;
  }
  await books.gone(object);
  await changes.handOver(id);
}

/** Another resource has the object. Only this one goes, and the engine drops it from the state by itself. */
async function tellOfHeir<T extends Identified>(
  { resource, session, lookup, messages, kind }: VerbContext<T>,
  id: string,
  props: Props,
  heir: "this program" | "another",
): Promise<void> {
  const { ownership, journal } = session.books;
  if (heir === "another") await messages.warn(takenOver(kind, id, resource.inputs.adopt !== undefined));
  else if (ownership.isTakenBy(kind, id, keyOf(props))) {
    // The engine asked for a replacement without saying of which object, and the create came to the same one.
    await (await journal.open()).journal.noteStored(kind, id);
    if (!lookup.isInAnyAccount)
      await messages.warn((props.adopt === undefined ? keptByTakingUp : keptByAdopt)(kind, id));
  }
  // An id that follows from the inputs is the same in every account: what another resource took over may be only a namesake.
  const seen = sightingIn(props);
  if (lookup.isInAnyAccount && seen !== undefined && !lookup.isSeenFromHere(props))
    await messages.warn(leftElsewhere(kind, id, seen, lookup.here));
}

/** With `--continue-on-error` the engine comes to a deletion after what it waits for has failed, and with `deleteBeforeReplace` before it. */
function refuseWhilePending<T extends Identified>(
  { session, kind }: VerbContext<T>,
  id: string,
  key: string | undefined,
): void {
  const { replacement, isAdopted } = session.books.ownership.pendingOf(kind, id, key);
  if (replacement !== undefined) throw new ReplacementUnreadyError(kind, id, replacement, isFree(kind));
  if (isAdopted) throw new AdoptionPendingError(kind, id);
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

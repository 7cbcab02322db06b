import type { KindName } from "../kinds/names";
import type { Identified } from "../kinds/operations";
import { warningOfTakenName } from "../ownership/forgotten-warnings";
import { hidden } from "../state/state";
import { kindOfStoredProvider } from "../state/stored-provider";
import type { Props } from "../table/props";
import { restarting } from "../table/requests";
import type { VerbContext } from "./context";
import { OtherKindError } from "./errors";
import { soughtOf } from "./sought";

/** Where an alias names what is no object of this kind, all that was compared would be a matter of chance. */
export function refuseOtherKind(kind: KindName, id: string, olds: Props): void {
  const theirs = kindOfStoredProvider(olds[hidden.provider]);
  if (theirs !== undefined && theirs !== kind) throw new OtherKindError(kind, theirs, id);
}

/** What a preview or an `up` is told of an update before it happens. */
export async function foreseeUpdate<T extends Identified>(
  { resource, operations, session, messages, kind }: VerbContext<T>,
  id: string,
  state: Props,
  news: Props,
  changed: ReadonlySet<string>,
): Promise<void> {
  if (changed.size > 0) operations.expectUpdate?.(session, id, news, changed);
  const disturbed = resource.disturbs?.(state, changed, restarting(resource, changed));
  const foreseen = changed.size > 0 ? await operations.foresee?.(session, state, news) : undefined;
  for (const each of [disturbed, foreseen]) if (each) await messages.warn(`${kind} ${id}: ${each}`);
}

/** Warns where the object gets the name of another one, which goes with its data if the program no longer has the resource of that. */
export async function warnOfTakenName<T extends Identified>(
  { resource, session, messages, kind }: VerbContext<T>,
  id: string,
  news: Props,
): Promise<void> {
  const sought = soughtOf(resource, news);
  if (!sought) return;
  for (const object of await session.books.ownership.madeForOthersAs(kind, sought.key, sought))
    await messages.warn(warningOfTakenName(object, id, messages.nameOf(news) ?? sought.name));
}

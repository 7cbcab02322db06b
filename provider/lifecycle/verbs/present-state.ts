import type { InterruptedChange } from "../../journal/changes";
import type { Listed } from "../../state/identity";
import { hidden } from "../../state/state";
import { differences } from "../../table/diff";
import { type Props, sameValue } from "../../table/props";
import { startsSeen, withStartsSeen } from "../applying/starts";
import { withBothDeclared, withUncertain } from "../missing/uncertain";
import type { Context } from "../context";
import { initializationError } from "../failures/in-error";

/** The state brought up to date with the platform. */
export interface Present {
  readonly state: Props;
  /** Arguments of an interrupted change whose container start has happened. */
  readonly started: readonly string[];
}

/** Brings the state up to date if it may not be, or if the settings say so. @returns `olds` if right, nothing if gone. */
export async function presentState(
  context: Context,
  id: string,
  olds: Props,
  news: Props,
): Promise<Present | undefined> {
  const { resource, lookup, changes, messages, kind } = context;
  const change = await changes.interrupted(id);
  const isOnItsWay = olds[hidden.onItsWay] === true;
  const seemedGone = olds[hidden.isGone] === true;
  const isBehind = mayBeBehind(olds, change);
  if (!isBehind && !context.settings.refreshBeforeUpdate) return { state: olds, started: [] };
  const isSought = seemedGone && !change;
  const { object } = isSought ? await lookup.get("looking for", id, olds) : await lookup.read(id, olds);
  if (!object && !isBehind) {
    // Only a refresh, which people see, removes it from the state.
    await messages.warn(`${kind} ${id} no longer exists. Run \`up --refresh\` to create it again.`, news);
    return { state: olds, started: [] };
  }
  if (!object) {
    context.history.goneIds.add(id);
    return undefined;
  }
  if (isOnItsWay) context.operations.sawOnItsWay?.(context.session, object, news, context.messages.nameOf(news));
  const starts = await startsSeen(context, object, news, change);
  const after = (before: Props) => context.outputs(object, withUncertain(resource, before, change));
  const from = (before: Props) => withStartsSeen(after(before), news, starts);
  const differing = (state: Props) => differences(resource, id, state, news);
  // An interrupted change needs an update in any case, which ends its entry.
  const isRight = !change && !seemedGone && sameValue(differing(olds), differing(from(olds)));
  return { state: isRight ? olds : from(withBothDeclared(resource, olds, news)), started: starts.done };
}

/** Tells whether the state may be out of date: the last run did not see the end of what it did. */
export const mayBeBehind = (olds: Props, change: InterruptedChange | undefined): boolean =>
  change !== undefined || [hidden.onItsWay, hidden.isGone, hidden.unready].some((name) => olds[name] === true);

/** Reads the object before an update. A missing object is marked as gone, and the next `up` looks for it again. */
export async function presentObject(context: Context, id: string, olds: Props, news: Props): Promise<Listed> {
  const { object, cause } = await context.lookup.get("updating", id, olds);
  if (object) return object;
  const lookAgain = "The next `preview` looks for it again, and shows what `up` would do if it is gone.";
  const why = new Error(`${cause?.message} ${lookAgain}`, { cause });
  throw initializationError(context, id, { ...olds, [hidden.isGone]: true }, news, why);
}

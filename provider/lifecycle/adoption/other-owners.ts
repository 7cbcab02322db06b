import type { Listed } from "../../create/journal/attempt";
import type { Identified } from "../../kinds/operations";
import { hidden, keyOf } from "../../state/state";
import type { Props } from "../../table/props";
import type { VerbContext } from "../context";
import { begunForAnother, inTwoResources, inTwoStacks } from "../warnings";

/** Warns while nothing is lost: each of two stacks that have the same object may delete it. @returns whether it did. */
export async function warnOfOtherStack<T extends Identified>(
  { resource, session, messages, lookup, kind }: VerbContext<T>,
  object: Listed,
  props: Props,
): Promise<boolean> {
  const { id } = object;
  const { [hidden.stack]: stack } = props;
  const ours = typeof stack === "string" ? stack : undefined;
  const { earlier } = session.books.ownership;
  const maker = await earlier.otherStackOf(kind, id, ours, lookup.isInAnyAccount);
  // An id that is the same in every account may be that of another account's.
  const isMoved = maker === undefined && !lookup.isInAnyAccount && (await earlier.wasInOtherStack(kind, id, ours));
  const whose = isMoved
    ? "last belonged to another stack of this project, or to this one under another name"
    : maker && `was created by ${maker}`;
  if (whose !== undefined) {
    await messages.warn(inTwoStacks(kind, id, whose, resource.inputs.dataLoss !== undefined));
    return true;
  }
  const begun = await earlier.begunForAnother(kind, object, keyOf(props));
  if (begun !== undefined) await messages.warn(begunForAnother(kind, id, begun));
  return begun !== undefined;
}

/**
 * Warns of another stack, or of another resource of this one. The engine imports whatever id it is given, also one that its state
 * has already.
 */
export async function warnOfOtherOwner<T extends Identified>(
  context: VerbContext<T>,
  object: Listed,
  props: Props,
): Promise<void> {
  const { resource, session, messages, lookup, kind } = context;
  const { id } = object;
  if (await warnOfOtherStack(context, object, props)) return;
  if (await session.books.ownership.earlier.isOfAnotherResource(kind, id, keyOf(props), lookup.isInAnyAccount))
    await messages.warn(inTwoResources(kind, id, resource.inputs.dataLoss !== undefined));
}

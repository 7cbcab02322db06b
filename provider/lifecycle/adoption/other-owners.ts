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
  const { [hidden.stack]: stack } = props;
  const ours = typeof stack === "string" ? stack : undefined;
  const { earlier } = session.books.ownership;
  const other = await earlier.otherStackOf(kind, object.id, ours, lookup.isInAnyAccount);
  if (other !== undefined)
    await messages.warn(inTwoStacks(kind, object.id, other, resource.inputs.dataLoss !== undefined));
  const begun = other === undefined ? await earlier.begunForAnother(kind, object, keyOf(props)) : undefined;
  if (begun !== undefined) await messages.warn(begunForAnother(kind, object.id, begun));
  return other !== undefined || begun !== undefined;
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

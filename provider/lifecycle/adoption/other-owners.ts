import type { Identified } from "../../kinds/operations";
import { hidden, keyOf } from "../../state/state";
import type { Props } from "../../table/props";
import type { VerbContext } from "../context";
import { inTwoResources, inTwoStacks } from "../warnings";

/** Warns while nothing is lost: each of two stacks that have the same object may delete it. @returns whether it did. */
export async function warnOfOtherStack<T extends Identified>(
  { resource, session, messages, lookup, kind }: VerbContext<T>,
  id: string,
  { [hidden.stack]: stack }: Props,
): Promise<boolean> {
  const ours = typeof stack === "string" ? stack : undefined;
  const other = await session.books.ownership.earlier.otherStackOf(kind, id, ours, lookup.isInAnyAccount);
  if (other !== undefined) await messages.warn(inTwoStacks(kind, id, other, resource.inputs.dataLoss !== undefined));
  return other !== undefined;
}

/**
 * Warns of another stack, or of another resource of this one. The engine imports whatever id it is given, also one that its state
 * has already.
 */
export async function warnOfOtherOwner<T extends Identified>(
  context: VerbContext<T>,
  id: string,
  props: Props,
): Promise<void> {
  const { resource, session, messages, lookup, kind } = context;
  if (await warnOfOtherStack(context, id, props)) return;
  if (await session.books.ownership.earlier.isOfAnotherResource(kind, id, keyOf(props), lookup.isInAnyAccount))
    await messages.warn(inTwoResources(kind, id, resource.inputs.dataLoss !== undefined));
}

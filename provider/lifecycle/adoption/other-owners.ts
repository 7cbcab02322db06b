import type { Identified } from "../../kinds/operations";
import { hidden } from "../../state/state";
import type { Props } from "../../table/props";
import type { VerbContext } from "../context";
import { inTwoStacks } from "../warnings";

/** Warns while nothing is lost: each of two stacks that have the same object may delete it. */
export async function warnOfOtherStack<T extends Identified>(
  context: VerbContext<T>,
  id: string,
  { [hidden.stack]: stack }: Props,
): Promise<void> {
  const { resource, session, messages, kind } = context;
  const ours = typeof stack === "string" ? stack : undefined;
  const maker = await session.books.ownership.otherStackOf(context.object(id), ours);
  if (maker !== undefined) await messages.warn(inTwoStacks(kind, id, maker, resource.inputs.dataLoss !== undefined));
}

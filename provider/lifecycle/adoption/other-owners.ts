import { stackOf } from "../../state/state";
import { withData } from "../../table/data-loss";
import type { Props } from "../../table/props";
import type { Context } from "../context";
import { inTwoStacks } from "../warnings";

/** Warns of another stack that has the same object, before either of the two deletes it. @returns whether there is one. */
export async function warnOfOtherStack(context: Context, id: string, inputs: Props): Promise<boolean> {
  const { resource, session, messages, kind } = context;
  const maker = await session.books.ownership.otherStackOf(context.object(id), stackOf(inputs));
  if (maker !== undefined) await messages.warn(inTwoStacks(kind, id, maker, withData(resource, inputs)));
  return maker !== undefined;
}

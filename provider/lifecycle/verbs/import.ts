import type { Identified } from "../../kinds/operations";
import { hidden, keyOf } from "../../state/state";
import type { Props } from "../../table/props";
import { imported } from "../adoption/import";
import type { VerbContext } from "../context";
import { inTwoResources, inTwoStacks } from "../warnings";

/** An object that no state knows, with the arguments by which a program would declare it. */
export async function importObject<T extends Identified>(
  context: VerbContext<T>,
  id: string,
  given: Props,
): Promise<{ props: Props; inputs: Props }> {
  const { object } = await context.lookup.read(id, given);
  const { importee, inputs, asked } = await imported(context, id, object);
  await warnOfOtherOwner(context, importee.id, given);
  return { props: context.outputs(importee, { ...given, ...asked }), inputs };
}

/** The engine imports whatever id it is given, also one that its state has already: then each of two resources may delete it. */
async function warnOfOtherOwner<T extends Identified>(
  { resource, session, messages, kind }: VerbContext<T>,
  id: string,
  given: Props,
): Promise<void> {
  const { ownership } = session.books;
  const hasData = resource.inputs.dataLoss !== undefined;
  const stack = given[hidden.stack];
  const other = await ownership.otherStackOf(kind, id, typeof stack === "string" ? stack : undefined);
  if (other !== undefined) await messages.warn(inTwoStacks(kind, id, other, hasData));
  else if (await ownership.isOfAnotherResource(kind, id, keyOf(given)))
    await messages.warn(inTwoResources(kind, id, hasData));
}

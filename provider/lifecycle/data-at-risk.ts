import type { Identified } from "../kinds/operations";
import { hidden, keyOf } from "../state/state";
import type { Props } from "../table/props";
import { hasArguments } from "./adoption/has-arguments";
import type { VerbContext } from "./context";

/**
 * The resource is new, or its object `own` gets another name: at the end of a preview, people want to hear whose data may go with that. A name
 * or a parent that the program has changed without an alias looks like that.
 */
export async function noteData<T extends Identified>(
  context: VerbContext<T>,
  inputs: Props,
  own?: string,
): Promise<void> {
  const { name, [hidden.stack]: stack } = inputs;
  const { kind, resource, messages, session } = context;
  const key = keyOf(inputs);
  const hasData = resource.inputs.dataLoss !== undefined;
  if (key === undefined || typeof name !== "string" || typeof stack !== "string" || !hasData) return;
  const isLike = (id: string) => hasArguments(context, inputs, id);
  const about = {
    kind,
    key,
    stack,
    name,
    resource: messages.nameOf(inputs),
    ...(own !== undefined && { own }),
  };
  await session.books.earlier.noteData({ ...about, isLike });
}

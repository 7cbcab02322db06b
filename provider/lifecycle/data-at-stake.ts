import { DataLossRefusedError, refusal } from "../table/data-loss";
import { type Difference, replacing } from "../table/diff";
import type { Props } from "../table/props";
import type { Context } from "./context";

/**
 * Refuses a change that would destroy data.
 *
 * @returns the state, with a note on whether the object has data.
 * @throws DataLossRefusedError if the program does not allow the loss.
 */
export async function refuseDataLoss(
  context: Context,
  id: string,
  olds: Props,
  news: Props,
  found: readonly Difference[],
): Promise<Props> {
  const state = replacing(found).length > 0 ? await withData(context, id, olds) : olds;
  const refused = refusal(context.resource, state, news, found);
  if (refused) throw new DataLossRefusedError(context.kind, id, refused);
  return state;
}

/**
 * The state with a note on whether the object has data of its own, if that is known. Undeclared data may come from a
 * template or from before an adoption, so the object is read. A failed read leaves the question open.
 */
async function withData(context: Context, id: string, state: Props): Promise<Props> {
  const { data } = context.resource;
  if (data === undefined || data.isIn(state) !== undefined) return state;
  const object = await context.lookup.read(id, state).then(
    (found) => found.object,
    () => undefined,
  );
  return object ? context.outputs(object, state) : state;
}

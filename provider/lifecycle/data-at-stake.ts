import { keyOf } from "../state/state";
import { DataLossRefusedError, refusal } from "../table/data-loss";
import { type Difference, replacing } from "../table/diff";
import type { Props } from "../table/props";
import type { Kept } from "./call-history";
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
 * State in which it is said whether the object has data of its own, where anybody can tell. What the program did not declare may
 * have come with a template, or have been there before an adoption, so the object is looked at. A look that fails tells nothing.
 */
async function withData(context: Context, id: string, state: Props): Promise<Props> {
  if (isTold(context, state)) return state;
  const look = context.lookup.read(id, state).then(
    ({ object }) => object,
    () => undefined,
  );
  const object = await look;
  return object ? context.outputs(object, state) : state;
}

/**
 * The same for a resource of which only the inputs are known, since the engine names no object: those of its name are looked at, and
 * one that has data counts.
 */
async function withDataOfName(context: Context, inputs: Props): Promise<Props> {
  if (isTold(context, inputs)) return inputs;
  const { operations, session, resource } = context;
  const named = async () => {
    const listed = (await operations.list(session)).filter(({ name }) => name === inputs.name);
    return Promise.all(listed.map(({ id }) => operations.get(session, id)));
  };
  const found = (await named().catch(() => [])).map((object) => context.outputs(object, inputs));
  return found.find((state) => resource.data?.isIn(state) !== false) ?? found[0] ?? inputs;
}

const isTold = ({ resource: { data } }: Context, props: Props): boolean =>
  data?.isIn(props) !== undefined || data === undefined;

/** A resource that an option of the program has the engine replace, with what is known of its data. */
export async function replacedUnasked(context: Context, asked: Props): Promise<Kept | undefined> {
  const kept = context.history.replacedByOption(keyOf(asked));
  return kept && { ...kept, props: await withDataOfName(context, kept.props) };
}

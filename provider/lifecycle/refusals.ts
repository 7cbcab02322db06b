import type { Identified } from "../kinds/operations";
import { keyOf } from "../state/state";
import type { CheckFailure } from "../table/check";
import { earlyRefusals, optionRefusals, unasked as replacingOptions } from "../table/data-loss";
import { isEmpty, type Props } from "../table/props";
import { declaredBefore, misfitsOf } from "./adoption/adopt";
import type { Kept } from "./call-history";
import type { Context } from "./context";
import { leftFailures } from "./left";
import { nameFailures } from "./unique-names";

/** A resource whose arguments keep the rules of its table. */
export interface Checked {
  readonly context: Context;
  readonly olds: Props;
  readonly inputs: Props;
  /** The object that it adopts. */
  readonly object: Identified | undefined;
  /** A replacement that the engine would make without a change of arguments. */
  readonly replaced: Kept | undefined;
}

type Step = (checked: Checked) => CheckFailure[] | Promise<CheckFailure[]>;

const steps: readonly Step[] = [
  ({ context, inputs, object }) => (object ? misfitsOf(context, inputs, object) : []),
  ({ context, olds, inputs }) => (isEmpty(olds) ? [] : earlyRefusals(context.resource, olds, inputs)),
  ({ context, inputs, replaced }) =>
    replaced ? optionRefusals(context.resource, replaced.props, inputs, replaced.inPlace) : [],
  ({ context, inputs }) => declaredBefore(context, inputs),
  ({ context, olds, inputs, object }) => (isEmpty(olds) && !object ? begunWithOtherKey(context, inputs) : []),
  ({ context, inputs }) => nameFailures(context, inputs),
  ({ context, olds, inputs }) => (isEmpty(olds) ? leftFailures(context, inputs) : []),
];

/** What speaks against a resource beside its arguments: of several steps, what the first finds that finds anything. */
export async function refusalsOf(checked: Checked): Promise<CheckFailure[]> {
  for (const step of steps) {
    const failures = await step(checked);
    if (failures.length > 0) return failures;
  }
  return [];
}

async function begunWithOtherKey({ session, kind, operations }: Context, inputs: Props): Promise<CheckFailure[]> {
  const key = keyOf(inputs);
  const refusal = key === undefined || operations.idOf ? undefined : await session.books.creates.refusalOf(kind, key);
  return refusal ? [{ property: "", reason: refusal.message }] : [];
}

export async function warnOfReplaced({ context, inputs, replaced }: Checked): Promise<void> {
  if (!replaced) return;
  const { props, inPlace } = replaced;
  await context.messages.warnOfLoss(props, inPlace.length > 0 ? inPlace : [replacingOptions], inputs);
}

import type { Listed } from "../../state/identity";
import type { CheckFailure } from "../../table/check";
import { keyOf } from "../../state/state";
import { lossesByInputs, lossesByOption, replacingOptions } from "../../table/data-loss";
import { isEmpty, type Props } from "../../table/props";
import { declaredBefore, misfitsOf } from "../adoption/adopt";
import type { ReplacedByOption } from "../missing/call-history";
import type { Context } from "../context";
import { warnOfOtherLosses } from "./before-update";
import { nameFailures } from "./name-moves";

/** A resource whose arguments follow the rules of its table. */
export interface Checked {
  readonly context: Context;
  readonly olds: Props;
  readonly inputs: Props;
  /** The object that it adopts. */
  readonly object: Listed | undefined;
  /** A replacement that the engine makes without a change of arguments. */
  readonly replaced: ReplacedByOption | undefined;
}

type Step = (checked: Checked) => CheckFailure[] | Promise<CheckFailure[]>;

const steps: readonly Step[] = [
  ({ context, inputs, object }) => (object ? misfitsOf(context, inputs, object) : []),
  ({ context, olds, inputs }) => (isEmpty(olds) ? [] : lossesByInputs(context.resource, olds, inputs)),
  ({ context, inputs, replaced }) =>
    replaced ? lossesByOption(context.resource, replaced.props, inputs, replaced.inPlace) : [],
  async (checked) => {
    await warnOfUnasked(checked);
    return [];
  },
  ({ context, inputs }) => declaredBefore(context, inputs),
  ({ context, inputs }) => nameFailures(context, inputs),
];

/** The refusals of a resource beyond its arguments: those of the first step that finds any. */
export async function refusalsOf(checked: Checked): Promise<CheckFailure[]> {
  for (const step of steps) {
    const failures = await step(checked);
    if (failures.length > 0) return failures;
  }
  return [];
}

/** Tells what goes with the objects of a resource that the engine replaces without a diff that says so. @throws if that is refused. */
async function warnOfUnasked({ context, olds, inputs, object, replaced }: Checked): Promise<void> {
  const { operations, history, session, kind } = context;
  const key = keyOf(inputs);
  const isUnasked = isEmpty(olds) && (replaced !== undefined || history.isReplacedOnRequest(key));
  if (!operations.lostByReplacement || key === undefined || !isUnasked) return;
  for (const id of await session.bookkeeping.ownership.idsOf(kind, key))
    if (id !== object?.id) await warnOfOtherLosses(context, id, replaced?.props ?? inputs, inputs);
}

export async function warnOfReplaced({ context, inputs, replaced }: Checked): Promise<void> {
  if (!replaced) return;
  const { props, inPlace } = replaced;
  await context.messages.warnOfLoss(props, inPlace.length > 0 ? inPlace : [replacingOptions], inputs);
}

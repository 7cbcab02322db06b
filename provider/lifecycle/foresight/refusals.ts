import type { Listed } from "../../state/identity";
import type { CheckFailure } from "../../table/check";
import { keyOf } from "../../state/state";
import { lossesByInputs, lossesByOption, onRequest, replacingOptions } from "../../table/data-loss";
import { isEmpty, type Props } from "../../table/props";
import { declaredBefore, misfitsOf } from "../adoption/adopt";
import type { Predecessor, ReplacedByOption } from "../missing/call-history";
import type { Context } from "../context";
import { warnOfOtherLosses } from "./before-update";
import { nameFailures } from "./name-moves";

/** The entry of a resource in readable states. */
const entryOf = ({ session, kind }: Context, inputs: Props) =>
  session.bookkeeping.ownership.entryOf(kind, keyOf(inputs));

/** A replacement that the engine makes without a change of arguments. */
const replacedOf = ({ history }: Context, olds: Props, inputs: Props): ReplacedByOption | undefined =>
  isEmpty(olds) ? history.of(keyOf(inputs)).replacedByOption : undefined;

/** Tells whether the engine checks a resource as if it were new, after no diff that asked for a replacement. */
const isUnasked = (context: Context, olds: Props, inputs: Props): boolean =>
  isEmpty(olds) && (replacedOf(context, olds, inputs) !== undefined || !context.history.of(keyOf(inputs)).isInState);

/** Finds the object that goes with such a replacement, or with one on request. */
async function predecessorOf(
  context: Context,
  olds: Props,
  inputs: Props,
  adopted: Listed | undefined,
): Promise<Predecessor | undefined> {
  if (!isUnasked(context, olds, inputs) || context.operations.idOf || context.resource.isOnlyInState) return undefined;
  const { id, isRetained = false } = (await entryOf(context, inputs)) ?? {};
  if (id === undefined || id === adopted?.id) return undefined;
  const replaced = replacedOf(context, olds, inputs);
  if (replaced && replaced.inPlace.length > 0) return { id, isRetained, found: replaced.props };
  return { id, isRetained, found: await context.asSeen(id, inputs) };
}

/** The refusals of a resource beyond its table, of the first question that has any. Notes the object that goes. */
export async function refusalsOf(
  context: Context,
  olds: Props,
  inputs: Props,
  object: Listed | undefined,
): Promise<CheckFailure[]> {
  const predecessor = await predecessorOf(context, olds, inputs, object);
  context.history.note(keyOf(inputs), { predecessor });
  const misfits = object ? misfitsOf(context, inputs, object) : [];
  if (misfits.length > 0) return misfits;
  const losses = predecessor?.isRetained ? [] : await lossesOf(context, olds, inputs);
  if (losses.length > 0) return losses;
  if (!predecessor?.isRetained) await warnOfUnasked(context, olds, inputs, object);
  const twins = declaredBefore(context, inputs);
  return twins.length > 0 ? twins : nameFailures(context, inputs);
}

async function lossesOf(context: Context, olds: Props, inputs: Props): Promise<CheckFailure[]> {
  const replaced = replacedOf(context, olds, inputs);
  if (replaced) return lossesByOption(context.resource, replaced.props, inputs, replaced.inPlace);
  const lost = isEmpty(olds) ? [] : lossesByInputs(context.resource, olds, inputs);
  return lost.length > 0 && (await entryOf(context, inputs))?.isRetained ? [] : lost;
}

/** Tells what goes with the objects of a resource that the engine replaces without a diff that says so. @throws if that is refused. */
async function warnOfUnasked(context: Context, olds: Props, inputs: Props, object: Listed | undefined): Promise<void> {
  const { operations, session, kind } = context;
  const key = keyOf(inputs);
  if (!operations.lostByReplacement || key === undefined || !isUnasked(context, olds, inputs)) return;
  const before = replacedOf(context, olds, inputs)?.props ?? inputs;
  for (const id of await session.bookkeeping.ownership.idsOf(kind, key))
    if (id !== object?.id) await warnOfOtherLosses(context, id, before, inputs);
}

/** Warns of the data that such a replacement destroys. */
export async function warnOfReplaced(context: Context, olds: Props, inputs: Props): Promise<void> {
  const { history, messages, session } = context;
  const { predecessor: { found, id } = {}, goesAlong: along } = history.of(keyOf(inputs));
  history.note(keyOf(inputs), { goesAlong: undefined });
  if (along !== undefined) await messages.tellReasons(inputs, [`Replaced because of ${along}.`]);
  if (id !== undefined && (await session.bookkeeping.ownership.outlasts(context.looked(id)))) return;
  const replaced = replacedOf(context, olds, inputs);
  if (replaced) {
    const { props, inPlace } = replaced;
    await messages.warnOfLoss(props, inPlace.length > 0 ? inPlace : [replacingOptions], inputs);
  } else if (typeof found === "object") await messages.warnOfLoss(found, [along ?? onRequest], inputs);
}

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

/** A resource whose arguments follow the rules of its table. */
export interface Checked {
  readonly context: Context;
  readonly olds: Props;
  readonly inputs: Props;
  /** The object that it adopts. */
  readonly object: Listed | undefined;
  /** A replacement that the engine makes without a change of arguments. */
  readonly replaced: ReplacedByOption | undefined;
  /** The object that goes with such a replacement, or with one on request. */
  readonly predecessor: Predecessor | undefined;
}

/** Adds the object that goes, and notes it for the messages of the step. */
export async function withPredecessor(given: Omit<Checked, "predecessor">): Promise<Checked> {
  const predecessor = await predecessorOf(given);
  given.context.history.note(keyOf(given.inputs), { predecessor });
  return { ...given, predecessor };
}

/** The entry of a resource in readable states. */
const entryOf = ({ session, kind }: Context, inputs: Props) =>
  session.bookkeeping.ownership.entryOf(kind, keyOf(inputs));

/** Tells whether the engine checks a resource as if it were new, after no diff that asked for a replacement. */
const isUnasked = ({ context: { history }, olds, inputs, replaced }: Omit<Checked, "predecessor">): boolean =>
  isEmpty(olds) && (replaced !== undefined || !history.of(keyOf(inputs)).isInState);

/** Finds the object of such a resource. */
async function predecessorOf(checked: Omit<Checked, "predecessor">): Promise<Predecessor | undefined> {
  const { context, inputs, object: adopted, replaced } = checked;
  if (!isUnasked(checked) || context.operations.idOf || context.resource.isOnlyInState) return undefined;
  const { id, isRetained = false } = (await entryOf(context, inputs)) ?? {};
  if (id === undefined || id === adopted?.id) return undefined;
  if (replaced && replaced.inPlace.length > 0) return { id, isRetained, found: replaced.props };
  return { id, isRetained, found: await context.asSeen(id, inputs) };
}

/** The refusals of a resource beyond its arguments: those of the first question that has any. */
export async function refusalsOf(checked: Checked): Promise<CheckFailure[]> {
  const { context, inputs, object } = checked;
  const misfits = object ? misfitsOf(context, inputs, object) : [];
  if (misfits.length > 0) return misfits;
  const losses = await lossesOf(checked);
  if (losses.length > 0) return losses;
  await warnOfUnasked(checked);
  const twins = declaredBefore(context, inputs);
  return twins.length > 0 ? twins : nameFailures(context, inputs);
}

async function lossesOf({ context, olds, inputs, replaced, predecessor }: Checked): Promise<CheckFailure[]> {
  const { resource } = context;
  if (predecessor?.isRetained) return [];
  if (replaced) return lossesByOption(resource, replaced.props, inputs, replaced.inPlace);
  const lost = isEmpty(olds) ? [] : lossesByInputs(resource, olds, inputs);
  return lost.length > 0 && (await entryOf(context, inputs))?.isRetained ? [] : lost;
}

/** Tells what goes with the objects of a resource that the engine replaces without a diff that says so. @throws if that is refused. */
async function warnOfUnasked(checked: Checked): Promise<void> {
  const { context, inputs, object, replaced, predecessor } = checked;
  const { operations, session, kind } = context;
  const key = keyOf(inputs);
  if (!operations.lostByReplacement || key === undefined || !isUnasked(checked) || predecessor?.isRetained) return;
  for (const id of await session.bookkeeping.ownership.idsOf(kind, key))
    if (id !== object?.id) await warnOfOtherLosses(context, id, replaced?.props ?? inputs, inputs);
}

/** Warns of the data that such a replacement destroys. */
export async function warnOfReplaced({ context, inputs, replaced, predecessor }: Checked): Promise<void> {
  const { found, isRetained } = predecessor ?? {};
  const { goesAlong: along } = context.history.of(keyOf(inputs));
  context.history.note(keyOf(inputs), { goesAlong: undefined });
  if (along !== undefined) await context.messages.tellReasons(inputs, [`Replaced because of ${along}.`]);
  if (isRetained) return;
  if (replaced) {
    const { props, inPlace } = replaced;
    await context.messages.warnOfLoss(props, inPlace.length > 0 ? inPlace : [replacingOptions], inputs);
  } else if (typeof found === "object") await context.messages.warnOfLoss(found, [along ?? onRequest], inputs);
}

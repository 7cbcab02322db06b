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
  given.context.history.sawPredecessor(keyOf(given.inputs), predecessor);
  return { ...given, predecessor };
}

/** The entry of a resource in readable states. */
const entryOf = ({ session, kind }: Context, inputs: Props) =>
  session.bookkeeping.ownership.entryOf(kind, keyOf(inputs));

/** Finds the object of a resource that the engine checks as if it were new, after no diff that asked for a replacement. */
async function predecessorOf(checked: Omit<Checked, "predecessor">): Promise<Predecessor | undefined> {
  const { context, olds, inputs, object: adopted, replaced } = checked;
  const { resource, operations, history } = context;
  const isUnasked = isEmpty(olds) && (replaced !== undefined || history.isReplacedOnRequest(keyOf(inputs)));
  if (!isUnasked || operations.idOf || resource.isOnlyInState) return undefined;
  const { id, isRetained = false } = (await entryOf(context, inputs)) ?? {};
  if (id === undefined || id === adopted?.id) return undefined;
  if (replaced && replaced.inPlace.length > 0) return { id, isRetained, found: replaced.props };
  return { id, isRetained, found: await context.asSeen(id, inputs) };
}

type Step = (checked: Checked) => CheckFailure[] | Promise<CheckFailure[]>;

const steps: readonly Step[] = [
  ({ context, inputs, object }) => (object ? misfitsOf(context, inputs, object) : []),
  async ({ context, olds, inputs }) => {
    const lost = isEmpty(olds) ? [] : lossesByInputs(context.resource, olds, inputs);
    return lost.length > 0 && (await entryOf(context, inputs))?.isRetained ? [] : lost;
  },
  ({ context, inputs, replaced, predecessor }) =>
    replaced && !predecessor?.isRetained
      ? lossesByOption(context.resource, replaced.props, inputs, replaced.inPlace)
      : [],
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
async function warnOfUnasked({ context, olds, inputs, object, replaced, predecessor }: Checked): Promise<void> {
  const { operations, history, session, kind } = context;
  const key = keyOf(inputs);
  const isUnasked = isEmpty(olds) && (replaced !== undefined || history.isReplacedOnRequest(key));
  if (!operations.lostByReplacement || key === undefined || !isUnasked || predecessor?.isRetained) return;
  for (const id of await session.bookkeeping.ownership.idsOf(kind, key))
    if (id !== object?.id) await warnOfOtherLosses(context, id, replaced?.props ?? inputs, inputs);
}

/** Warns of the data that such a replacement destroys. */
export async function warnOfReplaced({ context, inputs, replaced, predecessor }: Checked): Promise<void> {
  const { found, isRetained } = predecessor ?? {};
  const along = context.history.takeGoingAlong(keyOf(inputs));
  if (along !== undefined) await context.messages.tellReasons(inputs, [`Replaced because of ${along}.`]);
  if (isRetained) return;
  if (replaced) {
    const { props, inPlace } = replaced;
    await context.messages.warnOfLoss(props, inPlace.length > 0 ? inPlace : [replacingOptions], inputs);
  } else if (typeof found === "object") await context.messages.warnOfLoss(found, [along ?? onRequest], inputs);
}

import type { Identified } from "../kinds/operations";
import { warningBeforeCreate, warningOfMove } from "../ownership/forgotten-warnings";
import { hidden, keyOf } from "../state/state";
import { isEmpty, type Props } from "../table/props";
import type { Adoption } from "./adoption/foresee-adoption";
import { hasArguments } from "./adoption/has-arguments";
import { warnOfOtherStack } from "./adoption/other-owners";
import type { VerbContext } from "./context";
import { factsOf, noteCreate } from "./notes";
import { soughtOf } from "./sought";
import { begunElsewhere } from "./warnings";

/** What people are to know of inputs that are right, before anything is done about them. */
export async function warnOfInputs<T extends Identified>(
  context: VerbContext<T>,
  olds: Props,
  asked: Props,
  inputs: Props,
  adoption: Adoption | undefined,
): Promise<void> {
  const { operations, session, messages } = context;
  await messages.warnOfCautions(olds, inputs, {
    caution: () => operations.caution?.(session, inputs),
    foresee: () => operations.foresee?.(session, {}, inputs),
  });
  if (adoption) {
    await warnOfOtherStack(context, adoption.object, inputs);
    await messages.tellReasons(inputs, adoption.reasons);
  }
  if (!isEmpty(olds)) return;
  const isCreated = asked.adopt === undefined;
  const isPerhapsReplaced = isCreated && (await warnOfForgotten(context, inputs));
  if (isCreated) {
    await warnOfBegun(context, inputs);
    await warnOfMove(context, inputs);
    if (!isPerhapsReplaced) await noteNew(context, inputs);
    noteCreate(context, inputs);
  }
  // A replacement costs what the object before it did.
  if (!isPerhapsReplaced) await context.tellCost(adoption?.changed ?? { news: inputs });
}

/**
 * Warns of objects that earlier runs made for this resource, before there is a second one. A look that fails tells nothing
 * yet: at its end the run looks again.
 *
 * @returns whether there are any.
 */
async function warnOfForgotten<T extends Identified>(
  { operations, session, messages, kind }: VerbContext<T>,
  inputs: Props,
): Promise<boolean> {
  const key = keyOf(inputs);
  // An object whose id follows from its inputs is taken over, and no other is made.
  if (key === undefined || operations.idOf) return false;
  const found = await session.books.ownership.forgottenBy(kind, key);
  for (const object of found) await messages.warn(warningBeforeCreate(object));
  return found.length > 0;
}

/** Warns where the resource may have had another name or parent, and its data would go with the object of before. */
async function warnOfMove<T extends Identified>(
  { resource, session, messages, kind }: VerbContext<T>,
  inputs: Props,
): Promise<void> {
  const sought = soughtOf(resource, inputs);
  if (!sought) return;
  for (const object of await session.books.ownership.madeForOthers(kind, sought.key, sought))
    await messages.warn(warningOfMove(object));
}

/** At the end of a preview people want to hear of an object that this resource may have had under another name or parent. */
async function noteNew<T extends Identified>(context: VerbContext<T>, inputs: Props): Promise<void> {
  const { resource, session, messages, kind } = context;
  const { [hidden.stack]: stack } = inputs;
  const key = keyOf(inputs);
  if (key === undefined || typeof stack !== "string" || !resource.inputs.dataLoss) return;
  const isLike = (id: string) => hasArguments(context, inputs, id);
  await session.books.ownership.noteNew({
    kind,
    key,
    name: messages.nameOf(inputs),
    stack,
    facts: factsOf(context),
    isLike,
  });
}

/** Warns of what an interrupted run of this stack may have made while the stack had another name, or lay in another backend. */
async function warnOfBegun<T extends Identified>(
  { resource, session, messages, lookup, kind }: VerbContext<T>,
  { name, [hidden.stack]: stack }: Props,
): Promise<void> {
  if (typeof name !== "string" || typeof stack !== "string") return;
  for (const begun of await session.books.creates.beganElsewhere(kind, name, stack)) {
    const { attempt } = begun;
    const isGone = attempt.made !== undefined && (await lookup.sight(attempt.made)) === "gone";
    if (!isGone) await messages.warn(begunElsewhere(begun, resource.inputs.adopt !== undefined));
  }
}

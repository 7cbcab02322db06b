import { isFree } from "../kinds/prices";
import { warningBeforeCreate } from "../ownership/warnings";
import { keyOf } from "../state/state";
import { withData } from "../table/data-loss";
import { nameForm } from "../table/diff";
import { isEmpty, type Props } from "../table/props";
import type { Foreseen } from "./adoption/foresee-adoption";
import { warnOfOtherStack } from "./adoption/other-owners";
import type { Context } from "./context";
import { watchCost } from "./cost";
import { noteData } from "./data-at-risk";
import { tellOfStep } from "./step";
import { warnOfHeldName } from "./unique-names";

/** What people are to know of inputs that are right, before anything is done about them. */
export async function warnOfInputs(
  context: Context,
  olds: Props,
  asked: Props,
  inputs: Props,
  foreseen: Foreseen | undefined,
): Promise<void> {
  const { operations, session, messages } = context;
  await watchCost(context, inputs);
  await messages.warnOfCautions(olds, inputs, {
    caution: () => operations.caution?.(session, inputs),
    foresee: () => operations.foresee?.(session, {}, inputs),
  });
  if (foreseen) {
    await warnOfOtherStack(context, foreseen.object.id, inputs);
    await messages.tellReasons(inputs, foreseen.reasons);
  }
  if (!isEmpty(olds)) return;
  const isCreated = asked.adopt === undefined;
  const isPerhapsReplaced = isCreated && (await warnOfEarlier(context, inputs));
  if (isCreated) {
    await warnOfHeldName(context, inputs);
    if (!isPerhapsReplaced) await noteData(context, inputs);
  }
  if (!isPerhapsReplaced) await tellOfStep(context, foreseen?.changed ?? { news: inputs }, foreseen === undefined);
}

/**
 * Warns of objects that earlier runs made for this resource, before there is a second one.
 *
 * @returns whether there are any.
 */
async function warnOfEarlier(context: Context, inputs: Props): Promise<boolean> {
  const { operations, session, messages, lookup, kind, history, resource } = context;
  const key = keyOf(inputs);
  // An object whose id follows from its inputs is taken over, and no other is made.
  if (key === undefined || operations.idOf) return false;
  const found = await session.books.earlier.madeFor(kind, key, (id) => lookup.sight(id));
  for (const { id, made, name, wanted = name, isUnstored } of found) {
    const hasName = resource.uniqueNames === true && nameForm(resource, wanted) === nameForm(resource, inputs.name);
    const facts = { canAdopt: resource.inputs.adopt !== undefined, isFree: isFree(kind), hasName };
    const object = { kind, id: made ?? id, name, data: withData(resource, inputs) };
    await messages.warn(warningBeforeCreate(object, messages.nameOf(inputs), facts, isUnstored));
    history.sawEarlier(key);
  }
  return found.length > 0;
}

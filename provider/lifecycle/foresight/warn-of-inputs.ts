import { slipFailure } from "../../capacity/catalog-names";
import type { CheckFailure } from "../../table/check";
import { isEmpty, type Props } from "../../table/props";
import { hasUnknown } from "../../table/unknown";
import type { Adoption } from "../adoption/foresee-adoption";
import type { Context } from "../context";
import { watchCost } from "./cost";
import { leftByStack } from "../adoption/left-behind";
import { contestedNames, warnOfNamesake } from "./namesake";
import { tellOfStep } from "./step";

/** Warns of valid but questionable inputs before anything is done. @returns the reasons to refuse them in a preview. */
export async function warnOfInputs(
  context: Context,
  olds: Props,
  inputs: Props,
  adoption: Adoption | undefined,
): Promise<CheckFailure[]> {
  const { kind, resource, operations, session, messages } = context;
  if (!operations.isUnlisted)
    session.bookkeeping.atEnd(kind, async () => [...contestedNames(context), ...(await leftByStack(context, inputs))]);
  const isNew = isEmpty(olds);
  const { cautions = [] } = resource;
  const said = cautions.map((caution) => (isNew || caution(olds) === undefined ? caution(inputs) : undefined));
  const isAdopted = hasUnknown(inputs.adopt) || adoption?.changed.gains?.does === "adopt";
  if (isNew && !isAdopted) said.push(await operations.caution?.(session, inputs));
  if (isNew) said.push(await operations.otherLosses?.(session, {}, inputs));
  for (const each of said) if (each) await messages.warn(`${messages.called(inputs)}: ${each}`, inputs);
  if (adoption) await messages.tellReasons(inputs, adoption.reasons);
  if (!isNew) return [];
  session.bookkeeping.noteChange();
  await watchCost(context, adoption?.changed.news ?? inputs, adoption?.changed.before);
  if (!isAdopted && !adoption) await warnOfNamesake(context, inputs);
  const unmakeable = await tellOfStep(context, adoption?.changed ?? { news: inputs }, true);
  return unmakeable?.slips.map(slipFailure) ?? [];
}

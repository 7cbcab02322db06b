import { slipFailure } from "../../capacity/catalog-names";
import type { CheckFailure } from "../../table/check";
import { isEmpty, type Props } from "../../table/props";
import type { ForeseenAdoption } from "../adoption/foresee-adoption";
import type { Context } from "../context";
import { watchCost } from "./cost";
import { tellAtEnd, warnOfNamesake } from "../adoption/left";
import { tellOfStep } from "./step";

/** Warns of valid but questionable inputs before anything is done. @returns the reasons to refuse them in a preview. */
export async function warnOfInputs(
  context: Context,
  olds: Props,
  inputs: Props,
  foreseen: ForeseenAdoption | undefined,
): Promise<CheckFailure[]> {
  const { operations, session, messages } = context;
  tellAtEnd(context, inputs);
  await watchCost(context, inputs);
  await messages.warnOfCautions(olds, inputs, {
    caution: () => operations.caution?.(session, inputs),
    foresee: () => operations.foresee?.(session, {}, inputs),
  });
  if (foreseen) await messages.tellReasons(inputs, foreseen.reasons);
  if (!isEmpty(olds)) return [];
  session.bookkeeping.noteChange();
  if (inputs.adopt === undefined && !foreseen) await warnOfNamesake(context, inputs);
  const unmakeable = await tellOfStep(context, foreseen?.changed ?? { news: inputs }, true);
  return unmakeable?.slips.map(slipFailure) ?? [];
}

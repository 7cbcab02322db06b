import type { OperationResult, StepReport } from "../../engine/index";
import type { PricedEffect } from "../../provider/effects/effect";
import { changesWithin } from "./plan-notes";
import type { Operation, PlannedEffect } from "../documents/operation";

type DigestStep = Operation["steps"][number];

/** The digest of an operation, with `[secret]` and `[unknown]` in place of such values. @param effects of a preview. */
export function toDigest(
  { result, steps, diagnostics, outputs, summary }: OperationResult,
  effects?: readonly PricedEffect[],
): Operation {
  return {
    steps: steps.map(toStep),
    diagnostics,
    outputs,
    ...(effects && { effects: effects.map(toEffect) }),
    changeSummary: summary,
    result,
  };
}

function toEffect({ before: _, after: __, price: [before, after], ...effect }: PricedEffect): PlannedEffect {
  const price = (of: typeof before) => of && { ...of, perHour: of.perHour ?? null };
  return { ...effect, ...(before && { before: price(before) }), ...(after && { after: price(after) }) };
}

function toStep(step: StepReport): DigestStep {
  const { op, urn, old, new: next, diffKeys, replaceKeys, begun } = step;
  const changes = changesWithin(step);
  return {
    op,
    urn,
    ...(old ? { oldState: { urn, type: step.type, ...old, ...(begun && { pendingReplacement: true as const }) } } : {}),
    ...(next ? { newState: { urn, type: step.type, ...next } } : {}),
    ...(diffKeys.length > 0 ? { diffReasons: diffKeys } : {}),
    ...(replaceKeys.length > 0 ? { replaceReasons: replaceKeys } : {}),
    ...(changes.length > 0 && { detailedDiff: Object.fromEntries(changes.map(toDifference)) }),
  };
}

const toDifference = ({ path, kind, replaces, inputDiff }: StepReport["changes"][number]) =>
  [path, { kind: replaces ? (`${kind}-replace` as const) : kind, inputDiff }] as const;

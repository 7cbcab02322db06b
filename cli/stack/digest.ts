import type { OperationResult, StepReport } from "../../engine/index";
import type { Effect } from "../../provider/plan/effect";
import type { Catalog } from "../../provider/cost/pricing";
import { priced } from "../../provider/plan/sums";
import { changesWithin } from "./details";
import type { Operation, PlannedEffect } from "../documents/operation";

type DigestStep = Operation["steps"][number];

/** The effects of a preview, and the prices for them. */
export interface PreviewedEffects {
  readonly effects: readonly Effect[];
  /** Omitted if no price could be read. */
  readonly catalog?: Catalog | undefined;
}

/** The digest of a preview, with `[secret]` for secrets and `[unknown]` for unknown values. */
export function toDigest(
  { result, steps, diagnostics, outputs, summary }: OperationResult,
  foreseen?: PreviewedEffects,
): Operation {
  return {
    steps: steps.map(toStep),
    diagnostics,
    outputs,
    ...(foreseen && { effects: effectsOf(foreseen) }),
    changeSummary: summary,
    result,
  };
}

function effectsOf({ effects, catalog }: PreviewedEffects): PlannedEffect[] {
  return priced(effects, catalog).map(({ before: _, after: __, price: [before, after], ...effect }) => {
    const price = (of: typeof before) => of && { ...of, perHour: of.perHour ?? null };
    return { ...effect, ...(before && { before: price(before) }), ...(after && { after: price(after) }) };
  });
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
    ...(changes.length > 0 ? { detailedDiff: detailedDiff(changes) } : {}),
  };
}

const detailedDiff = (changes: StepReport["changes"]): DigestStep["detailedDiff"] =>
  Object.fromEntries(
    changes.map(({ path, kind, replaces, inputDiff }) => [
      path,
      { kind: replaces ? `${kind}-replace` : kind, inputDiff },
    ]),
  );

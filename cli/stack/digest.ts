import type { OperationResult, StepReport } from "../../engine/index";
import type { Operation } from "../documents/operation";
import { begunReplacements } from "./left-over";

type DigestStep = Operation["steps"][number];

/** Secrets are `[secret]` in it, values that a preview cannot know `[unknown]`. */
export function toDigest({ result, steps, diagnostics, outputs, summary }: OperationResult): Operation {
  const begun: ReadonlySet<StepReport> = result === "succeeded" ? begunReplacements(steps) : new Set();
  return {
    steps: steps.map((step) => toStep(step, begun.has(step))),
    diagnostics,
    outputs,
    changeSummary: summary,
    result,
  };
}

function toStep(step: StepReport, isBegun: boolean): DigestStep {
  const { op, urn, old, new: next, diffKeys, replaceKeys, changes } = step;
  return {
    op,
    urn,
    ...(old
      ? { oldState: { urn, type: step.type, ...old, ...(isBegun && { pendingReplacement: true as const }) } }
      : {}),
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

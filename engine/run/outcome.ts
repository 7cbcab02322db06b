import type { Diagnostic, StepReport, Summary } from "./events";
import type { Operation } from "./operation";
import type { PropertyMap } from "../protocol/values";

/** How an operation ended; the outputs still hold their secrets. */
export interface Outcome {
  readonly result: "succeeded" | "failed";
  readonly summary: Summary;
  readonly steps: readonly StepReport[];
  readonly diagnostics: readonly Diagnostic[];
  readonly outputs: PropertyMap;
}

export function outcomeOf(operation: Operation, outputs: PropertyMap, expectNoChanges = false): Outcome {
  if (expectNoChanges && !operation.failed) {
    const changes = Object.entries(operation.summary).filter(([op]) => op !== "same");
    if (changes.length > 0) {
      const list = changes.map(([op, count]) => `${count} to ${op}`).join(", ");
      operation.fail(new Error(`no changes were expected but changes were proposed: ${list}`));
    }
  }
  const { steps, diagnostics, summary } = operation;
  return { result: operation.failed ? "failed" : "succeeded", summary, steps, diagnostics, outputs };
}

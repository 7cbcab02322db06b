import type { StepReport } from "../../engine/index";
import { kindOrType } from "../state/deployment";

/**
 * The replacements of a run that did not fail whose old objects an earlier run has given up already, so that no step of this one deletes
 * them.
 */
export function begunReplacements(steps: readonly StepReport[]): ReadonlySet<StepReport> {
  const given = steps.filter(({ op }) => op === "delete-replaced" || op === "discard-replaced").map(objectOf);
  const goes = new Set(given);
  return new Set(
    steps.filter((step) => step.op === "replace" && step.old?.id !== undefined && !goes.has(objectOf(step))),
  );
}

/** By its kind and not by its URN: that is another one where an alias gives the resource another name, parent or type. */
export const objectOf = ({ type, old }: StepReport): string => `${kindOrType(type)} ${String(old?.id)}`;

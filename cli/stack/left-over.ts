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
const objectOf = ({ type, old }: StepReport): string => `${kindOrType(type)} ${String(old?.id)}`;

/**
 * Tells the deletions of what an earlier run has replaced and did not come to delete. Those that belong to a replacement of this
 * run come with that, before or after it.
 */
export class LeftOvers {
  /** Objects that this run replaces. */
  private readonly replaced = new Set<string>();

  /** @param steps what is known of the run already; the rest is noted one by one. */
  constructor(steps: readonly StepReport[] = []) {
    for (const step of steps) this.note(step);
  }

  note(step: StepReport): void {
    if (step.op === "replace") this.replaced.add(objectOf(step));
  }

  has(step: StepReport): boolean {
    const { op, deleteBeforeReplace } = step;
    return op === "delete-replaced" && !deleteBeforeReplace && !this.replaced.has(objectOf(step));
  }
}

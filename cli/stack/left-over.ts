import type { StepReport } from "../../engine/index";
import { objectOf } from "./begun-replacements";

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

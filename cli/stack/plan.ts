import { addTo } from "../../values/many";
import type { EngineEvent, StepReport } from "../../engine/index";
import { toTable } from "../../plugin/forms";
import { kinds } from "../../provider/kinds";
import type { Catalog } from "../../provider/cost/pricing";
import type { Effect, PricedEffect, StepFacts } from "../../provider/plan/effect";
import { keptByOption, Plan, type PlannedStep } from "../../provider/plan/plan";
import { priced } from "../../provider/plan/sums";
import type { HeldEntry } from "../../provider/state/holders";
import { kindOfToken } from "../state/deployment";

/** The row of a step in a display. Findings of a refresh and leftovers of an earlier run have their own rows. */
export const rowOf = ({ urn, found, leftOver }: StepReport): string =>
  `${urn}${found ? " found" : leftOver ? " left" : ""}`;

/** The provider's plan for an engine's steps, with the effects for each row of a display. */
export class StackPlan extends Plan {
  private readonly rows = new Map<string, Effect[]>();
  /** The prices of the effects; undefined before they are read, or if they can't be. */
  catalog: Catalog | undefined;

  /** The steps of an operation in their order. */
  static of(steps: readonly StepReport[], entries?: readonly HeldEntry[]): StackPlan {
    const plan = new StackPlan(entries);
    for (const step of steps) plan.note({ kind: "step-done", step });
    plan.end();
    return plan;
  }

  override get effects(): readonly PricedEffect[] {
    return priced(super.effects, this.catalog);
  }

  note(event: EngineEvent): void {
    if (event.kind === "facts") this.learn(event.urn, event.facts as unknown as StepFacts);
    const planned = event.kind === "step-done" && plannedStep(event.step);
    if (!planned) return;
    const row = rowOf(event.step);
    const effects = this.add(planned).filter(({ isReplaced }) => !isReplaced);
    for (const effect of effects) addTo(this.rows, row, effect);
  }

  /** The effects of the step and of those that share its row. */
  of(step: StepReport): readonly PricedEffect[] {
    const planned = plannedStep(step);
    if (!planned) return [];
    const effects = this.rows.get(rowOf(step)) ?? [];
    const keeping = effects.some(({ does }) => does === "keep") ? [] : keptByOption(planned);
    return priced([...this.replacedBy(planned), ...keeping, ...effects], this.catalog);
  }
}

function plannedStep({ type, diffKeys, old, new: next, ...step }: StepReport): PlannedStep | undefined {
  const kind = kindOfToken(type);
  if (kind === undefined) return undefined;
  const entry = (state: StepReport["old"]) =>
    state && { ...state, inputs: toTable(kinds[kind].resource, state.inputs) };
  return { ...step, kind, changed: diffKeys, old: entry(old), next: entry(next) };
}

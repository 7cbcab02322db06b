import { addTo } from "../../values/many";
import type { EngineEvent, StepReport } from "../../engine/index";
import { toTable } from "../../plugin/forms";
import { kinds } from "../../provider/kinds";
import type { Effect, StepFacts } from "../../provider/plan/effect";
import { type HeldEntry, keptByOption, Plan, type PlannedStep } from "../../provider/plan/plan";
import { kindOfToken } from "../state/deployment";

/** The row of a step in a display. Findings of a refresh and leftovers of an earlier run have their own rows. */
export const rowOf = ({ urn, found, leftOver }: StepReport): string =>
  `${urn}${found ? " found" : leftOver ? " left" : ""}`;

/** The provider's plan for an engine's steps, with the effects for each row of a display. */
export class StackPlan extends Plan {
  private readonly noted = new Set<StepReport>();
  private readonly rows = new Map<string, Effect[]>();

  /** The steps of an operation in their order. */
  static of(steps: readonly StepReport[], entries?: readonly HeldEntry[]): StackPlan {
    const plan = new StackPlan(entries);
    for (const step of steps) plan.note({ kind: "step-done", step });
    plan.end();
    return plan;
  }

  note(event: EngineEvent): void {
    if (event.kind === "facts") this.learn(event.urn, event.facts as unknown as StepFacts);
    if (event.kind !== "step-done" || this.noted.has(event.step)) return;
    this.noted.add(event.step);
    const planned = plannedStep(event.step);
    if (!planned) return;
    const row = rowOf(event.step);
    const effects = this.add(planned).filter(({ isReplaced }) => !isReplaced);
    for (const effect of effects) addTo(this.rows, row, effect);
  }

  /** The effects of the step and of those that share its row. */
  of(step: StepReport): readonly Effect[] {
    const planned = plannedStep(step);
    if (!planned) return [];
    const effects = this.rows.get(rowOf(step)) ?? [];
    const keeping = effects.some(({ does }) => does === "keep") ? [] : keptByOption(planned);
    return [...this.replacedBy(planned), ...keeping, ...effects];
  }
}

function plannedStep({ type, diffKeys, old, new: next, ...step }: StepReport): PlannedStep | undefined {
  const kind = kindOfToken(type);
  if (kind === undefined) return undefined;
  const entry = (state: StepReport["old"]) =>
    state && { ...state, inputs: toTable(kinds[kind].resource, state.inputs) };
  return { ...step, kind, changed: diffKeys, old: entry(old), next: entry(next) };
}

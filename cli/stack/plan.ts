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
export class StackPlan {
  private readonly plan: Plan;
  private readonly noted = new Set<StepReport>();
  private readonly rows = new Map<string, Effect[]>();

  /** @param entries of the backend's states before the plan, if the backend is a folder. */
  constructor(entries: readonly HeldEntry[] = []) {
    this.plan = new Plan(entries);
  }

  /** The steps of an operation in their order. */
  static of(steps: readonly StepReport[], entries?: readonly HeldEntry[]): StackPlan {
    const plan = new StackPlan(entries);
    for (const step of steps) plan.note({ kind: "step-done", step });
    plan.end();
    return plan;
  }

  get effects(): readonly Effect[] {
    return this.plan.effects;
  }

  note(event: EngineEvent): void {
    if (event.kind === "facts") this.plan.learn(event.urn, event.facts as unknown as StepFacts);
    if (event.kind !== "step-done" || this.noted.has(event.step)) return;
    this.noted.add(event.step);
    const planned = plannedStep(event.step);
    if (!planned) return;
    const row = rowOf(event.step);
    const effects = this.plan.add(planned).filter(({ isReplaced }) => !isReplaced);
    for (const effect of effects) addTo(this.rows, row, effect);
  }

  /** Ends the plan of an operation that has been foreseen to its end. */
  end(): void {
    this.plan.end();
  }

  /** The effects of the step and of those that share its row. */
  of(step: StepReport): readonly Effect[] {
    const planned = plannedStep(step);
    if (!planned) return [];
    const effects = this.rows.get(rowOf(step)) ?? [];
    const keeping = effects.some(({ does }) => does === "keep") ? [] : keptByOption(planned);
    return [...this.plan.replacedBy(planned), ...keeping, ...effects];
  }
}

function plannedStep({ op, urn, type, name, diffKeys, ...step }: StepReport): PlannedStep | undefined {
  const kind = kindOfToken(type);
  if (kind === undefined) return undefined;
  const entry = (state: StepReport["old"]) =>
    state && { ...state, inputs: toTable(kinds[kind].resource, state.inputs) };
  const { found, leftOver, begun, retained } = step;
  return {
    op,
    urn,
    kind,
    name,
    changed: diffKeys,
    found,
    leftOver,
    begun,
    retained,
    old: entry(step.old),
    next: entry(step.new),
  };
}

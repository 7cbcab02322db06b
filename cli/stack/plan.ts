import type { EngineEvent, StepReport } from "../../engine/index";
import { toTable } from "../../plugin/forms";
import { kinds } from "../../provider/kinds";
import { type HourlyChange, usd } from "../../provider/cost/money";
import type { Catalog, Price } from "../../provider/cost/pricing";
import type { Effect, PricedEffect, StepFacts } from "../../provider/effects/effect";
import { Plan, type PlannedStep, presumedAtStart } from "../../provider/effects/plan";
import { priced } from "../../provider/effects/sums";
import type { HeldEntry } from "../../provider/state/holders";
import { kindOfToken } from "../state/deployment";

/** The row of a step in a display. Findings of a refresh, leftovers of an earlier run and imports have their own rows. */
export const rowOf = ({ urn, op, found, leftOver }: StepReport): string =>
  `${urn}${found ? " found" : leftOver ? " left" : op === "import" ? " import" : ""}`;

/** A step among those that share a row, such as the halves of a replacement. */
export const placeOf = (step: StepReport): string => `${rowOf(step)} ${step.op}`;

/** The provider's plan for an engine's steps, with the effects of each step. */
export class StackPlan extends Plan {
  private readonly known = new Map<string, readonly Effect[]>();
  private readonly told = new Map<string, HourlyChange>();
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
    return priced(super.effects, this.catalog).map((each) => this.asTold(each));
  }

  /** Notes what a provider has said of the cost of a step, which it knows from the platform. */
  learnCost(urn: string, told: HourlyChange | undefined): void {
    if (told) this.told.set(urn, told);
  }

  private asTold(effect: PricedEffect): PricedEffect {
    const told = this.told.get(effect.urn);
    // What the option retainOnDelete keeps has a sentence of its own.
    if (!told || effect.isLeftOver || effect.why === "retained") return effect;
    const [before, after] = effect.price;
    const next = effect.isReplaced ? told.before : told.after;
    return { ...effect, price: [corrected(before, told.before), corrected(after, next)] };
  }

  note(event: EngineEvent): void {
    if (event.kind === "facts") this.learn(event.urn, event.facts as unknown as StepFacts);
    const planned = event.kind === "step-done" && plannedStep(event.step);
    if (planned) this.known.set(placeOf(event.step), this.add(planned));
  }

  /** The effects of the step; for a replacement, on the object that is replaced too. */
  of(step: StepReport): readonly PricedEffect[] {
    const planned = plannedStep(step);
    if (!planned) return [];
    const own = this.known.get(placeOf(step)) ?? presumedAtStart(planned);
    return priced([...this.replacedBy(planned), ...own], this.catalog);
  }
}

/** The price, unless its amount is another one than the text says to the cent. */
function corrected(price: Price | undefined, perHour: number): Price | undefined {
  return price?.perHour === undefined || usd(price.perHour) === usd(perHour) ? price : { ...price, perHour };
}

function plannedStep({ type, diffKeys, old, new: next, ...step }: StepReport): PlannedStep | undefined {
  const kind = kindOfToken(type);
  if (kind === undefined) return undefined;
  const entry = (state: StepReport["old"]) =>
    state && { ...state, inputs: toTable(kinds[kind].resource, state.inputs) };
  return { ...step, kind, changed: diffKeys, old: entry(old), next: entry(next) };
}

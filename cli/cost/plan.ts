import type { StepReport } from "../../engine/index";
import { type Amount, amountOf, costText } from "../../provider/cost/money";
import { kinds } from "../../provider/kinds";
import { priceOf, runs } from "../../provider/kinds/prices";
import type { Catalog } from "../../provider/cost/pricing";
import { restarting } from "../../provider/table/requests";
import { begunReplacements, LeftOvers } from "../stack/left-over";
import { HandedOver } from "../stack/handed-over";
import type { CostDelta } from "../stack/rows";
import { type Kind, kindOfToken } from "../state/deployment";
import { asItIs, isAdopted } from "./planned";

type Props = Readonly<Record<string, unknown>>;

/** One pod, cluster or endpoint of a plan, before and after it. */
export interface Planned {
  readonly step: StepReport;
  readonly label: string;
  readonly kind: Kind;
  readonly before: Props | undefined;
  readonly after: Props | undefined;
}

const ops = new Set<StepReport["op"]>(["same", "create", "update", "replace", "delete", "import"]);

/** What a plan is about that costs something by the hour; nothing where the plan changes nothing. */
export function plannedOf(steps: readonly StepReport[], isSelective = false): Planned[] {
  const leftOvers = new LeftOvers(steps);
  const logical = steps.filter((step) => (step.logical && ops.has(step.op)) || leftOvers.has(step));
  if (logical.every(({ op }) => op === "same")) return [];
  const handedOver = new HandedOver(isSelective, steps);
  // Of an object that another resource has, its step tells.
  const deleted = new Set(logical.flatMap(({ op, urn }) => (op === "delete" ? [urn] : [])));
  const told = logical.filter(
    (step) => handedOver.fateOf(step) === undefined && !(step.op === "same" && deleted.has(step.urn)),
  );
  const begun = begunReplacements(steps);
  return told.flatMap((step) => {
    const { op, type, name, old, new: next, diffKeys, retained = false } = step;
    const kind = kindOfToken(type);
    if (kind === undefined || !runs(kind)) return [];
    // What stays has what was chosen for it, whatever the program's list is now.
    const stays = op === "same" || op === "update";
    const runsAnew = !stays || restarting(kinds[kind].resource, new Set(diffKeys)).length > 0;
    const { status, ...found } = (stays && old ? old : next)?.outputs ?? {};
    const after =
      op === "delete" || op === "delete-replaced" || !next
        ? undefined
        : asItIs(kind, next.inputs, runsAnew ? found : { ...found, status });
    const isNew = op === "create" || !old || begun.has(step);
    const before = isNew ? (after && isAdopted(after) ? after : undefined) : asItIs(kind, old.inputs, old.outputs);
    const label = `${kind} ${name}`;
    // What stays on the platform costs what it did, beside what takes its place.
    if (retained && !isNew)
      return [
        { step, label, kind, before, after: before },
        ...(after ? [{ step, label, kind, before: undefined, after }] : []),
      ];
    return [{ step, label, kind, before, after }];
  });
}

/** What a preview does to the cost of a stack at list prices, in USD per hour. */
export interface PlannedCost {
  readonly before: Amount;
  readonly after: Amount;
  /** What has no published price, and is not in the amounts. */
  readonly unpriced: readonly string[];
  readonly isPriced: boolean;
  /** What a step does to it; undefined of a step that costs nothing before and after it. */
  readonly deltaOf: (step: StepReport) => CostDelta | undefined;
}

export function plannedCost(planned: readonly Planned[], catalog: Catalog): PlannedCost {
  const priced = planned.map(({ step, label, kind, before, after }) => ({
    step,
    label,
    before: before && priceOf(kind, before, catalog),
    after: after && priceOf(kind, after, catalog),
  }));
  const isUnpriced = ({ before, after }: (typeof priced)[number]) =>
    (before && before.perHour === undefined) || (after && after.perHour === undefined);
  const sum = (side: "before" | "after", some: typeof priced): Amount => {
    const amounts = some.flatMap((each) => (each[side] ? [amountOf(each[side])] : []));
    return {
      perHour: amounts.reduce((total, { perHour = 0 }) => total + perHour, 0),
      isAtMost: amounts.some(({ isAtMost }) => isAtMost),
    };
  };
  const counted = priced.filter((each) => !isUnpriced(each));
  const deltaOf = ({ urn, op }: StepReport): CostDelta | undefined => {
    const own = priced.filter(({ step }) => step.urn === urn && step.op === op);
    if (own.length === 0) return undefined;
    const [before, after] = [sum("before", own), sum("after", own)];
    const isAtMost = after.isAtMost === true;
    return { perHour: own.some(isUnpriced) ? undefined : after.perHour! - before.perHour!, isAtMost };
  };
  return {
    before: sum("before", counted),
    after: sum("after", counted),
    unpriced: priced.filter(isUnpriced).map(({ label }) => label),
    isPriced: counted.length > 0,
    deltaOf,
  };
}

/** `Cost: 0.69 USD/h → 1.38 USD/h (+0.69) at list prices, without storage.`, and what is not in it; `Cost: unknown` where nothing has a price. */
export const planLine = (planned: readonly Planned[], catalog: Catalog): string =>
  lineOf(plannedCost(planned, catalog));

export function lineOf({ before, after, unpriced, isPriced }: PlannedCost): string {
  if (!isPriced && unpriced.length > 0)
    return `Cost: unknown, because there is no published price: ${named(unpriced)}.`;
  const cost = `Cost: ${costText({ before, after })} at list prices, without storage.`;
  return unpriced.length === 0
    ? cost
    : `${cost} Not included, because there is no published price: ${named(unpriced)}.`;
}

const shownNames = 3;

function named(labels: readonly string[]): string {
  const more = labels.length - shownNames;
  const shown = labels.slice(0, shownNames).join(", ");
  return more > 0 ? `${shown} and ${more} more` : shown;
}

import type { StackResource } from "../state/deployment";
import { priceOf, runs } from "../../provider/kinds/prices";
import { type Catalog, hoursPerMonth } from "../../provider/cost/pricing";
import type { Bill, Line } from "../documents/cost";
import { asItIs, type PlannedChange } from "./planned";

/** What is charged while it runs. */
export const runsOf = ({ kind }: StackResource): boolean => runs(kind);

/** What the resources of a stack cost while they run. */
export function billOf(resources: readonly StackResource[], catalog: Catalog): Bill {
  const lines = resources.map(({ name, kind, inputs, outputs, isLeftover, awaitsReplacement }) => {
    if (awaitsReplacement) return { name, kind, what: "its replacement is not made yet", perHour: 0 };
    const { perHour, what } = priceOf(kind, asItIs(kind, inputs, outputs), catalog);
    const whole = isLeftover ? [what, "replaced but not deleted yet"].filter(Boolean).join(", ") : what;
    return { name, kind, what: whole, perHour: perHour ?? null };
  });
  return total(lines);
}

/** What a preview would add (or, below zero, save). */
export function billOfChanges(changes: readonly PlannedChange[], catalog: Catalog): Bill {
  const lines = changes.map(({ name, kind, op, before, after }) => {
    const old = before && priceOf(kind, before, catalog);
    const next = after && priceOf(kind, after, catalog);
    const isKnown = (!old || old.perHour !== undefined) && (!next || next.perHour !== undefined);
    const perHour = isKnown ? (next?.perHour ?? 0) - (old?.perHour ?? 0) : null;
    return { name, kind, what: (next ?? old)?.what ?? "", perHour, change: op };
  });
  return total(lines);
}

function total(lines: readonly Line[]): Bill {
  const perHour = round(lines.reduce((sum, line) => sum + (line.perHour ?? 0), 0));
  const unpriced = lines.filter((line) => line.perHour === null).length;
  return { lines, perHour, perMonth: round(perHour * hoursPerMonth), unpriced };
}

/** Sums of prices with two to four decimals must not show the noise of binary fractions. */
const round = (value: number) => Math.round(value * 1e6) / 1e6;

import { groupedBy } from "../../values/many";
import { toTable } from "../../plugin/forms";
import { totalUsd, withoutNoise } from "../../provider/cost/money";
import { type Catalog, hoursPerMonth } from "../../provider/cost/pricing";
import { kinds } from "../../provider/kinds";
import { fixedPriceOf, priceOf, runs } from "../../provider/kinds/prices";
import { type Effect, ownOf, type PricedEffect } from "../../provider/plan/effect";
import { standing } from "../../provider/plan/standing";
import { deltaOf } from "../../provider/plan/sums";
import type { Bill, Line } from "../documents/cost";
import type { StackResource } from "../state/deployment";

/** Tells whether a resource is charged while it runs. */
export const runsOf = ({ kind }: StackResource): boolean => runs(kind);

export function standingOf({ urn, kind, name, id, inputs, outputs, awaitsReplacement }: StackResource): Effect {
  const price = awaitsReplacement ? undefined : standing(kind, toTable(kinds[kind].resource, inputs), outputs);
  return { urn, kind, name, id, does: "stay", ...(price && { before: price, after: price }) };
}

/** The cost of a stack's resources while they run. */
export function billOf(resources: readonly StackResource[], catalog: Catalog): Bill {
  const lines = resources.map((resource): Line => {
    const { name, kind, inputs, isLeftover, awaitsReplacement } = resource;
    if (awaitsReplacement) return { name, kind, what: "its replacement is not made yet", perHour: 0 };
    const { perHour = null, what } = priceOf(kind, standingOf(resource).after ?? inputs, catalog);
    const whole = isLeftover ? [what, "replaced but not deleted yet"].filter(Boolean).join(", ") : what;
    return { name, kind, what: whole, perHour };
  });
  return total(lines);
}

/** The cost that a preview adds, or saves if negative. */
export function billOfPlan(effects: readonly PricedEffect[]): Bill {
  const rows = groupedBy(effects, ({ urn, isLeftOver }) => `${urn}${isLeftOver ? " left" : ""}`);
  const lines = [...rows.values()].flatMap((all): Line[] => {
    const last = all.at(-1)!;
    const change = changeOf(all);
    if (change === undefined) return [];
    const [before, after] = ownOf(all)?.price ?? [];
    const fixed = fixedPriceOf(last.kind);
    return [
      {
        name: last.name,
        kind: last.kind,
        what: (after ?? before ?? fixed)?.what ?? "",
        perHour: deltaOf(all)?.perHour ?? fixed?.perHour ?? null,
        change,
      },
    ];
  });
  return total(lines);
}

function changeOf(effects: readonly PricedEffect[]): Line["change"] {
  if (effects.some(({ isReplaced }) => isReplaced)) return "replace";
  const changes = effects.flatMap(({ does }) => changesOf[does] ?? []);
  return changes.at(-1);
}

const changesOf: Readonly<Partial<Record<Effect["does"], NonNullable<Line["change"]>>>> = {
  make: "create",
  adopt: "adopt",
  "take over": "adopt",
  change: "update",
  restart: "update",
  delete: "delete",
  forget: "delete",
  keep: "keep",
};

function total(lines: readonly Line[]): Bill {
  const perHour = totalUsd(lines.map((line) => line.perHour ?? 0));
  const unpriced = lines.filter((line) => line.perHour === null).length;
  return { lines, perHour, perMonth: withoutNoise(perHour * hoursPerMonth), unpriced };
}

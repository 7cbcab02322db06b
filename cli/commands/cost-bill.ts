import { groupedBy } from "../../values/many";
import { toTable } from "../../plugin/forms";
import { totalUsd, withoutNoise } from "../../provider/cost/money";
import { type Catalog, hoursPerMonth } from "../../provider/cost/pricing";
import { kinds } from "../../provider/kinds";
import { fixedPriceOf, priceOf } from "../../provider/kinds/prices";
import { type Effect, ownOf, type PricedEffect } from "../../provider/effects/effect";
import { standing } from "../../provider/effects/standing";
import { deltaOf } from "../../provider/effects/sums";
import type { Bill, Line } from "../documents/cost";
import type { StackResource } from "../state/deployment";

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
    const { does, price } = ownOf(all) ?? last;
    const change = all.some(({ isReplaced }) => isReplaced) ? "replace" : changes[does];
    if (change === undefined) return [];
    const [before, after] = price;
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

/** How a bill calls what is done to an object; undefined if that is nothing. */
const changes: Readonly<Record<Effect["does"], Line["change"]>> = {
  make: "create",
  adopt: "adopt",
  "take over": "adopt",
  change: "update",
  restart: "update",
  start: "update",
  stop: "update",
  delete: "delete",
  keep: "keep",
  forget: undefined,
  stay: undefined,
};

function total(lines: readonly Line[]): Bill {
  const perHour = totalUsd(lines.map((line) => line.perHour ?? 0));
  const unpriced = lines.filter((line) => line.perHour === null).length;
  return { lines, perHour, perMonth: withoutNoise(perHour * hoursPerMonth), unpriced };
}

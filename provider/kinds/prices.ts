import { withPriced } from "../capacity/choices";
import { type Catalog, free, type Price, type Pricing } from "../cost/pricing";
import { hasUnknown } from "../table/unknown";
import { kinds } from "./index";
import type { KindName } from "./names";

const pricingOf = (kind: KindName): Pricing => kinds[kind].pricing;

/** The list price of a resource with these inputs. Unknown hardware in a preview has none. */
export function priceOf(kind: KindName, inputs: Readonly<Record<string, unknown>>, catalog: Catalog): Price {
  const isUnknown = hasUnknown([inputs["gpu"], inputs["cpu"], inputs["compute"], inputs["workers"]]);
  if (isUnknown) return { perHour: undefined, what: "hardware not known yet" };
  return pricingOf(kind).price(inputs, catalog);
}

/** The list price of a side of a plan; the Pulumi CLI's plan has a need as the program wrote it, and the cheapest counts. */
export const plannedPrice: typeof priceOf = (kind, inputs, catalog) =>
  priceOf(kind, withPriced(kinds[kind].resource, inputs, catalog), catalog);

/** Kinds whose running objects are charged at a published rate per hour. */
export const isHourly = (kind: KindName): boolean => pricingOf(kind).charged === "hourly";

/** Kinds whose running objects are charged; storage is billed separately. */
export const runs = (kind: KindName): boolean => pricingOf(kind).charged !== undefined;

/** The price of a kind that costs the same in any state: free, or not published. Undefined for kinds that {@link runs}. */
export const fixedPriceOf = (kind: KindName): Price | undefined =>
  runs(kind) ? undefined : pricingOf(kind).price({}, { gpus: [], cpus: [] });

export const isFree = (kind: KindName): boolean => pricingOf(kind) === free;

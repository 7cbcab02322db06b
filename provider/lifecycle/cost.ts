import type { CatalogAnswers } from "../capacity/catalog-answers";
import { amountOf, costText, nothing, unknownCost } from "../cost/money";
import { isHourly, priceOf } from "../kinds/prices";
import { type Catalog, catalogFor } from "../cost/pricing";
import type { Session } from "../host/session";
import type { KindName } from "../kinds/names";
import { keyOf } from "../state/state";
import { isObject, type Props } from "../table/props";
import type { Context } from "./context";

/** What decides the price of an object. */
const priced = ["gpu", "cpu", "compute", "cloud", "desiredStatus"];

/** An object before and after a change. */
export interface Changed {
  /** Checked inputs. */
  readonly news: Props;
  /** Outputs; left out of what is to be created. */
  readonly before?: Props;
  /** Arguments that differ. */
  readonly names?: readonly string[];
}

/**
 * What a change does to the cost of one object at list prices, for a preview; undefined where it does nothing to it. Prices
 * are advisory, so nothing fails where they can't be had.
 */
export async function costOfChange(
  kind: KindName,
  { before, news, names = [] }: Changed,
  { catalog: lists }: Pick<Session, "catalog">,
): Promise<string | undefined> {
  // What is adopted costs what it did.
  const isAsBefore = before ? !names.some((name) => priced.includes(name)) : isObject(news.adopt);
  if (!isHourly(kind) || isAsBefore) return undefined;
  // What stays is what was chosen; the program may have a list of it.
  const kept = before
    ? priced.filter((name) => !names.includes(name)).map((name) => [name, before[name]] as const)
    : [];
  const after = { ...news, ...Object.fromEntries(kept) };
  let catalog: Catalog;
  try {
    catalog = await catalogFor([before ?? {}, after], lists.all);
  } catch {
    // Once is enough: it is the same for every object.
    if (unread.has(lists)) return undefined;
    unread.add(lists);
    return unknownCost;
  }
  const next = priceOf(kind, after, catalog);
  const change = { before: before ? amountOf(priceOf(kind, before, catalog)) : nothing, after: amountOf(next) };
  return next.perHour === undefined
    ? `Cost: ${costText(change)} (${next.what}).`
    : `Cost: ${costText(change)}, list price.`;
}

const unread = new WeakSet<CatalogAnswers>();

/** Counts the resource among those that `compute:maxHourlyCost` and `compute:maxDailyCost` are about. Where neither is set, nothing is asked. */
export async function watchCost({ kind, session }: Context, inputs: Props): Promise<void> {
  const key = keyOf(inputs);
  if (!session.costs.isSet || !isHourly(kind) || key === undefined) return;
  // A price that can't be had is no reason to fail.
  const catalog = await catalogFor([inputs], session.catalog.all).catch(() => undefined);
  if (catalog) await session.costs.add(kind, key, priceOf(kind, inputs, catalog).perHour ?? 0);
}

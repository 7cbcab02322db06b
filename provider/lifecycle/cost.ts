import type { ResourceClient } from "../../client";
import { timeLimit } from "../../client/time-limit";
import { amountOf, costText, nothing, unknownCost } from "../cost/cost-line";
import { isHourly, priceOf } from "../kinds/prices";
import { catalogFor, type PriceLists } from "../cost/pricing";
import type { Catalog } from "../cost/pricing";
import type { KindName } from "../kinds/names";
import { isObject, type Props } from "../table/props";

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
  client: ResourceClient,
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
    catalog = await catalogFor([before ?? {}, after], pricesOf(client));
  } catch (error) {
    // Once is enough: it is the same for every object.
    if (unread.has(client)) return undefined;
    unread.add(client);
    return unknownCost(error);
  }
  const next = priceOf(kind, after, catalog);
  const change = { before: before ? amountOf(priceOf(kind, before, catalog)) : nothing, after: amountOf(next) };
  return next.perHour === undefined
    ? `Cost: ${costText(change)} (${next.what}).`
    : `Cost: ${costText(change)}, list price.`;
}

/** A preview must not hang on a platform that does not answer. */
const patienceMs = 3_000;

/** Each list is asked for once in a process, and a failure counts: a preview of many resources waits only once. */
const lists = new WeakMap<ResourceClient, PriceLists>();

const unread = new WeakSet<ResourceClient>();

function pricesOf(client: ResourceClient): PriceLists {
  const known = lists.get(client);
  if (known) return known;
  const options = () => ({ signal: timeLimit(patienceMs) });
  const made = {
    gpus: remembered(() => client.catalog.gpus(options())),
    cpus: remembered(() => client.catalog.cpus(options())),
  };
  lists.set(client, made);
  return made;
}

function remembered<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => (answer ??= ask());
}

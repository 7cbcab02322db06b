import { namedOf } from "../../values/many";
import { type Amount, amountOf, costText } from "../cost/money";
import type { Catalog } from "../cost/pricing";
import { plannedPrice } from "../kinds/prices";
import type { Effect, PricedEffect } from "./effect";

/** @param catalog omitted if no price could be read. */
export function priced(effects: readonly Effect[], catalog?: Catalog): PricedEffect[] {
  return effects.map((effect) => {
    const price = (side: Effect["before"]) => side && catalog && plannedPrice(effect.kind, side, catalog);
    return { ...effect, price: [price(effect.before), price(effect.after)] };
  });
}

/** The change of cost due to some effects, in USD per hour. */
export interface Sum {
  readonly before: Amount;
  readonly after: Amount;
  /** The objects without a price, with the reason, which the amounts exclude: `Pod trainer (1 × L40S, SECURE; not in the catalog)`. */
  readonly unpriced: readonly string[];
  /** At least one object has a price. */
  readonly isPriced: boolean;
}

/** Each object counts once: before its first step and after its last. */
export function sumOf(effects: readonly PricedEffect[]): Sum {
  const objects = [...byObject(effects)].filter(({ price }) => price.some((side) => side !== undefined));
  const without = ({ price }: PricedEffect) => price.find((side) => side && side.perHour === undefined);
  const isUnpriced = (effect: PricedEffect) => without(effect) !== undefined;
  const counted = objects.filter((each) => !isUnpriced(each));
  const side = (at: 0 | 1) => totalOf(counted.flatMap(({ price }) => (price[at] ? [amountOf(price[at])] : [])));
  return {
    before: side(0),
    after: side(1),
    unpriced: objects.filter(isUnpriced).map((each) => `${each.kind} ${each.name} (${without(each)!.what})`),
    isPriced: counted.length > 0,
  };
}

function byObject(effects: readonly PricedEffect[]): Iterable<PricedEffect> {
  const objects = new Map<string | PricedEffect, PricedEffect>();
  for (const effect of effects) {
    const place = effect.id === undefined ? effect : `${effect.kind} ${effect.id}`;
    const first = objects.get(place);
    objects.set(place, first ? { ...effect, price: [first.price[0], effect.price[1]] } : effect);
  }
  return objects.values();
}

/** @returns the sum, with a maximum if some amounts may be higher. */
export function totalOf(amounts: readonly Amount[]): Amount {
  const perHour = amounts.reduce((total, each) => total + (each.perHour ?? 0), 0);
  const most = amounts.reduce((total, each) => total + (each.most ?? each.perHour ?? 0), 0);
  return { perHour, ...(amounts.some((each) => each.most !== undefined) && { most }) };
}

/** Undefined for objects that are free before and after. */
export function deltaOf(effects: readonly PricedEffect[]): Amount | undefined {
  const { before, after, unpriced, isPriced } = sumOf(effects);
  if (!isPriced && unpriced.length === 0) return undefined;
  if (unpriced.length > 0) return { perHour: undefined };
  const { perHour: now = 0 } = before;
  return { perHour: after.perHour! - now, ...(after.most !== undefined && { most: after.most - now }) };
}

/** `Cost: 0.69 USD/h → 1.38 USD/h (+0.69) at list prices, without storage.`, and what it excludes; undefined if nothing changes. */
export function costLine(effects: readonly PricedEffect[]): string | undefined {
  const sum = sumOf(effects);
  const { before, after, unpriced, isPriced } = sum;
  if (effects.every(({ does }) => does === "stay") || (!isPriced && unpriced.length === 0)) return undefined;
  if (!isPriced) return `Cost: unknown, because there is no price of ${named(unpriced)}.`;
  const cost = `Cost: ${costText({ before, after })} at list prices, without storage.`;
  return unpriced.length === 0 ? cost : `${cost} Not included, because there is no price of ${named(unpriced)}.`;
}

const shownNames = 3;

const named = (labels: readonly string[]): string => namedOf(labels, shownNames);

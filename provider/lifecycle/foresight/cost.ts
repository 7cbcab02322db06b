import type { CatalogAnswers } from "../../capacity/catalog-answers";
import { withChoices } from "../../capacity/choices";
import { amountOf, costText, nothing, unknownCost } from "../../cost/money";
import { catalogFor } from "../../cost/pricing";
import type { Session } from "../../host/session";
import type { KindName } from "../../kinds/names";
import { isHourly, priceOf } from "../../kinds/prices";
import type { Effect } from "../../effects/effect";
import { keyOf } from "../../state/state";
import { alternativesOf, withChosenAlternatives } from "../../table/alternatives";
import { type Props, sameValue } from "../../table/props";
import type { Context } from "../context";

/** A preview's sentence on the cost of one object at list prices, if a step changes it. Unreadable prices fail nothing. */
export async function costOfChange(
  kind: KindName,
  { before, after }: Pick<Effect, "before" | "after">,
  { catalog: lists }: Pick<Session, "catalog">,
): Promise<string | undefined> {
  if (!isHourly(kind) || !after || sameValue(before, after)) return undefined;
  const catalog = await catalogFor([before ?? {}, after], lists.all).catch(() => undefined);
  if (!catalog) {
    // One failed read is enough: the lists are the same for every object.
    if (unread.has(lists)) return undefined;
    unread.add(lists);
    return unknownCost;
  }
  const next = priceOf(kind, after, catalog);
  const had = before && priceOf(kind, before, catalog);
  // Restarting a running object costs nothing.
  if (sameValue(had, next)) return undefined;
  const change = { before: had ? amountOf(had) : nothing, after: amountOf(next) };
  return next.perHour === undefined
    ? `Cost: ${costText(change)} (${next.what}).`
    : `Cost: ${costText(change)}, list price.`;
}

const unread = new WeakSet<CatalogAnswers>();

/**
 * Counts the resource's cost towards `compute:maxHourlyCost` and `compute:maxDailyCost`. If neither is set, nothing is requested.
 *
 * @param has the state of the object that the resource has or gains. Without one, the first alternative counts.
 */
export async function watchCost(context: Context, given: Props, has?: Props): Promise<void> {
  const { kind, session, resource } = context;
  const key = keyOf(given);
  if (!session.costs.isSet || !isHourly(kind) || key === undefined) return;
  const inputs = has ? withChosenAlternatives(resource, given, has) : await firstChoice(context, given);
  await session.costs.add(kind, key, (await listPrice(context, inputs)) ?? 0);
}

async function firstChoice({ session, resource, operations }: Context, given: Props): Promise<Props> {
  const { hardware } = operations;
  const chosen = hardware && (await withChoices(session, resource, given, hardware).catch(() => undefined));
  const [inputs = given] = alternativesOf(resource, chosen?.inputs ?? given);
  return inputs;
}

/** USD per hour at list prices; undefined without a price, or if prices can't be read, which fails nothing. */
export async function listPrice(
  { kind, session }: Pick<Context, "kind" | "session">,
  inputs: Props,
): Promise<number | undefined> {
  const catalog = await catalogFor([inputs], session.catalog.all).catch(() => undefined);
  return catalog && priceOf(kind, inputs, catalog).perHour;
}

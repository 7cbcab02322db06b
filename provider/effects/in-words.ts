import { groupedBy } from "../../values/many";
import { ownMember } from "../../values/own-member";
import { type Amount, amountText } from "../cost/money";
import { kinds } from "../kinds";
import type { KindName } from "../kinds/names";
import { isFree } from "../kinds/prices";
import { destroys, tellsOfLoss } from "../table/data-loss";
import { replacingPaths } from "../table/diff";
import type { Path, Props } from "../table/props";
import { goneBefore, goneReason } from "../table/reasons";
import type { Resource } from "../table/resource";
import type { Effect, PricedEffect } from "./effect";
import { letGoOf } from "./fate";

/** What a step does to the data of its object, unless the provider has warned of it: it does where it compares old and new. */
export const untoldLoss = ({ data, isReplaced }: Effect, said: readonly { readonly message: string }[]) =>
  data === undefined || (isReplaced && said.some(({ message }) => tellsOfLoss(message, data)))
    ? undefined
    : destroys(data);

/** Tells whether the provider says of a replaced object that it is gone. */
export const tellsGone = (message: string): boolean => [goneReason, goneBefore].includes(message.trim());

export const leftOverText = ({ isLeftOver }: Effect): string | undefined =>
  isLeftOver && "An earlier run replaced it but did not delete it.";

/** The fate of an object, unless the provider has told it, as of one that a replacement leaves. */
export const untoldFate = (effect: PricedEffect, said: readonly { readonly message: string }[]): string | undefined =>
  said.some(({ message }) => message.startsWith(`${effect.id} stays on the platform`)) ? undefined : fateText(effect);

/** The reason why an object that is replaced or leaves the state stays on the platform, or how a resource that was renamed keeps it. */
export function fateText(
  effect: Omit<Effect, "urn"> & { price: readonly [before?: Amount, after?: unknown] },
): string | undefined {
  const { does, why, id, kind, name, created, isReplaced, isAskedAbout, price } = effect;
  if (created)
    return `If ${created.join(" or ")} is ${name} under a new name, give it the option \`aliases\`: then ${id} is not deleted.`;
  if (does === "stay" && isReplaced && !why)
    return `${id} stays, with what it costs, until an \`up\` without --target or --exclude deletes it.`;
  if (does !== "keep" && !why) return undefined;
  if (why !== "retained") return `${id} stays on the platform: a resource still has it.`;
  const letGo = id === undefined || !isAskedAbout ? undefined : letGoOf(id);
  const { data }: Resource = kinds[kind].resource;
  const [kept] = price;
  const costs = kept?.perHour === undefined ? ", and is billed" : `, and costs ${amountText(kept)}`;
  const cost = isFree(kind) ? "" : costs;
  return `${id} stays on the platform${data ? " with its data" : ""}${cost} (retainOnDelete).${letGo ? ` ${letGo}` : ""}`;
}

/** Of changed places within arguments whose change replaces the object, those that do. Others change in place beside them. */
export function replacingWithin(kind: KindName, old: Props, next: Props, paths: readonly Path[]): Set<Path> {
  const { resource } = kinds[kind];
  const byName = groupedBy(paths, ([name]) => String(name));
  const found = [...byName].flatMap(([name, own]) =>
    replacingPaths(resource, name, { before: ownMember(old, name), after: ownMember(next, name), paths: own }),
  );
  return new Set(found);
}

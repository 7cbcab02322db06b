import { ownMember } from "../../values/own-member";
import { unknown, unknowns } from "../../values/unknowns";
import { differingMembers, isObject, type Props } from "./props";

/** Stands for a value that is unknown in a preview or about to be replaced. */
export const unknownValue = unknown;

/** Stands for a value that was refused. The later rules only know that it is there. */
export const refusedValue = "5c2f1b1e-0f0b-4a55-9d0a-7d6f1c1d2e93";

const sentinels = new Set([refusedValue, ...unknowns]);

export const isUnknown = (value: unknown): boolean => typeof value === "string" && sentinels.has(value);

/** Tells whether a value may turn out to be absent. */
export const isPerhapsAbsent = (value: unknown): boolean => isUnknown(value) && value !== refusedValue;

/** The value with stand-ins for what is unknown in it. */
export function withStandIns(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withStandIns);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withStandIns(one)]));
  return isUnknown(value) ? "(new)" : value;
}

export function hasUnknown(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasUnknown);
  if (isObject(value)) return Object.values(value).some(hasUnknown);
  return isUnknown(value);
}

/** Tells whether only an unknown value, or an unknown member, of the argument differs. */
export function isUnclear(name: string, state: Props, news: Props): boolean {
  const [old, next] = [ownMember(state, name), ownMember(news, name)];
  if (!isObject(old) || !isObject(next)) return hasUnknown(next);
  const differing = differingMembers(old, next);
  return differing.length > 0 && differing.every((member) => hasUnknown(ownMember(next, member)));
}

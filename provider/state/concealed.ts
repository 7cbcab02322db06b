import { ownMember } from "../../values/own-member";
import { canonical } from "../table/canonical";
import { isObject, type Props, sameValue, withoutUndefined } from "../table/props";
import type { Field, Resource } from "../table/resource";

/** Stands in outputs for what is still there, though the program has put something else in its place. */
const superseded = "(not as the program has it)";

/** The program may give a secret: engines know, providers are not told. */
export const mayHoldSecret = ({ sensitive, freeText }: Field): boolean => sensitive === true || freeText === true;

/**
 * Outputs without what only an earlier program set, where that may have been a secret: engines encrypt outputs where the
 * *new* inputs are secret. What stands in its place differs from the program, so that the next `up` goes on.
 */
export function concealed({ inputs }: Resource, outputs: Props, news: Props): Props {
  const entries = Object.entries(outputs).map(([name, value]) => {
    const { [name]: field } = inputs;
    if (!field || !mayHoldSecret(field)) return [name, value] as const;
    // What only another object can have otherwise is mostly the same, at most in other words: then these are the program's.
    const isSame =
      field.change === "replace" && sameValue(canonical(field, value), canonical(field, ownMember(news, name)));
    return [name, isSame ? ownMember(news, name) : conceal(value, ownMember(news, name))] as const;
  });
  return withoutUndefined(Object.fromEntries(entries));
}

/** A placeholder in place of each part of a value that differs from another value. */
export function conceal(value: unknown, asked: unknown): unknown {
  if (sameValue(value, asked)) return value;
  if (Array.isArray(value)) return value.length > 0 ? [superseded] : [];
  if (!isObject(value)) return superseded;
  const wanted = isObject(asked) ? asked : {};
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, conceal(member, ownMember(wanted, name))]),
  );
}

/**
 * A value that the platform reports, for outputs that have a placeholder in its place. No read fills a placeholder in:
 * the engine hides what a read returns where it was hidden before, and a placeholder is not.
 */
export function stillConcealed(before: unknown, observed: unknown): unknown {
  if (before === superseded) return observed === undefined || observed === "" ? observed : superseded;
  if (Array.isArray(before) && before.includes(superseded))
    return Array.isArray(observed) && observed.length > 0 ? [superseded] : observed;
  if (!isObject(before) || !isObject(observed)) return observed;
  return Object.fromEntries(
    Object.entries(observed).map(([name, member]) => [name, stillConcealed(ownMember(before, name), member)]),
  );
}

/** Outputs with nothing in place of a placeholder, so that what the platform reports can be compared. Never stored. */
export function revealed<T>(value: T): T {
  if (value === superseded) return "" as T;
  if (Array.isArray(value)) return value.map(revealed) as T;
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, revealed(member)])) as T;
}

/** Whether a placeholder is anywhere in the value. */
export function isConcealed(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isConcealed);
  return isObject(value) ? Object.values(value).some(isConcealed) : value === superseded;
}

import { isDeepStrictEqual } from "node:util";

/** A bag of properties as Pulumi carries them: plain JSON, or one of the unknown sentinels in place of any value. */
export type Props = Record<string, unknown>;

export function isObject(value: unknown): value is Props {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];

/** Equal as JSON: member order and members set to `undefined` do not count. */
export function sameValue(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(withoutUndefined(a), withoutUndefined(b));
}

/** A copy without members that are `undefined`, at any depth: Pulumi's wire format cannot carry them. */
export function withoutUndefined<T>(value: T): T {
  if (Array.isArray(value)) return value.map((item) => withoutUndefined<unknown>(item)) as T;
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(entries.map(([name, member]) => [name, withoutUndefined(member)])) as T;
}

export function pick(from: Props, names: readonly string[]): Props {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
}

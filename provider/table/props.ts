import { isRecord } from "../../values/json";
import { ownMember } from "../../values/own-member";

/** A bag of properties as Pulumi carries them: plain JSON, or one of the unknown sentinels in place of any value. */
export type Props = Record<string, unknown>;

export const isObject: (value: unknown) => value is Props = isRecord;

export const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

export const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];

/** Compares as JSON: order of members and members set to `undefined` do not count. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, at) => sameValue(item, b[at]));
  if (!isObject(a) || !isObject(b)) return false;
  const hasAll = Object.keys(b).every((name) => ownMember(b, name) === undefined || ownMember(a, name) !== undefined);
  return hasAll && Object.keys(a).every((name) => sameValue(ownMember(a, name), ownMember(b, name)));
}

export const differingMembers = (old: Props, next: Props): string[] =>
  [...new Set([...Object.keys(old), ...Object.keys(next)])].filter(
    (name) => !sameValue(ownMember(old, name), ownMember(next, name)),
  );

/** One answer may tell a time to the second and another with a fraction. */
export const isSameTime = (a: unknown, b: unknown): boolean =>
  a === b || Math.abs(Date.parse(String(a)) - Date.parse(String(b))) < 1_000;

/** A copy without members that are `undefined`, at any depth: Pulumi's wire format cannot carry them. */
export function withoutUndefined<T>(value: T): T {
  if (Array.isArray(value)) return value.map((item) => withoutUndefined<unknown>(item)) as T;
  if (!isObject(value)) return value;
  const members: Props = value;
  function* defined(): Generator<[string, unknown]> {
    for (const name of Object.keys(members)) {
      const member = ownMember(members, name);
      if (member !== undefined) yield [name, typeof member === "object" ? withoutUndefined(member) : member];
    }
  }
  return Object.fromEntries(defined()) as T;
}

export function pick(from: Props, names: readonly string[]): Props {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
}

export type Path = readonly PropertyKey[];

/** A path in Pulumi's form: `["mounts", "network", 0, "path"]` becomes `mounts.network[0].path`. */
export function formatPath(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === "number") return `${text}[${step}]`;
    return text === "" ? String(step) : `${text}.${String(step)}`;
  }, "");
}

/** A copy of a value with another one at a path. */
export function withChange(value: unknown, [step, ...rest]: Path, next: unknown): unknown {
  if (step === undefined) return next;
  if (!Array.isArray(value)) {
    const members = isObject(value) ? value : {};
    return { ...members, [step]: withChange(ownMember(members, String(step)), rest, next) };
  }
  const items: unknown[] = [...(value as unknown[])];
  items[Number(step)] = withChange(items[Number(step)], rest, next);
  return items;
}

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, step) => {
    if (Array.isArray(at)) return at[Number(step)] as unknown;
    return isObject(at) ? ownMember(at, String(step)) : undefined;
  }, value);
}

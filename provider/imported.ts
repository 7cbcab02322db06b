import { canonical } from "./diff";
import { isObject, type Props, sameValue } from "./props";
import type { Field, Resource } from "./resource";

export interface Imported {
  /** What a program would say to declare the object. */
  readonly inputs: Props;
  /** Arguments that no read shows. */
  readonly unread: readonly string[];
  /** Arguments that a read shows, and that are left out because they may hold secrets: a program is written from `inputs`. */
  readonly withheld: readonly string[];
}

/** An object of which nothing is known but what the platform reports, as a program would declare it. */
export function imported({ inputs: fields, defaults }: Resource, observed: Props): Imported {
  const known = Object.entries(fields).filter(([, { local }]) => !local);
  const readable = known.filter(([, { secret, createOnly }]) => !secret && !createOnly);
  const said = readable.filter(([name, field]) => isSaid(field, observed[name], defaults?.[name]));
  return {
    inputs: Object.fromEntries(
      said.filter(([, { sensitive }]) => !sensitive).map(([name]) => [name, observed[name]] as const),
    ),
    unread: known.filter((entry) => !readable.includes(entry)).map(([name]) => name),
    withheld: said.filter(([, { sensitive }]) => sensitive).map(([name]) => name),
  };
}

/** A program need not say what leaving the argument out means. */
function isSaid(field: Field, value: unknown, byDefault: unknown): boolean {
  if (value === undefined || value === null || value === "") return false;
  if (Array.isArray(value) && value.length === 0) return false;
  if (isObject(value) && Object.keys(value).length === 0) return false;
  if (byDefault !== undefined && sameValue(value, byDefault)) return false;
  return field.absent === undefined || !sameValue(canonical(field, value), canonical(field, field.absent));
}

export const notImported = (kind: string, id: string, withheld: readonly string[]): string =>
  `${kind} ${id}: ${withheld.join(", ")} may hold secrets, so what the platform has is not written into the program or the ` +
  "state. It stays as it is until your program declares it.";

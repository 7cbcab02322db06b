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
export function imported({ inputs: fields, defaults }: Resource, objectName: string, observed: Props): Imported {
  const known = Object.entries(fields).filter(([name, { local }]) => !local && name !== "name");
  const isRead = ({ secret, createOnly }: Field) => !secret && !createOnly;
  const said = known.filter(([name, field]) => isRead(field) && isSaid(field, observed[name], defaults?.[name]));
  const open = said.filter(([, { sensitive }]) => !sensitive);
  return {
    inputs: { name: objectName, ...Object.fromEntries(open.map(([name]) => [name, observed[name]] as const)) },
    unread: known.filter(([, field]) => !isRead(field)).map(([name]) => name),
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

/** What people have to know who get a program that lacks these. */
export function notImported(kind: string, id: string, { unread, withheld }: Imported): string {
  const reasons = [
    ...(unread.length > 0 ? [`the platform does not report ${unread.join(", ")}`] : []),
    ...(withheld.length > 0 ? [`${withheld.join(", ")} may hold secrets and is not copied`] : []),
  ];
  if (reasons.length === 0) return `${kind} ${id}: all of its arguments were imported.`;
  return (
    `${kind} ${id}: ${reasons.join("; ")}. Add those that you use to your program, with the values the ${kind} has: ` +
    "the next up records them and replaces nothing because of that."
  );
}

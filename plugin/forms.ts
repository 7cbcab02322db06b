import { ownMember } from "../values/own-member";
import { isUnknown, unknownValue } from "../provider/table/unknown";
import type { Props } from "../provider/table/props";
import type { Field, Resource } from "../provider/table/resource";

/**
 * A table knows arguments that only some languages can say: one or a list of them, and `null` for none. In the schema
 * these are an argument for the first choice with a list of what to take otherwise, and an empty string. The provider
 * takes either form; state keeps the one that the program has (docs/decisions/0016).
 */

/** Of an argument with alternatives, the argument that lists those to take when the first can't be had. */
export const alternativesOf = (name: string): string => `${name}Alternatives`;

/** The argument of the table that an argument of the schema is part of. */
export const nameInTable = (resource: Resource, name: string): string =>
  withAlternatives(resource).find((one) => alternativesOf(one) === name) ?? name;

export const withAlternatives = ({ inputs }: Resource): string[] =>
  Object.keys(inputs).filter((name) => ownMember(inputs, name)!.alternatives);

const saysNone = ({ schema }: Field): boolean => schema.safeParse(null).success && schema.safeParse("").success;

/** Arguments of which an empty string says "none", as `null` does in the table. Every call asks for them, so a table is read once. */
export function clearable(resource: Resource): readonly string[] {
  const { inputs } = resource;
  const names = clearableOf.get(resource) ?? Object.keys(inputs).filter((name) => saysNone(ownMember(inputs, name)!));
  clearableOf.set(resource, names);
  return names;
}

const clearableOf = new WeakMap<Resource, readonly string[]>();

/** Properties in the form of the table, from either form. */
export function toTable(resource: Resource, props: Props): Props {
  const table = { ...props };
  for (const name of withAlternatives(resource)) {
    const more = ownMember(props, alternativesOf(name));
    if (more === undefined) continue;
    delete table[alternativesOf(name)];
    // An empty list beside no first choice says nothing: programs pass one for hardware that they don't ask for.
    if (more !== null && !(isEmpty(more) && isEmpty(firstOf(ownMember(props, name)))))
      table[name] = isUnknown(more) ? unknownValue : [...firstOf(ownMember(props, name)), ...firstOf(more)];
  }
  for (const name of clearable(resource)) if (ownMember(table, name) === "") table[name] = null;
  return table;
}

/** Arguments that must list alternatives and don't. */
export const notLists = (resource: Resource, said: Props): string[] =>
  withAlternatives(resource)
    .map(alternativesOf)
    .filter(
      (name) =>
        (ownMember(said, name) ?? undefined) !== undefined &&
        !Array.isArray(ownMember(said, name)) &&
        !isUnknown(ownMember(said, name)),
    );

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const firstOf = (value: unknown): unknown[] => {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
};

/** Whether properties in the program's form list alternatives apart from the first choice. */
const isSplit = (name: string, said: Props): boolean => Array.isArray(ownMember(said, alternativesOf(name)));
const isFirstApart = (name: string, said: Props): boolean =>
  ownMember(said, name) !== undefined && ownMember(said, name) !== null;

/** Properties of the table in the form in which a program said them. */
export function asSaid(resource: Resource, table: Props, said: Props): Props {
  const props = { ...table };
  for (const name of withAlternatives(resource)) {
    const list = ownMember(table, name);
    if (!isSplit(name, said) || !Array.isArray(list)) continue;
    const [first, ...rest] = list as unknown[];
    if (isFirstApart(name, said)) props[name] = first;
    else delete props[name];
    props[alternativesOf(name)] = isFirstApart(name, said) ? rest : list;
  }
  for (const name of clearable(resource))
    if (ownMember(said, name) === "" && ownMember(props, name) === null) props[name] = "";
  return props;
}

/** `gpu[2].count` of the table is `gpuAlternatives[1].count` in a program that lists alternatives apart. */
export function pathAsSaid(resource: Resource, path: string, said: Props): string {
  const [, name = "", index = "", rest = ""] = /^(\w+)\[(\d+)\](.*)$/.exec(path) ?? [];
  if (!withAlternatives(resource).includes(name) || !isSplit(name, said)) return path;
  const at = Number(index) - (isFirstApart(name, said) ? 1 : 0);
  return at < 0 ? `${name}${rest}` : `${alternativesOf(name)}[${at}]${rest}`;
}

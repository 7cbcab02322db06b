import { getOrMake } from "../values/many";
import { ownMember } from "../values/own-member";
import { isUnknown, unknownValue } from "../provider/table/unknown";
import type { Props } from "../provider/table/props";
import type { Field, Resource } from "../provider/table/resource";

/**
 * Converts forms that only some languages can express: one value or a list, and `null` for none. The schema has an argument
 * for the first choice with a list of alternatives, and an empty string. The provider accepts both forms; the state keeps
 * the program's (docs/decisions/0016).
 */

/** The name of the argument with the alternatives to the first choice. */
export const alternativesOf = (name: string): string => `${name}Alternatives`;

/** The table's argument for an argument of the schema. */
export const nameInTable = (resource: Resource, name: string): string =>
  withAlternatives(resource).find((one) => alternativesOf(one) === name) ?? name;

export const withAlternatives = ({ inputs }: Resource): string[] =>
  Object.keys(inputs).filter((name) => ownMember(inputs, name)!.alternatives);

const saysNone = ({ schema }: Field): boolean => schema.safeParse(null).success && schema.safeParse("").success;

/** Arguments whose empty string means "none", like `null` in the table. Every call needs them, so they are cached. */
export const clearable = (resource: Resource): readonly string[] =>
  getOrMake(clearableOf, resource, () =>
    Object.keys(resource.inputs).filter((name) => saysNone(ownMember(resource.inputs, name)!)),
  );

const clearableOf = new WeakMap<Resource, readonly string[]>();

/** Properties in the form of the table, from either form. */
export function toTable(resource: Resource, props: Props): Props {
  const table = { ...props };
  for (const name of withAlternatives(resource)) {
    const more = ownMember(props, alternativesOf(name));
    if (more === undefined) continue;
    delete table[alternativesOf(name)];
    // An empty list without a first choice counts as omitted: programs pass one for unused hardware.
    if (more !== null && !(isEmpty(more) && isEmpty(firstOf(ownMember(props, name)))))
      table[name] = isUnknown(more) ? unknownValue : [...firstOf(ownMember(props, name)), ...firstOf(more)];
  }
  for (const name of clearable(resource)) if (ownMember(table, name) === "") table[name] = null;
  return table;
}

/** Arguments whose value must be a list of alternatives but is not. */
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

/** Tells whether the program lists alternatives separately from the first choice. */
const isSplit = (name: string, said: Props): boolean => Array.isArray(ownMember(said, alternativesOf(name)));
const isFirstApart = (name: string, said: Props): boolean =>
  ownMember(said, name) !== undefined && ownMember(said, name) !== null;

/** Properties of the table in the program's form. */
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

/** `gpu[2].count` of the table is `gpuAlternatives[1].count` in a program that lists alternatives separately. */
export function pathAsSaid(resource: Resource, path: string, said: Props): string {
  const [, name = "", index = "", rest = ""] = /^(\w+)\[(\d+)\](.*)$/.exec(path) ?? [];
  if (!withAlternatives(resource).includes(name) || !isSplit(name, said)) return path;
  const at = Number(index) - (isFirstApart(name, said) ? 1 : 0);
  return at < 0 ? `${name}${rest}` : `${alternativesOf(name)}[${at}]${rest}`;
}

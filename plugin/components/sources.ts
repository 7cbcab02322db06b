import { isObject, type Props } from "../../provider/table/props";
import { mark, secretEnvelope } from "../../provider/state/state";
import { outputEnvelope } from "../values";

/** URNs of the resources on which a value depends. */
export type Urns = readonly string[];

/** The dependencies of each member of an argument, if the program's SDK reports them; otherwise those of the whole argument. */
export function sourcesOf(argument: unknown, whole: Urns = []): (member: string) => Urns {
  const [members, shared] = opened(argument);
  const told = new Map(Object.entries(members).map(([name, value]) => [name, [...shared, ...namedIn(value)]]));
  const isTold = [...told.values()].some((urns) => urns.length > 0);
  return (member) => (isTold ? (told.get(member) ?? []) : Object.hasOwn(members, member) ? whole : []);
}

/** The members of an argument, without envelopes around it, and the URNs that these name. */
export function opened(value: unknown): readonly [Props, Urns] {
  if (!isObject(value)) return [{}, []];
  if (value[mark] !== outputEnvelope && value[mark] !== secretEnvelope) return [value, []];
  const [members, inner] = opened(value.value);
  return [members, [...urnsOf(value), ...inner]];
}

function namedIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namedIn);
  if (!isObject(value)) return [];
  return value[mark] === undefined
    ? Object.values(value).flatMap(namedIn)
    : [...urnsOf(value), ...namedIn(value.value)];
}

const urnsOf = ({ dependencies }: Props): string[] =>
  Array.isArray(dependencies) ? dependencies.filter((urn): urn is string => typeof urn === "string") : [];

import { ownMember } from "../../values/own-member";
import { unknown, unknowns } from "../../values/unknowns";

/** The values that programs, providers and state files exchange. Unknowns are sentinel strings, as on the wire. */
export type Value = null | boolean | number | string | Value[] | PropertyMap | Secret | Reference;

export interface PropertyMap {
  [key: string]: Value;
}

/** Marks a value that must be encrypted at rest and hidden on screen. */
export class Secret {
  constructor(readonly value: Value) {}
}

/** A pointer to another resource; components have no id. */
export class Reference {
  constructor(
    readonly urn: string,
    readonly id: string | undefined,
    readonly packageVersion: string,
  ) {}
}

/** The key that marks an object as one of Pulumi's special values, and its possible values. */
export const signature = "4dabf18193072939515e22adb298388d";
export const signatures = {
  secret: "1b47061264138c4ac30d75fd1eb44270",
  asset: "c44067f5952c0a294b673a41bacd8c17",
  archive: "0def7320c3a5731c473e5ecbe6d01bc7",
  reference: "5cf8f73096256a8f31e491e813e4eb8e",
  output: "d0e6a833031e9bbcd3f4e8bde6ca49a4",
  specialFloat: "8ad145fe-0d11-4827-bfd7-1abcbf086f5c",
} as const;

export { unknown };
export const isUnknown = (value: Value | undefined): boolean => typeof value === "string" && unknowns.includes(value);

export const isMap = (value: Value | undefined): value is PropertyMap =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Secret) &&
  !(value instanceof Reference);

/** A copy of a map with each value converted; values that become `undefined` are omitted. */
export function mapValues(map: PropertyMap, change: (value: Value, key: string) => Value | undefined): PropertyMap {
  const entries = Object.entries(map).map(([key, value]) => [key, change(value, key)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, Value] => entry[1] !== undefined));
}

export function hasSecret(value: Value): boolean {
  if (value instanceof Secret) return true;
  if (Array.isArray(value)) return value.some(hasSecret);
  return isMap(value) && Object.values(value).some(hasSecret);
}

/** Tells whether a value contains an unknown, also within secrets. */
export function hasUnknown(value: Value): boolean {
  if (value instanceof Secret) return hasUnknown(value.value);
  if (Array.isArray(value)) return value.some(hasUnknown);
  return isMap(value) ? Object.values(value).some(hasUnknown) : isUnknown(value);
}

/** Removes unknowns, which occur in a real run only after a failure with `continueOnError`. */
export const dropUnknowns = (map: PropertyMap): PropertyMap => mapValues(map, known);

/** A value without unknowns; a list closes up. */
function known(value: Value): Value | undefined {
  if (isUnknown(value)) return undefined;
  if (Array.isArray(value)) return value.map(known).filter((element) => element !== undefined);
  if (isMap(value)) return dropUnknowns(value);
  if (!(value instanceof Secret)) return value;
  const inner = known(value.value);
  return inner === undefined ? undefined : inner === value.value ? value : new Secret(inner);
}

/** Deep equality; a secret equals its content, as in Pulumi's engine (pulumi-engine 3.4). */
export function equal(a: Value | undefined, b: Value | undefined): boolean {
  if (a instanceof Secret) return equal(a.value, b);
  if (b instanceof Secret) return equal(a, b.value);
  if (a === undefined || b === undefined || a === null || b === null) return a === b;
  if (a instanceof Reference || b instanceof Reference)
    return a instanceof Reference && b instanceof Reference && a.urn === b.urn && a.id === b.id;
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((element, i) => equal(element, b[i]))
    );
  if (isMap(a) && isMap(b)) return changedKeys(a, b).length === 0;
  return Object.is(a, b) || (a === 0 && b === 0);
}

/** The top-level keys that differ, sorted. */
export function changedKeys(a: PropertyMap, b: PropertyMap): string[] {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].filter((key) => !equal(ownMember(a, key), ownMember(b, key))).sort();
}

/** The key of inputs that only the engine uses. */
export const internal = "__internal";

/** The inputs that the provider receives. */
export const settingsOf = (inputs: PropertyMap): PropertyMap =>
  mapValues(inputs, (value, key) => (key === internal ? undefined : value));

/** The inputs with the version of a registration, if any. */
export const withVersion = (inputs: PropertyMap, version: string): PropertyMap =>
  version === "" ? inputs : { ...inputs, version, [internal]: {} };

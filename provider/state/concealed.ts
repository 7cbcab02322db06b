import { createHash, scryptSync } from "node:crypto";
import { canonicalJson } from "../../values/json";
import { getOrMake } from "../../values/many";
import { ownMember } from "../../values/own-member";
import { isObject, type Props, sameValue, withoutUndefined } from "../table/props";
import { canonical, type Field, type Resource } from "../table/resource";

/** The placeholder in outputs for a value that still exists on the platform but differs from the program's. */
const superseded = "(not as the program has it)";

/** Tells whether the program may pass a secret here: engines know, but do not tell providers. */
export const mayHoldSecret = ({ sensitive, freeText }: Field): boolean => sensitive === true || freeText === true;

/**
 * Outputs without values that only an earlier program set and that may be secret, because engines encrypt outputs only
 * where the *new* inputs are secret. The placeholder differs from the program, so that the next `up` continues.
 */
export function concealed({ inputs }: Resource, outputs: Props, news: Props): Props {
  const entries = Object.entries(outputs).map(([name, value]) => {
    const { [name]: field } = inputs;
    if (!field || !mayHoldSecret(field)) return [name, value] as const;
    // Arguments that only a replacement can change are usually the same, at most spelled differently: then the program's
    // spelling is used.
    const isSame =
      field.change === "replace" && sameValue(canonical(field, value), canonical(field, ownMember(news, name)));
    return [name, isSame ? ownMember(news, name) : conceal(value, ownMember(news, name))] as const;
  });
  return withoutUndefined(Object.fromEntries(entries));
}

/** Replaces each part of a value that differs from another value by a placeholder. */
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
 * A reported value, for outputs with a placeholder in its place. No read replaces a placeholder, because the engine hides
 * only values that were secret before, and a placeholder is not.
 */
export function stillConcealed(before: unknown, observed: unknown): unknown {
  if (before === superseded) return observed === undefined || observed === "" ? observed : superseded;
  if (Array.isArray(before) && before.includes(superseded))
    return Array.isArray(observed) && observed.length > 0 ? [superseded] : observed;
  if (!isObject(before) || !isObject(observed) || !isConcealed(before)) return observed;
  return Object.fromEntries(
    Object.entries(observed).map(([name, member]) => [name, stillConcealed(ownMember(before, name), member)]),
  );
}

/** Outputs without placeholders, for comparing with the platform's values. Never stored. */
export function revealed<T>(value: T): T {
  if (value === superseded) return "" as T;
  if (Array.isArray(value)) return value.map(revealed) as T;
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, revealed(member)])) as T;
}

/** Tells whether the value contains a placeholder. */
export function isConcealed(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isConcealed);
  return isObject(value) ? Object.values(value).some(isConcealed) : value === superseded || isStandIn(value);
}

const leftOut = "(left out, for its length: ";

/** What outputs have in place of a long value that no read shows. A later comparison with the program's value uses it. */
export function standIn(id: string, name: string, value: unknown): string {
  const digest = createHash("sha256").update(canonicalJson(value)).digest("base64url");
  return `${leftOut}${fingerprint(id, name, digest)})`;
}

export const isStandIn = (value: unknown): value is string => typeof value === "string" && value.startsWith(leftOut);

/** The version prefix of a fingerprint. */
const form = "s1:";

const known = new Map<string, string>();

/**
 * The digest in outputs of a secret that is never stored, by which diff detects a change. It is salted with the resource's
 * id, so equal secrets of two resources have different fingerprints. It is stretched, so that an attacker tries 100
 * passwords a second instead of 500,000. One takes 9 ms of processor time (measured), once in a process for each secret
 * argument of each credential: 18 ms for each credential and run.
 */
export function fingerprint(id: string, name: string, secret: string): string {
  const stretched = () => scryptSync(secret, `compute:${id}:${name}`, 16, { N: 4_096, r: 8, p: 1 });
  return getOrMake(known, JSON.stringify([id, name, secret]), () => form + stretched().toString("base64url"));
}

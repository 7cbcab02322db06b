import type { Field } from "./resource";

/** The form in which values of a field are compared. Alternatives are converted one by one. */
export function canonical(field: Field, value: unknown): unknown {
  if (field.alternatives && Array.isArray(value)) return value.map((one) => canonical(field, one));
  const plain = field.canonical ? field.canonical(value) : value;
  return field.unordered && Array.isArray(plain) ? [...(plain as string[])].sort() : plain;
}

/** The text behind the fingerprint of a secret argument: a text itself, or the canonical form of another value. */
export function comparedText(field: Field, value: unknown): string | undefined {
  return value === undefined || typeof value === "string" ? value : JSON.stringify(canonical(field, value));
}

import type { Field } from "./resource";

/** The form in which values of a field are compared; of alternatives, one by one. */
export function canonical(field: Field, value: unknown): unknown {
  if (field.alternatives && Array.isArray(value)) return value.map((one) => canonical(field, one));
  const plain = field.canonical ? field.canonical(value) : value;
  return field.unordered && Array.isArray(plain) ? [...(plain as string[])].sort() : plain;
}

/** What a fingerprint of a secret argument is taken of: a text itself, and of anything else what is compared. */
export function comparedText(field: Field, value: unknown): string | undefined {
  return value === undefined || typeof value === "string" ? value : JSON.stringify(canonical(field, value));
}

import { createHash } from "node:crypto";

const suffixLength = 7;

/** A source of suffixes: `size` random bytes. */
export type RandomBytes = (size: number) => Uint8Array;

/** Bytes derived from the seed. */
export const bytesOf = (seed?: Uint8Array): RandomBytes | undefined =>
  seed?.length ? (size) => createHash("sha256").update(seed).digest().subarray(0, size) : undefined;

export function newSuffix(randomBytes: RandomBytes): string {
  return Buffer.from(randomBytes(4)).toString("hex").slice(0, suffixLength);
}

/** `<logical name>-<suffix>`, cut so that the whole stays within the limit. */
export function suffixedName(name: string, suffix: string, maxLength: number): string {
  return `${name.slice(0, maxLength - suffix.length - 1)}-${suffix}`;
}

/** The suffix of a made-up name, with its hyphen; undefined for another name. */
export const suffixOf = (name: string): string | undefined => new RegExp(`-[0-9a-f]{${suffixLength}}$`).exec(name)?.[0];

/** The name without that suffix. */
export const withoutSuffix = (name: string): string => name.slice(0, name.length - (suffixOf(name) ?? "").length);

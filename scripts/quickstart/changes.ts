import { isDeepStrictEqual } from "node:util";
import type { Properties } from "./driver";

/** One place where two property maps differ, as `mounts.network[0].path`. */
export interface Change {
  readonly path: string;
  readonly old: unknown;
  readonly next: unknown;
}

function isObject(value: unknown): value is Properties {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function compare(old: unknown, next: unknown, path: string): Change[] {
  if (isDeepStrictEqual(old, next)) return [];
  if (isObject(old) && isObject(next)) return compareMembers(old, next, path === "" ? "" : `${path}.`);
  if (Array.isArray(old) && Array.isArray(next) && old.length === next.length) {
    return old.flatMap((item, index) => compare(item, next[index], `${path}[${index}]`));
  }
  return [{ path, old, next }];
}

function compareMembers(old: Properties, next: Properties, prefix: string): Change[] {
  const keys = [...new Set([...Object.keys(old), ...Object.keys(next)])].sort();
  return keys.flatMap((key) => (key.startsWith("__") ? [] : compare(old[key], next[key], `${prefix}${key}`)));
}

/** Where two property maps differ, without what the SDK adds for itself (`__provider`). */
export function changesBetween(old: Properties, next: Properties): Change[] {
  return compareMembers(old, next, "");
}

/** `mounts.network[0].path` → `mounts`. */
export function topLevel(path: string): string {
  return /^[^.[]+/.exec(path)?.[0] ?? path;
}

import type { Path } from "./property-path";
import { mark } from "../state/secret-envelope";
import { isObject } from "./props";

/** Something in a value that JSON has no word for, so that a request would say something else. */
export interface Unsayable {
  readonly path: Path;
  readonly problem: string;
}

/** What the mark of an envelope says of files. */
const marked: Readonly<Record<string, string>> = {
  c44067f5952c0a294b673a41bacd8c17: "an asset; read the file and give its text",
  "0def7320c3a5731c473e5ecbe6d01bc7": "an archive; give the address of one",
};

/** Everything in a value that no request can say: numbers that are none, and what stands for files. */
export function unsayableIn(value: unknown, path: Path = []): Unsayable[] {
  if (typeof value === "number" && !Number.isFinite(value))
    return [{ path, problem: "no number that JSON has a word for, as NaN and Infinity are none" }];
  if (Array.isArray(value)) return value.flatMap((one, at) => unsayableIn(one, [...path, at]));
  if (!isObject(value)) return [];
  const what = typeof value[mark] === "string" ? marked[value[mark]] : undefined;
  if (what !== undefined) return [{ path, problem: what }];
  return Object.entries(value).flatMap(([name, member]) => unsayableIn(member, [...path, name]));
}

import { createHash } from "node:crypto";

/** A source of chance: `size` random bytes. */
export type RandomBytes = (size: number) => Uint8Array;

export const bytesOf = (seed?: Uint8Array): RandomBytes | undefined =>
  seed?.length ? (size) => createHash("sha256").update(seed).digest().subarray(0, size) : undefined;

/** The resource that a mark identifies: its key, in a stack of a backend. */
export interface Whose {
  readonly backend: string;
  readonly stack: string;
  readonly key: string;
}

/** Two digests, of the stack and of the resource. */
export interface Mark {
  readonly stack: string;
  readonly resource: string;
}

const letters = "abcdefghijklmnopqrstuvwxyz234567";
/** The first of the three random characters is a digit, so that no word at the end of a name looks like a mark. */
const form = /-c([a-z2-7]{4})([a-z2-7]{4})[2-7][a-z2-7]{2}$/;
/** The end of generated names before there were marks. */
const earlierForm = /-[0-9a-f]{7}$/;

/** The digests in the marks of a resource. Both together are 40 bits. */
export const markOf = ({ backend, stack, key }: Whose): Mark => ({
  stack: digest(`${backend} ${stack}`),
  resource: digest(`${backend} ${stack} ${key}`),
});

/** A new mark of twelve characters for an object of the resource, `c7f3akq9x2mt`: the same each time except for its end. */
export function newMark(whose: Whose, randomBytes: RandomBytes): string {
  const { stack, resource } = markOf(whose);
  const [first = 0, ...rest] = randomBytes(3);
  return `c${stack}${resource}${2 + (first % 6)}${rest.map((byte) => letters[byte % 32]).join("")}`;
}

export function markIn(name: string): Mark | undefined {
  const [, stack, resource] = form.exec(name) ?? [];
  return stack === undefined || resource === undefined ? undefined : { stack, resource };
}

/** `<name>-<mark>`, with the name truncated to stay within the limit. */
export function markedName(name: string, mark: string, maxLength: number): string {
  return `${name.slice(0, maxLength - mark.length - 1)}-${mark}`;
}

/** The name without its mark, or without its earlier random end. */
export const withoutMark = (name: string): string => name.replace(form.test(name) ? form : earlierForm, "");

/** Four letters. */
const digest = (text: string): string =>
  [...createHash("sha256").update(text).digest().subarray(0, 4)].map((byte) => letters[byte % 32]).join("");

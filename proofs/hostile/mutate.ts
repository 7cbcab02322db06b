import type { Chance } from "../chance";

/** Values that parsers stumble over: depth, size, the ends of numbers, names of members that every object has, bytes outside of UTF-8. */
const nasties: readonly string[] = [
  "[".repeat(2_000),
  '{"a":'.repeat(2_000),
  "9".repeat(400),
  "-0",
  "1e999",
  "-1e308",
  "9007199254740993",
  "null",
  "__proto__",
  "constructor",
  '"\\ud800"',
  "\0",
  "\r\n\r\n",
  "\n",
  "\u2028",
  "\ufeff",
  "*".repeat(60),
  "*a".repeat(60),
  "a".repeat(5_000),
  " ".repeat(5_000),
  "<".repeat(5_000),
  "&a *a ".repeat(20),
  ": ".repeat(500),
  ",".repeat(500),
  ";q=".repeat(500),
  '"'.repeat(101),
  "\x1b[2J",
];

/** Bytes like these ones, with one to four things wrong. */
export function mutatedBytes(sample: string, chance: Chance): Buffer {
  let bytes: Buffer = Buffer.from(sample);
  for (let count = chance.int(1, 4); count > 0; count--) bytes = mutateOnce(bytes, chance);
  return bytes.subarray(0, 64 * 1024);
}

function mutateOnce(bytes: Buffer, chance: Chance): Buffer {
  const from = chance.int(0, bytes.length);
  const to = Math.min(bytes.length, from + chance.int(0, 40));
  const [before, piece, after] = [bytes.subarray(0, from), bytes.subarray(from, to), bytes.subarray(to)];
  switch (chance.int(0, 6)) {
    case 0:
      return Buffer.concat([before, chance.bytes(chance.int(1, 8)), after]);
    case 1:
      return before;
    case 2:
      return Buffer.concat([before, after]);
    case 3:
      return Buffer.concat([before, ...Array.from({ length: chance.int(2, 50) }, () => piece), after]);
    default:
      return Buffer.concat([before, Buffer.from(chance.pick(nasties)), after]);
  }
}

const values: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1, 0.5, 1e9, 1e12, 1e15, 9_007_199_254_740_991, 1e308, -1e308],
  ...["", "x", "a".repeat(5_000), "*a".repeat(60), "/v2/*", "***", "\0", "2026-13-45T99:99:99Z", "NaN"],
  ...[[], {}, [[]], [null], { a: { b: [1] } }, { length: 1e9 }, { toString: 1 }, Array.from({ length: 300 }, () => 0)],
];

/** The same value with one to three of its members something else, gone, doubled, or joined by others. */
export function mutatedValue(sample: unknown, chance: Chance): unknown {
  const copy: unknown = structuredClone(sample);
  for (let count = chance.int(1, 3); count > 0; count--) {
    const place = placeIn(copy, chance);
    if (!place) return chance.pick(values);
    const { owner, key } = place;
    switch (chance.int(0, 4)) {
      case 0:
        if (Array.isArray(owner)) owner.splice(Number(key), 1);
        else delete owner[key];
        break;
      case 1:
        if (Array.isArray(owner)) owner.push(structuredClone(owner[Number(key)]));
        else owner[chance.pick(["x", "constructor", "toJSON", "then", "length", "id"])] = owner[key];
        break;
      default:
        (owner as Record<string, unknown>)[key] = structuredClone(chance.pick(values));
    }
  }
  return copy;
}

function placeIn(
  root: unknown,
  chance: Chance,
): { owner: Record<string, unknown> | unknown[]; key: string } | undefined {
  let found: { owner: Record<string, unknown> | unknown[]; key: string } | undefined;
  let at = root;
  for (let depth = chance.int(1, 7); depth > 0; depth--) {
    if (typeof at !== "object" || at === null) break;
    const keys = Object.keys(at);
    if (keys.length === 0) break;
    found = { owner: at as Record<string, unknown>, key: chance.pick(keys) };
    at = (at as Record<string, unknown>)[found.key];
  }
  return found;
}

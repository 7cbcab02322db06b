/** Chance that repeats itself: the same seed gives the same run. */
export interface Chance {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform among whole numbers from `low` to `high`, both included. */
  int(low: number, high: number): number;
  pick<T>(from: readonly T[]): T;
  bytes(count: number): Buffer;
}

/** The mulberry32 generator. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    int,
    pick: (from) => from[int(0, from.length - 1)]!,
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => int(0, 255))),
  };
}

/** Lists of any length. A call takes some 100,000 arguments: `list.push(...more)` and `Math.max(...numbers)` end in a full stack for more. */

export function append<T>(list: T[], more: Iterable<T>): void {
  for (const one of more) list.push(one);
}

/** Everything of a list that comes in pages. */
export async function collected<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of pages) all.push(one);
  return all;
}

/** `1 job`, `2 jobs`. */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

/** `a, b and 3 more`: at most so many names of a long list. */
export function namedOf(names: readonly string[], most: number): string {
  const more = names.length > most ? ` and ${names.length - most} more` : "";
  return `${names.slice(0, most).join(", ")}${more}`;
}

/** `-Infinity` of none. */
export function largest(numbers: Iterable<number>): number {
  let most = -Infinity;
  for (const one of numbers) most = Math.max(most, one);
  return most;
}

/** `Infinity` of none. */
export function smallest(numbers: Iterable<number>): number {
  let least = Infinity;
  for (const one of numbers) least = Math.min(least, one);
  return least;
}

/** Adds to the group of a key. A new list for each of 100,000 would copy them 100,000 times. */
export function addTo<Key, T>(groups: Map<Key, T[]>, key: Key, one: T): void {
  const group = groups.get(key);
  if (group) group.push(one);
  else groups.set(key, [one]);
}

/** What a map has for a key, made by its first reader. */
export function getOrMake<Key, Value>(
  map: Pick<Map<Key, Value>, "get"> & { set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Groups by their keys, in the order in which these come up. */
export function groupedBy<Key, T>(all: Iterable<T>, keyOf: (one: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const one of all) addTo(groups, keyOf(one), one);
  return groups;
}

/** The index of the first for which it holds, in a list where it holds for all after that one too; its length for none. */
export function firstIndexWhere<T>(sorted: readonly T[], holds: (one: T) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(sorted[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
}

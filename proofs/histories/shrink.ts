import { isObject } from "../../provider/table/props";
import type { Life } from "./life";
import type { Played, Violation } from "./play";

const patience = 800;

/** Members that say what a part of a life is. Arguments of resources are members too, and their names are others. */
const needed = [
  ...["seed", "world", "listLagMs", "keyFrom", "program", "steps", "mustSucceed", "do", "edit", "drift", "minutes"],
  ...["resource", "kind", "name", "args", "to", "by", "options", "back", "what", "body", "variable", "value"],
  ...["machine", "method", "from", "count", "fate", "how", "at", "moment", "atRequest", "$secret", "$id"],
];

/** The kind of a violation, without the ids and values of one life. */
export const sort = ({ what }: Violation): string =>
  what
    .split("\n")[0]!
    .replace(/named \S+,/g, "named …,")
    .replace(/\b[a-zA-Z]+-\d+\b/g, "…")
    .replace(/\b[a-z0-9]{8,}\b/g, "…")
    .replace(/"[^"]*"/g, "…")
    .replace(/\d+/g, "…")
    .replace(/(in order: .{0,250}).*/, "$1");

/** The shortest life found with a violation of the same kind. */
export function shrink(
  life: Life,
  violation: Violation,
  replayed: (life: Life) => Promise<Played>,
): Promise<Failing<Life, readonly Violation[]>> {
  const wanted = sort(violation);
  const upTo = (whole: Life, found: readonly Violation[]) => ({
    life: { ...whole, steps: whole.steps.slice(0, found[0]!.step) },
    found,
  });
  const replay = async (candidate: Life) => {
    const found = (await replayed(candidate)).violations.filter((each) => sort(each) === wanted);
    return found.length > 0 ? upTo(candidate, found) : undefined;
  };
  return shortest(upTo(life, [violation]), needed, replay, patience);
}

/** A life and what went wrong in it. */
export interface Failing<L, F> {
  readonly life: L;
  readonly found: F;
}

/**
 * The shortest life found in which the same thing goes wrong. Lives are data, so anything may be taken out of one but the members that
 * are needed.
 *
 * @param needed names of the members without which an object means nothing.
 * @param replay lives the candidate, and tells whether the same thing goes wrong.
 * @param patience how many candidates are lived at most.
 */
export async function shortest<L extends object, F>(
  first: Failing<L, F>,
  needed: readonly string[],
  replay: (candidate: L) => Promise<Failing<L, F> | undefined>,
  patience: number,
): Promise<Failing<L, F>> {
  let best = first;
  let tries = 0;
  for (let isShorter = true; isShorter && tries < patience; ) {
    isShorter = false;
    for (let index = 0; tries < patience; ) {
      const candidate = lackingOne(best.life, needed)[index];
      if (candidate === undefined) break;
      tries += 1;
      const failing = await replay(candidate);
      if (failing === undefined) index += 1;
      else [best, isShorter] = [failing, true];
    }
  }
  return best;
}

/** The value without one item of a list or one member of an object, in each way; large parts first, and later ones before earlier ones. */
function lackingOne<T>(value: T, needed: readonly string[]): T[] {
  const withPart = (put: (part: unknown) => unknown, part: unknown) => lackingOne(part, needed).map(put);
  if (Array.isArray(value)) {
    const items = value as readonly unknown[];
    const places = items.map((_, index) => items.length - 1 - index);
    return [
      ...places.map((place) => items.filter((_, index) => index !== place)),
      ...places.flatMap((place) =>
        withPart((part) => items.map((item, index) => (index === place ? part : item)), items[place]),
      ),
    ] as T[];
  }
  if (!isObject(value)) return [];
  const names = Object.keys(value).reverse();
  return [
    ...names.filter((name) => !needed.includes(name)).map((name) => without(value, name)),
    ...names.flatMap((name) => withPart((part) => ({ ...value, [name]: part }), value[name])),
  ] as T[];
}

const without = (from: object, name: string): object =>
  Object.fromEntries(Object.entries(from).filter(([key]) => key !== name));

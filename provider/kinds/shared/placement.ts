import * as z from "zod";
import { sameValue, strings } from "../../table/props";
import { condition, field } from "../../table/resource";

/**
 * A list of data centers only limits where a machine may be placed (P-14), so a machine that is where the new list
 * allows has nothing to change. Before it is placed, the old list stands in for its place.
 */
const stillSatisfied = condition({
  usesState: true,
  effects: ["none", "replace"],
  because: "replaced only if the data center it runs in is no longer in the list; an empty list allows any",
  when: (old, next, state) => {
    const wanted = strings(next);
    if (Array.isArray(next) && wanted.length === 0) return "none";
    if (typeof state.dataCenterId === "string") return wanted.includes(state.dataCenterId) ? "none" : "replace";
    const before = strings(old);
    return before.length > 0 && before.every((id) => wanted.includes(id)) ? "none" : "replace";
  },
});

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === null ? [] : [value]);

/**
 * Of a list of alternatives, state has the one that was chosen. Two lists, as among inputs, agree for certain only where
 * every one of the first is still in the second.
 */
export const stillAmong = condition({
  usesState: true,
  effects: ["none", "replace"],
  because: "replaced only if the hardware it runs on is no longer in the list",
  when: (old, next) => {
    const before = listOf(old);
    const isThere = (one: unknown) => listOf(next).some((other) => sameValue(one, other));
    return before.length > 0 && before.every(isThere) ? "none" : "replace";
  },
});

/** One, or an ordered list of alternatives. */
export const oneOrSeveral = <S extends z.ZodType>(schema: S) => z.union([schema, z.array(schema).min(1)]);

export const dataCenterIdsField = field(z.array(z.string()).optional(), {
  change: stillSatisfied,
  doc: "Data centers it may be placed in, in any order. The scheduler chooses one.",
  limits: "data center ids from the catalog; `[]` or omitted allows any",
  listedIn: "dataCenters",
  rules: ["P-14"],
  writeOnly: true,
  unordered: true,
  absent: [],
});

export function startFlag(doc: string, rules: readonly string[]) {
  return field(z.boolean().optional(), {
    change: "replace",
    doc,
    limits: "true or false; default false, or what the template sets",
    rules,
    writeOnly: true,
    absent: false,
    fromTemplate: true,
  });
}

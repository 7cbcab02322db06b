import * as z from "zod";
import { type Props, sameValue, strings } from "../../table/props";
import { hasUnknown } from "../../table/unknown";
import { condition, field } from "../../table/resource";

/**
 * The effect of a changed list of data centers. The list only limits placement (P-14), so a machine in an allowed data
 * center does not change. Before placement, the old list stands in for its place.
 */
const stillSatisfied = condition({
  usesState: true,
  effects: ["none", "replace"],
  because: "replaced only if the data center it runs in is no longer in the list; an empty list allows any",
  when: (old, next, state) => {
    const wanted = strings(next);
    if (Array.isArray(next) && wanted.length === 0) return "none";
    const place = state.dataCenterId;
    if (typeof place === "string")
      return wanted.includes(place)
        ? "none"
        : { effect: "replace", because: `it runs in ${place}, which is not in the list` };
    const before = strings(old);
    return before.length > 0 && before.every((id) => wanted.includes(id)) ? "none" : "replace";
  },
});

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === null ? [] : [value]);

/** The reason, in words, why a machine does not match an alternative. */
type Lack = (before: unknown, asked: unknown, state: Props) => string | undefined;
export const otherHardware = "the hardware it runs on is not among what the program asks for";

const same: Lack = (before, asked) => (sameValue(before, asked) ? undefined : otherHardware);

/**
 * The effect of a changed list of alternatives. The state contains the chosen one. Two lists, as in inputs, agree for
 * certain only if the second contains every entry of the first.
 */
export const stillAmong = (lackOf: Lack = same, besides = "") =>
  condition({
    usesState: true,
    effects: ["none", "replace"],
    because: `replaced only if the hardware it runs on is no longer in the list${besides}`,
    when: (old, next, state) => {
      const machines = listOf(old);
      const asked = listOf(next);
      const lacks = machines.map((before) => asked.map((one) => lackOf(before, one, state)));
      const unfit = lacks.find((each) => !each.includes(undefined));
      if (machines.length > 0 && !unfit) return "none";
      if (!unfit || unfit.length === 0 || hasUnknown(asked)) return "replace";
      return { effect: "replace", because: unfit.find((each) => each !== otherHardware) ?? otherHardware };
    },
  });

/** The effect of no longer setting `gpu` or `cpu`, of which a program sets exactly one. */
export const otherFamily = (what: string, other: string): string => `the ${what} is replaced by one with \`${other}\``;

/** One alternative, or an ordered list. */
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
  // Of a cluster the platform does not say that an empty list allows any, as leaving it out does.
  wire: (ids) => (Array.isArray(ids) && ids.length === 0 ? undefined : ids),
  whenLeftOut: "any data center is allowed, and nothing changes",
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

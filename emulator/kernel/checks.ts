import { isDeepStrictEqual } from "node:util";
import type { CheckDef, Def } from "./schema";

/** The rule that a value of the right type breaks, in the contract's words (CH-4). */
export function brokenChecks({ checks = [] }: Pick<Def, "checks">, value: unknown): string[] {
  return checks.flatMap((check) => messageOf(check._zod.def, value) ?? []);
}

function messageOf(check: CheckDef, value: unknown): string | undefined {
  const { minimum = 0, maximum = 0, value: bound = 0 } = check;
  switch (check.check) {
    case "min_length":
      return sizeOf(value) < minimum ? `min${sizeName(value)}: got ${sizeOf(value)}, want ${minimum}` : undefined;
    case "max_length":
      return sizeOf(value) > maximum ? `max${sizeName(value)}: got ${sizeOf(value)}, want ${maximum}` : undefined;
    case "greater_than":
      return (value as number) < bound ? `minimum: got ${String(value)}, want ${bound}` : undefined;
    case "less_than":
      return (value as number) > bound ? `maximum: got ${String(value)}, want ${bound}` : undefined;
    case "string_format":
      if (!check.pattern || check.pattern.test(value as string)) return undefined;
      // As JSON Schema writes it: a slash needs no backslash there.
      return `${shown(value)} does not match pattern '${check.pattern.source.replaceAll("\\/", "/")}'`;
    case "custom":
      return ruleMessage(check.params ?? {}, value);
    default:
      return undefined;
  }
}

/** Rules that a schema states with `refine(…, { params: { rule } })`. */
function ruleMessage(params: Readonly<Record<string, unknown>>, value: unknown): string | undefined {
  switch (params.rule) {
    case "minProperties": {
      const got = Object.keys(value as object).length;
      return got < Number(params.want) ? `minProperties: got ${got}, want ${String(params.want)}` : undefined;
    }
    case "maxBytes": {
      const got = Buffer.byteLength(String(value), "utf8");
      return got > Number(params.want) ? `maxBytes: got ${got}, want ${String(params.want)}` : undefined;
    }
    case "uniqueItems":
      return equalItems(value as readonly unknown[]);
    case "dependentRequired": {
      const [wanted, because] = [String(params.property), String(params.because)];
      const isBroken = Object.hasOwn(value as object, because) && !Object.hasOwn(value as object, wanted);
      return isBroken ? `properties '${wanted}' required, if '${because}' exists` : undefined;
    }
    default:
      return undefined;
  }
}

function equalItems(items: readonly unknown[]): string | undefined {
  for (const [second, item] of items.entries()) {
    const first = items.findIndex((each) => isDeepStrictEqual(each, item));
    if (first < second) return `items at ${first} and ${second} are equal`;
  }
  return undefined;
}

/** A type in JSON's words. */
export function typeOf(value: unknown): string {
  if (value === null || value === undefined) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** Characters of a string, not its UTF-16 units; items of an array. */
const sizeOf = (value: unknown) =>
  typeof value === "string" ? [...value].length : (value as readonly unknown[]).length;
const sizeName = (value: unknown) => (typeof value === "string" ? "Length" : "Items");

/** An answer does not repeat a long value. */
const longestShown = 200;
export const shown = (value: unknown): string => {
  const characters = [...String(value).slice(0, 2 * longestShown + 2)];
  return `'${characters.slice(0, longestShown).join("")}${characters.length > longestShown ? "…" : ""}'`;
};

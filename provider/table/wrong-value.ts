import { ownMember } from "../../values/own-member";
import type * as z from "zod";
import { listed } from "./spelling";
import type { Path } from "./props";
import type { Violation } from "./resource";

type Issue = z.core.$ZodIssue;

export const unknownMember = "not a known member";
export const notSet = "required, but not set";

/** A part of a value that its schema refuses, in our own words. */
export interface Wrong {
  readonly path: Path;
  readonly problem: string;
  /** The words alone say what is allowed. */
  readonly isClear: boolean;
  /** The words list all that is allowed. */
  readonly isWhole?: boolean;
  readonly isLimit?: Violation["isLimit"];
}

/** Unfolds the issues that zod nests in a union or in a record's key. */
export function wrongIn(issue: Issue, at: Path): Wrong[] {
  const path = [...at, ...issue.path];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ path: [...path, key], problem: unknownMember, isClear: false }));
  }
  const branch = issue.code === "invalid_union" ? furthest(issue.errors) : [];
  if (branch.length > 0) return branch.flatMap((inner) => wrongIn(inner, path));
  if (issue.code === "invalid_union") return [{ path, problem: alternativesOf(issue.errors), isClear: false }];
  return [{ path, ...inWords(issue) }];
}

/** The branch of a union that a value comes closest to. */
function furthest(branches: readonly (readonly Issue[])[]): readonly Issue[] {
  const close = branches.find((issues) => issues.every(({ path }) => path.length > 0));
  if (close) return close;
  // Unknown members count only if a single form is an object; otherwise another form may be meant.
  const [only, ...others] = branches.filter((issues) =>
    issues.every(({ path, code }) => path.length > 0 || code === "unrecognized_keys"),
  );
  return only && others.length === 0 ? only : [];
}

function inWords(issue: Issue): Omit<Wrong, "path"> {
  switch (issue.code) {
    case "invalid_type":
      if (/received undefined$/.test(issue.message)) return { problem: notSet, isClear: false };
      return { problem: `expected ${typeName(issue.expected)}${received(issue)}`, isClear: false };
    case "too_small":
      return {
        problem: `must ${bound(issue.origin, "at least", Number(issue.minimum), issue.inclusive)}`,
        isClear: true,
        ...(!isEmptyText(issue) && { isLimit: true }),
      };
    case "too_big":
      return {
        // A schema may say it in the words of the thing.
        problem: issue.message.startsWith("Too big")
          ? `must ${bound(issue.origin, "at most", Number(issue.maximum), issue.inclusive)}`
          : issue.message,
        isClear: true,
        isLimit: true,
      };
    case "invalid_value":
      return {
        problem: `must be ${listed(
          issue.values.map((value) => JSON.stringify(value)),
          "or",
        )}`,
        isClear: true,
        isWhole: true,
      };
    case "not_multiple_of":
      return { problem: `must be a multiple of ${String(issue.divisor)}`, isClear: true, isLimit: true };
    case "custom":
      return { problem: issue.message, isClear: false };
    default:
      return { problem: "has the wrong form", isClear: false };
  }
}

/** Tells whether a needed text is empty: a mistake, and no limit that an older object may exceed. */
const isEmptyText = ({ origin, minimum }: { readonly origin: string; readonly minimum: number | bigint }): boolean =>
  origin === "string" && Number(minimum) === 1;

function bound(origin: string, word: "at least" | "at most", limit: number, isInclusive = true): string {
  const edge = isInclusive ? `${word} ${limit}` : `${word === "at least" ? "above" : "below"} ${limit}`;
  if (origin === "string") return limit === 1 && word === "at least" ? "not be empty" : `have ${edge} characters`;
  if (origin === "array" || origin === "set") return `have ${edge} ${limit === 1 ? "entry" : "entries"}`;
  if (origin === "record" || origin === "object" || origin === "map")
    return `have ${edge} ${limit === 1 ? "member" : "members"}`;
  return `be ${edge}`;
}

const types: Readonly<Record<string, string>> = {
  int: "a whole number",
  array: "list",
  record: "object",
  safeint: "a whole number",
};
const typeName = (type: string): string => ownMember(types, type) ?? type;

/** The words for the received value, omitted for a number in place of a whole one. A text without quotes is another type in YAML. */
function received({ expected, message }: { readonly expected: string; readonly message: string }): string {
  const [, type] = /received (\w+)$/.exec(message) ?? [];
  if (type === undefined || (type === "number" && expected !== "string")) return "";
  const quoted = expected === "string" && (type === "number" || type === "boolean") ? ": put it in quotes" : "";
  return `, received ${typeName(type)}${quoted}`;
}

/** Joins "expected object, received string" and "expected list, received string" into one sentence. */
function alternativesOf(branches: readonly (readonly Issue[])[]): string {
  const said = branches.map(([first]) => /^expected (.+), received (\w+)/.exec(first ? inWords(first).problem : ""));
  const got = said[0]?.[2];
  return got && said.every(Boolean)
    ? `expected ${[...new Set(said.map((match) => match?.[1]))].join(" or ")}, received ${got}`
    : "has none of the allowed forms";
}

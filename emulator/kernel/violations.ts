import type { z } from "zod";
import { elementOf, kindOf, schemaAt } from "./schema";

/**
 * Schema violations in the contract's words (section 1.5, CH-4): all of them together (A-33), each with the path to its
 * place (A-42). Missing members of one place share a message, and so do unknown ones (A-41).
 */
export function violationsOf(schema: z.ZodType, value: unknown, root = "$", missing: readonly string[] = []): string[] {
  const parsed = schema.safeParse(value);
  const issues = parsed.success ? [] : parsed.error.issues.flatMap((issue) => expand(issue, schema, value));
  const alsoMissing: Violation[] = missing.map((name) => ({ path: [], missing: name }));
  return merge([...issues.map((issue) => violationOf(issue, schema, value)), ...alsoMissing], root);
}

type Issue = z.core.$ZodIssue;
type Violation = { readonly path: readonly PropertyKey[] } & (
  | { readonly missing: string }
  | { readonly message: string }
);

/** Looks into what zod reports as one: the elements of an array that is too long, the fitting branch of a union. */
function expand(issue: Issue, schema: z.ZodType, value: unknown): Issue[] {
  if (issue.code === "too_big" && issue.origin === "array") {
    const element = elementOf(schemaAt(schema, issue.path) ?? schema);
    const items = valueAt(value, issue.path) as readonly unknown[];
    const inner = items.flatMap((item, index) => {
      const parsed = element?.safeParse(item);
      const issues = parsed?.success === false ? parsed.error.issues : [];
      return issues.map((each) => ({ ...each, path: [...issue.path, index, ...each.path] }));
    });
    return [issue, ...inner];
  }
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    const branches = issue.errors.map((errors) =>
      errors.map((each) => ({ ...each, path: [...issue.path, ...each.path] })),
    );
    const isOtherKind = (each: Issue) => each.code === "invalid_value" || each.code === "invalid_type";
    return branches.find((errors) => !errors.some(isOtherKind)) ?? branches.at(-1) ?? [issue];
  }
  return [issue];
}

function violationOf(issue: Issue, schema: z.ZodType, root: unknown): Violation {
  const path = issue.path;
  const value = valueAt(root, path);
  const parent = valueAt(root, path.slice(0, -1));
  if (path.length > 0 && value === undefined && isRecord(parent)) {
    return { path: path.slice(0, -1), missing: String(path.at(-1)) };
  }
  return { path, message: messageOf(issue, schemaAt(schema, path), value) };
}

function messageOf(issue: Issue, schema: z.ZodType | undefined, value: unknown): string {
  const wrongType = (want: string) => `got ${typeOf(value)}, want ${want}`;
  switch (issue.code) {
    case "unrecognized_keys":
      return `additional properties ${quoted(issue.keys)} not allowed`;
    case "invalid_type": {
      const want = jsonType(schema ? kindOf(schema) : issue.expected);
      return wrongType(want);
    }
    case "invalid_value":
      if (issue.values.every((each) => typeof each === "string") && typeof value !== "string")
        return wrongType("string");
      return `value must be one of ${quoted(issue.values.map(String))}`;
    case "invalid_union": {
      const { options } = issue as { options?: readonly unknown[] };
      return options ? `value must be one of ${quoted(options.map(String))}` : issue.message;
    }
    case "too_small":
      return `${bound(issue.origin, "min")}: got ${measure(value)}, want ${issue.minimum}`;
    case "too_big":
      return `${bound(issue.origin, "max")}: got ${measure(value)}, want ${issue.maximum}`;
    case "invalid_format":
      if (issue.format === "regex") return `${shown(value)} does not match pattern '${source(issue.pattern)}'`;
      return `${shown(value)} is not valid ${issue.format === "datetime" ? "date-time" : issue.format}`;
    case "custom":
      return ruleMessage(issue.params ?? {}, value) ?? issue.message;
    case "invalid_key":
    case "invalid_element":
    case "not_multiple_of":
      return issue.message;
  }
}

/** Rules that a schema states with `refine(…, { params: { rule } })`. */
function ruleMessage(params: Readonly<Record<string, unknown>>, value: unknown): string | undefined {
  switch (params.rule) {
    case "minProperties":
      return `minProperties: got ${String(params.got)}, want ${String(params.want)}`;
    case "maxBytes":
      return `maxBytes: got ${Buffer.byteLength(String(value), "utf8")}, want ${String(params.want)}`;
    case "uniqueItems": {
      const [first, second] = equalItems(value as readonly unknown[]);
      return `items at ${first} and ${second} are equal`;
    }
    case "dependentRequired":
      return `properties '${String(params.property)}' required, if '${String(params.because)}' exists`;
    default:
      return undefined;
  }
}

function equalItems(items: readonly unknown[]): [number, number] {
  const texts = items.map((item) => JSON.stringify(item));
  const second = texts.findIndex((text, index) => texts.indexOf(text) < index);
  return [texts.indexOf(texts[second] as string), second];
}

function merge(violations: readonly Violation[], root: string): string[] {
  const missingAt = new Map<string, string[]>();
  const lines: (string | (() => string))[] = [];
  for (const violation of violations) {
    const place = pathText(violation.path, root);
    if ("message" in violation) {
      lines.push(`${place}: ${violation.message}`);
      continue;
    }
    const names = missingAt.get(place);
    if (names) {
      names.push(violation.missing);
      continue;
    }
    const fresh = [violation.missing];
    missingAt.set(place, fresh);
    lines.push(() => `${place}: missing ${fresh.length === 1 ? "property" : "properties"} ${quoted(fresh)}`);
  }
  return lines.map((line) => (typeof line === "string" ? line : line()));
}

function pathText(path: readonly PropertyKey[], root: string): string {
  return path.reduce<string>((text, key) => text + (typeof key === "number" ? `[${key}]` : `.${String(key)}`), root);
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => {
    if (at === null || typeof at !== "object" || !Object.hasOwn(at, key)) return undefined;
    return (at as Record<PropertyKey, unknown>)[key];
  }, value);
}

/** An answer does not repeat a long value. */
const longestShown = 200;
const shown = (value: unknown) => {
  const text = String(value);
  return `'${text.length > longestShown ? `${text.slice(0, longestShown)}…` : text}'`;
};
const isRecord = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(", ");
const source = (pattern: string | undefined) => (pattern ?? "").replace(/^\/|\/[a-z]*$/g, "");
const bound = (origin: string, side: "min" | "max") => {
  if (origin === "string") return `${side}Length`;
  if (origin === "array") return `${side}Items`;
  return side === "min" ? "minimum" : "maximum";
};
const measure = (value: unknown) =>
  typeof value === "string" ? [...value].length : Array.isArray(value) ? value.length : String(value);
const jsonType = (kind: string) => (kind === "record" ? "object" : kind === "int" ? "integer" : kind);

function typeOf(value: unknown): string {
  if (value === null || value === undefined) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

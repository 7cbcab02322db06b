import { isDeepStrictEqual } from "node:util";
import { ownMember } from "../../values/own-member";
import type * as z from "zod";
import { brokenChecks, shown, typeOf } from "./checks";
import { defOf, isOptional, jsonTypeOf, type Def } from "./schema";

/**
 * Everything in a value that its schema does not allow, in the contract's words (section 1.5, CH-4), each with the path to
 * its place, all of them together: the schema's own parser does not look inside a value that it has refused.
 * Missing members of one place share a message, and so do unknown ones. `alsoMissing` are members missing from the
 * root by rules that the schema can't state.
 */
export function violationsOf(
  schema: z.ZodType,
  value: unknown,
  at = "$",
  alsoMissing: readonly string[] = [],
): string[] {
  const def = defOf(schema);
  switch (def.type) {
    case "optional":
    case "default":
      return value === undefined ? [] : violationsOf(def.innerType as z.ZodType, value, at, alsoMissing);
    case "readonly":
      return violationsOf(def.innerType as z.ZodType, value, at, alsoMissing);
    case "nullable":
      return value === null ? [] : violationsOf(def.innerType as z.ZodType, value, at, alsoMissing);
    case "object":
      if (typeOf(value) !== "object") return [wrongType(at, value, "object")];
      return objectViolations(def, value as Record<string, unknown>, at, alsoMissing);
    case "record":
      if (typeOf(value) !== "object") return [wrongType(at, value, "object")];
      return Object.entries(value as object).flatMap(([name, each]) =>
        violationsOf(def.valueType as z.ZodType, each, `${at}.${name}`),
      );
    case "array":
      if (!Array.isArray(value)) return [wrongType(at, value, "array")];
      return [
        ...brokenChecks(def, value).map((text) => `${at}: ${text}`),
        ...value.flatMap((each, index) => violationsOf(def.element as z.ZodType, each, `${at}[${index}]`)),
      ];
    case "union":
      return unionViolations(def, value, at);
    default:
      return plainViolations(schema, value, at);
  }
}

function objectViolations(
  def: Def,
  value: Readonly<Record<string, unknown>>,
  at: string,
  alsoMissing: readonly string[],
): string[] {
  const shape = def.shape ?? {};
  const isThere = (name: string) => ownMember(value, name) !== undefined;
  const absent = Object.keys(shape).filter((name) => !isThere(name));
  const missing = [...absent.filter((name) => !isOptional(ownMember(shape, name) as z.ZodType)), ...alsoMissing];
  const unknown = def.catchall && defOf(def.catchall).type === "never" ? strangersIn(value, shape) : [];
  return [
    ...(missing.length > 0
      ? [`${at}: missing ${missing.length === 1 ? "property" : "properties"} ${quoted(missing)}`]
      : []),
    ...(unknown.length > 0 ? [`${at}: additional properties ${quoted(unknown)} not allowed`] : []),
    ...brokenChecks(def, value).map((text) => `${at}: ${text}`),
    ...Object.entries(shape).flatMap(([name, member]) =>
      isThere(name) ? violationsOf(member, ownMember(value, name), `${at}.${name}`) : [],
    ),
  ];
}

const strangersIn = (value: object, shape: object) => Object.keys(value).filter((name) => !Object.hasOwn(shape, name));

/** The mistakes by the intended variant: the one that the discriminator names, or the last of the value's own type. */
function unionViolations({ options = [], discriminator }: Def, value: unknown, at: string): string[] {
  if (discriminator !== undefined) {
    if (typeOf(value) !== "object") return [wrongType(at, value, "object")];
    const named = ownMember(value as Record<string, unknown>, discriminator);
    const tags = options.map((option) => ownMember(defOf(option).shape ?? {}, discriminator) as z.ZodType);
    const meant = options.find((_, index) => defOf(tags[index] as z.ZodType).values?.includes(named));
    if (meant) return violationsOf(meant, value, at);
    if (named === undefined) return [`${at}: missing property '${discriminator}'`];
    if (typeof named !== "string") return [wrongType(`${at}.${discriminator}`, named, "string")];
    const allowed = tags.flatMap((tag) => defOf(tag).values ?? []);
    return [`${at}.${discriminator}: value must be one of ${quoted(allowed.map(String))}`];
  }
  const found = options.map((option) => ({ type: jsonTypeOf(option), violations: violationsOf(option, value, at) }));
  if (found.some(({ violations }) => violations.length === 0)) return [];
  const meant = found.findLast(
    ({ type }) => type === typeOf(value) || (type === "integer" && typeof value === "number"),
  );
  return meant?.violations ?? [wrongType(at, value, [...new Set(found.map(({ type }) => type))].join(" or "))];
}

/** Strings, numbers, booleans, enums and literals; other schemas are not checked here. */
function plainViolations(schema: z.ZodType, value: unknown, at: string): string[] {
  const def = defOf(schema);
  const want = jsonTypeOf(schema);
  if (want === "any") return [];
  if (want === "integer") {
    if (!Number.isInteger(value)) return [wrongType(at, value, want)];
    // Larger whole numbers are no longer exact.
    const most = Number.MAX_SAFE_INTEGER;
    if (Math.abs(value as number) > most) {
      const isHigh = (value as number) > 0;
      return [`${at}: ${isHigh ? "maximum" : "minimum"}: got ${String(value)}, want ${isHigh ? most : -most}`];
    }
  } else if (typeOf(value) !== want || (typeof value === "number" && !Number.isFinite(value))) {
    return [wrongType(at, value, want)];
  }
  const allowed = def.values ?? (def.entries && Object.values(def.entries));
  if (allowed && !allowed.some((each) => isDeepStrictEqual(each, value))) {
    return [`${at}: value must be one of ${quoted(allowed.map(String))}`];
  }
  if (def.format === "datetime" && !schema.safeParse(value).success)
    return [`${at}: ${shown(value)} is not valid date-time`];
  return brokenChecks(def, value).map((text) => `${at}: ${text}`);
}

const wrongType = (at: string, value: unknown, want: string) => `${at}: got ${typeOf(value)}, want ${want}`;
const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(", ");

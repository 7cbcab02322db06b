import { isRecord } from "../../values/json";
import { ownMember } from "../../values/own-member";
import { append } from "../../values/many";
import type * as z from "zod";
import { checkerFor } from "./shape-check";

export interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** The value parsed by its schema, and its first issues; a value with issues must not be used. */
export interface Pieces {
  readonly value: unknown;
  readonly issues: readonly Issue[];
}

/**
 * Parses a value piece by piece, and stops at so many issues: zod makes one for each wrong element, and a wrong answer of
 * 16 MB would fill the memory of the process with them.
 *
 * There are two ways of saying "nothing", null and absence, and the contract says which one is used where. An answer that
 * takes the other one is read all the same: refusing it would lose, say, the id of what was just created.
 */
export function parseInPieces(schema: z.core.$ZodType, value: unknown, most: number): Pieces {
  const issues: Issue[] = [];
  const isFull = () => issues.length >= most;

  const parse = (type: z.core.$ZodType, given: unknown, path: readonly PropertyKey[]): unknown => {
    const { def } = (type as z.core.$ZodTypes)._zod;
    const isWhole = !def.checks?.length;
    if (def.type === "array" && isWhole && Array.isArray(given)) return elements(def, given, path);
    if (def.type === "record" && isWhole && isRecord(given) && hasAnyKey(def)) return entries(def, given, path);
    if (def.type === "object" && isWhole && isRecord(given) && isOpen(def)) return members(def, given, path);
    if ((def.type === "optional" || def.type === "nullable") && given !== undefined && given !== null)
      return parse(def.innerType, given, path);
    return checkerFor(type)?.(given) ? given : leaf(type, given, path);
  };

  const elements = ({ element }: z.core.$ZodArrayDef, given: readonly unknown[], path: readonly PropertyKey[]) => {
    const parsed: unknown[] = [];
    for (let at = 0; at < given.length && !isFull(); at++) parsed.push(parse(element, given[at], [...path, at]));
    return parsed;
  };

  const entries = ({ valueType }: z.core.$ZodRecordDef, given: Members, path: readonly PropertyKey[]) => {
    const parsed: [string, unknown][] = [];
    for (const key in given) {
      if (isFull()) break;
      parsed.push([key, parse(valueType, ownMember(given, key), [...path, key])]);
    }
    return Object.fromEntries(parsed);
  };

  const members = ({ shape }: z.core.$ZodObjectDef, given: Members, path: readonly PropertyKey[]) => {
    const parsed: Members = { ...given };
    for (const [name, type] of Object.entries(shape)) {
      if (isFull()) break;
      const had = issues.length;
      let member = parse(type, ownMember(given, name), [...path, name]);
      if (issues.length > had && (ownMember(given, name) ?? null) === null) {
        const found = issues.splice(had);
        member = parse(type, ownMember(given, name) === null ? undefined : null, [...path, name]);
        // Neither is taken: what was wrong with what came is said.
        if (issues.length > had) {
          issues.length = had;
          append(issues, found);
        }
      }
      if (member === undefined) delete parsed[name];
      else parsed[name] = member;
    }
    return parsed;
  };

  const leaf = (type: z.core.$ZodType, given: unknown, path: readonly PropertyKey[]): unknown => {
    const schema = type as z.ZodType;
    const first = schema.safeParse(given);
    const result = first.success ? first : schema.safeParse(withNothingRespelled(given, first.error));
    if (result.success) return result.data;
    for (const issue of result.error.issues.slice(0, most - issues.length))
      issues.push({ path: [...path, ...issue.path], message: issue.message });
    return undefined;
  };

  return { value: checkerFor(schema)?.(value) ? value : parse(schema, value, []), issues };
}

type Members = Record<string, unknown>;

/** Only open objects keep unknown members; zod handles closed ones. */
const isOpen = ({ catchall }: z.core.$ZodObjectDef) =>
  (catchall as z.core.$ZodTypes | undefined)?._zod.def.type === "unknown";

const hasAnyKey = ({ keyType }: z.core.$ZodRecordDef) => {
  const { def } = (keyType as z.core.$ZodTypes)._zod;
  return def.type === "string" && !def.checks?.length;
};

function withNothingRespelled(value: unknown, { issues }: z.ZodError): unknown {
  for (const path of issues.flatMap(pathsIn)) {
    const holder = path.slice(0, -1).reduce<unknown>(memberOf, value);
    const name = path.at(-1);
    if (!isRecord(holder) || typeof name !== "string") continue;
    if (ownMember(holder, name) === null) delete holder[name];
    else if (!Object.hasOwn(holder, name)) holder[name] = null;
  }
  return value;
}

/** Where an issue is; of a union, where each of its variants found one. */
function pathsIn(issue: z.core.$ZodIssue): PropertyKey[][] {
  if (issue.code !== "invalid_union") return [issue.path];
  return issue.errors.flat().flatMap((inner) => pathsIn(inner).map((path) => [...issue.path, ...path]));
}

export const memberOf = (value: unknown, key: PropertyKey): unknown =>
  typeof value === "object" && value !== null ? ownMember(value as Members, String(key)) : undefined;

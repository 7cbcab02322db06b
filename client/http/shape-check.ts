import { getOrMake } from "../../values/many";
import type * as z from "zod";
import { orElse } from "../../values/or-else";

/**
 * True when a value has the shape, without copying it. False sends the value to zod, which knows what to say.
 *
 * Answers are trees of open objects without transforms, for which checking is all that parsing does; zod builds a new
 * object at every level, which for a list of 1,000 pods costs nearly as much as JSON.parse. So the check is compiled
 * from the schema into one plain function, as zod does for its own parsers.
 */
export type ShapeCheck = (value: unknown) => boolean;

const known = new WeakMap<z.core.$ZodType, ShapeCheck | null>();

/** The check for a schema, or null when the schema holds something that only zod can decide. */
export function checkerFor(schema: z.core.$ZodType): ShapeCheck | null {
  return getOrMake(known, schema, () => compile(schema));
}

function compile(schema: z.core.$ZodType): ShapeCheck | null {
  const functions: string[] = [];
  const condition = conditionOf(schema, "value", functions);
  if (condition === null) return null;
  const source = `${functions.join("\n")}\nreturn (value) => ${condition};`;
  // Where code can't be made from strings, zod does the checking.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- built from our own schemas' member names alone
  return orElse(null, () => (new Function(source) as () => ShapeCheck)());
}

/** A condition on the variable `name`; one with a loop or many lines becomes a separate function. */
function conditionOf(type: z.core.$ZodType, name: string, functions: string[]): string | null {
  const { def } = (type as z.core.$ZodTypes)._zod;
  if (def.checks?.length) return null;
  const inner = (schema: z.core.$ZodType) => conditionOf(schema, name, functions);
  const or = (first: string, second: string | null) => second && `(${first} || ${second})`;
  switch (def.type) {
    case "string":
    case "number":
      // A format is a check in the type's own definition.
      if ("format" in def && def.format !== undefined) return null;
      return def.type === "string" ? `typeof ${name} === "string"` : `Number.isFinite(${name})`;
    case "boolean":
      return `typeof ${name} === "boolean"`;
    case "unknown":
      return "true";
    case "undefined":
      return `${name} === undefined`;
    case "optional":
      return or(`${name} === undefined`, inner(def.innerType));
    case "default":
      // zod fills in omitted members.
      return inner(def.innerType);
    case "nullable":
      return or(`${name} === null`, inner(def.innerType));
    case "union": {
      const options = def.options.map(inner);
      return options.includes(null) ? null : `(${options.join(" || ")})`;
    }
    case "array":
      return called(name, functions, arrayBody(def.element, functions));
    case "record":
      return called(name, functions, recordBody(def, functions));
    case "object":
      return called(name, functions, objectBody(def, functions));
    default:
      return null;
  }
}

/** Puts the body into a function over `value` and answers its call. */
function called(name: string, functions: string[], body: string | null): string | null {
  if (body === null) return null;
  const own = `check${functions.length}`;
  functions.push(`function ${own}(value) {\n${body}\nreturn true;\n}`);
  return `${own}(${name})`;
}

const unless = (condition: string) => `if (!(${condition})) return false;`;
const isObject = unless('typeof value === "object" && value !== null && !Array.isArray(value)');

function arrayBody(element: z.core.$ZodType, functions: string[]): string | null {
  const condition = conditionOf(element, "item", functions);
  if (condition === null) return null;
  const loop = `for (let i = 0; i < value.length; i++) { const item = value[i]; ${unless(condition)} }`;
  return `${unless("Array.isArray(value)")}\n${loop}`;
}

function recordBody({ keyType, valueType }: z.core.$ZodRecordDef, functions: string[]): string | null {
  const key = (keyType as z.core.$ZodTypes)._zod.def;
  const condition = conditionOf(valueType, "item", functions);
  if (key.type !== "string" || key.checks?.length || condition === null) return null;
  return `${isObject}\nfor (const key in value) { const item = value[key]; ${unless(condition)} }`;
}

function objectBody({ shape, catchall }: z.core.$ZodObjectDef, functions: string[]): string | null {
  // Only open objects keep unknown members; zod has to rebuild or refuse a closed one.
  if ((catchall as z.core.$ZodTypes | undefined)?._zod.def.type !== "unknown") return null;
  const lines = [isObject];
  for (const [name, schema] of Object.entries(shape)) {
    const condition = conditionOf(schema, "member", functions);
    if (condition === null) return null;
    lines.push(`{ const member = value[${JSON.stringify(name)}]; ${unless(condition)} }`);
  }
  return lines.join("\n");
}

import type { z } from "zod";

/**
 * True when a value has the shape, without copying it. False sends the value to zod, which knows what to say.
 *
 * Answers are trees of open objects without transforms, for which checking is all that parsing does; zod builds a new
 * object at every level, which for a list of 1,000 pods costs more than reading it from the socket.
 */
export type ShapeCheck = (value: unknown) => boolean;

const known = new WeakMap<z.core.$ZodType, ShapeCheck | null>();

/** The check for a schema, or null when the schema holds something that only zod can decide. */
export function checkerFor(schema: z.core.$ZodType): ShapeCheck | null {
  let check = known.get(schema);
  if (check === undefined) {
    check = compile(schema as z.core.$ZodTypes);
    known.set(schema, check);
  }
  return check;
}

function compile(schema: z.core.$ZodTypes): ShapeCheck | null {
  const { def } = schema._zod;
  if (def.checks?.length) return null;
  switch (def.type) {
    case "string":
      // A format is a check of its own that lives on the type.
      return "format" in def && def.format !== undefined ? null : (value) => typeof value === "string";
    case "number":
      return "format" in def && def.format !== undefined ? null : Number.isFinite;
    case "boolean":
      return (value) => typeof value === "boolean";
    case "unknown":
      return () => true;
    case "undefined":
      return (value) => value === undefined;
    case "optional":
      return either((value) => value === undefined, checkerFor(def.innerType));
    case "nullable":
      return either((value) => value === null, checkerFor(def.innerType));
    case "array":
      return compileArray(checkerFor(def.element));
    case "record":
      return compileRecord(def);
    case "union":
      return compileUnion(def.options.map(checkerFor));
    case "object":
      return compileObject(def);
    default:
      return null;
  }
}

function either(first: ShapeCheck, second: ShapeCheck | null): ShapeCheck | null {
  return second && ((value) => first(value) || second(value));
}

function compileUnion(options: (ShapeCheck | null)[]): ShapeCheck | null {
  const checks = options.filter((option) => option !== null);
  if (checks.length < options.length) return null;
  return (value) => checks.some((check) => check(value));
}

function compileArray(element: ShapeCheck | null): ShapeCheck | null {
  if (!element) return null;
  return (value) => {
    if (!Array.isArray(value)) return false;
    for (let i = 0; i < value.length; i++) if (!element(value[i])) return false;
    return true;
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function compileRecord({ keyType, valueType }: z.core.$ZodRecordDef): ShapeCheck | null {
  const key = (keyType as z.core.$ZodTypes)._zod.def;
  const check = checkerFor(valueType);
  if (key.type !== "string" || key.checks?.length || !check) return null;
  return (value) => {
    if (!isObject(value)) return false;
    for (const name in value) if (!check(value[name])) return false;
    return true;
  };
}

function compileObject({ shape, catchall }: z.core.$ZodObjectDef): ShapeCheck | null {
  // Only open objects keep what they do not know; a closed one has to be rebuilt or refused by zod.
  if ((catchall as z.core.$ZodTypes | undefined)?._zod.def.type !== "unknown") return null;
  const names = Object.keys(shape);
  const checks: ShapeCheck[] = [];
  for (const name of names) {
    const check = checkerFor(shape[name] as z.core.$ZodType);
    if (!check) return null;
    checks.push(check);
  }
  return (value) => {
    if (!isObject(value)) return false;
    for (let i = 0; i < names.length; i++) {
      if (!(checks[i] as ShapeCheck)(value[names[i] as string])) return false;
    }
    return true;
  };
}

import type { z } from "zod";

/** What we look at inside a schema: its kind and what it wraps. */
interface Def {
  readonly type: string;
  readonly format?: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
}

const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def;

/** The schema without `optional`, `nullable` and the like around it. */
export function unwrap(schema: z.ZodType): z.ZodType {
  const { innerType } = defOf(schema);
  return innerType ? unwrap(innerType) : schema;
}

/** Kind of a schema in JSON's words; integers are told from numbers. */
export function kindOf(schema: z.ZodType): string {
  const def = defOf(unwrap(schema));
  return def.type === "number" && def.format !== undefined ? "integer" : def.type;
}

/** Members of an object schema. */
export function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  return defOf(unwrap(schema)).shape ?? {};
}

export function elementOf(schema: z.ZodType): z.ZodType | undefined {
  return defOf(unwrap(schema)).element;
}

/** The schema of the value at a path, where there is exactly one way to it. */
export function schemaAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodType | undefined {
  const [key, ...rest] = path;
  const { shape, element, valueType, options } = defOf(unwrap(schema));
  if (key === undefined) return unwrap(schema);
  const next = shape?.[String(key)] ?? element ?? valueType;
  if (next) return schemaAt(next, rest);
  return options?.map((option) => schemaAt(option, path)).find((found) => found !== undefined);
}

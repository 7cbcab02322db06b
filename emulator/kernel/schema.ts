import type * as z from "zod";
import { orElse } from "../../values/or-else";

export interface CheckDef {
  readonly check: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly value?: number;
  readonly pattern?: RegExp;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** The parts of a schema that we read: its kind, the schema that it wraps, and its checks. */
export interface Def {
  readonly type: string;
  readonly format?: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly catchall?: z.ZodType;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly discriminator?: string;
  readonly values?: readonly unknown[];
  readonly entries?: Readonly<Record<string, string>>;
  readonly checks?: readonly { readonly _zod: { readonly def: CheckDef } }[];
}

export const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def;

/** Whether a member may be left out: it is optional, or has a default. */
export const isOptional = (schema: z.ZodType): boolean => schema._zod.optin !== undefined;

/** The schema without `optional`, `nullable` and the like around it. */
function unwrap(schema: z.ZodType): z.ZodType {
  const { innerType } = defOf(schema);
  return innerType ? unwrap(innerType) : schema;
}

/** Kind of a schema in JSON's words; integers are told from numbers. `any`: everything is allowed. */
export function jsonTypeOf(schema: z.ZodType): string {
  const { type, format, values } = defOf(unwrap(schema));
  switch (type) {
    case "number":
      return format === undefined ? "number" : "integer";
    case "string":
    case "boolean":
    case "array":
    case "object":
      return type;
    case "record":
      return "object";
    case "enum":
      return "string";
    case "literal":
      return typeof values?.[0];
    default:
      return "any";
  }
}

/** Members of an object schema. */
export function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  return defOf(unwrap(schema)).shape ?? {};
}

export function elementOf(schema: z.ZodType): z.ZodType | undefined {
  return defOf(unwrap(schema)).element;
}

/** The schema's own parser reads any `length`, and a made-up `length` can make it throw: then the value does not fit. */
export function parsed<S extends z.ZodType>(schema: S, value: unknown): z.ZodSafeParseResult<z.output<S>> | undefined {
  return orElse(undefined, () => schema.safeParse(value));
}

import * as z from "zod";

/** The parts of a zod schema that a Pulumi schema can say. */
export type Shape =
  | { readonly is: "string" | "number" | "integer" | "boolean" }
  | { readonly is: "enum"; readonly values: readonly string[] }
  | { readonly is: "any" }
  /** An enum that may grow. */
  | { readonly is: "open"; readonly values: readonly string[] }
  | { readonly is: "list"; readonly of: z.ZodType }
  | { readonly is: "map"; readonly of: z.ZodType }
  | { readonly is: "object"; readonly members: Readonly<Record<string, z.ZodType>>; readonly schema: z.ZodType }
  | { readonly is: "union"; readonly options: readonly z.ZodType[] };

/** Tells whether a value may be omitted or `null`. A value that we fill in is always present. */
export const isOptional = (schema: z.ZodType): boolean =>
  !(schema instanceof z.ZodDefault) && (schema.safeParse(undefined).success || schema.safeParse(null).success);

export function shapeOf(schema: z.ZodType): Shape {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodEnum) return { is: "enum", values: inner.options as string[] };
  if (inner instanceof z.ZodLiteral) return { is: "enum", values: [...inner.values].map(String) };
  if (inner instanceof z.ZodString) {
    const known = inner.meta()?.["x-known-values"];
    return Array.isArray(known) ? { is: "open", values: known as string[] } : { is: "string" };
  }
  if (inner instanceof z.ZodNumber) return { is: isWhole(inner) ? "integer" : "number" };
  if (inner instanceof z.ZodUnknown) return { is: "any" };
  if (inner instanceof z.ZodBoolean) return { is: "boolean" };
  if (inner instanceof z.ZodArray) return { is: "list", of: inner.element as z.ZodType };
  if (inner instanceof z.ZodRecord) return { is: "map", of: inner.valueType as z.ZodType };
  if (inner instanceof z.ZodObject) return { is: "object", members: inner.shape, schema: inner };
  if (inner instanceof z.ZodUnion) return { is: "union", options: inner.options as z.ZodType[] };
  throw new Error(`a Pulumi schema can't say what zod calls ${inner.type}`);
}

/** Tells whether a number must be whole in a request, or is documented as whole in an answer. */
const isWhole = (schema: z.ZodNumber): boolean => schema.format === "safeint" || schema.meta()?.type === "integer";

export function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unwrapped(schema.unwrap() as z.ZodType);
  return schema;
}

import type * as z from "zod";
import type { Surface } from "../../api/endpoint";
import { elementOf, jsonTypeOf, shapeOf } from "./schema";

/**
 * Query parameters as the schema's types: numbers and booleans from their text, arrays from one comma-separated value on
 * v2 and from repeated keys on v1. What can't be read stays text, for the schema to refuse. Parameters the schema
 * does not name are ignored: only bodies are closed.
 */
export function readQuery(schema: z.ZodType, query: URLSearchParams, surface: Surface): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(shapeOf(schema))) {
    const texts = query.getAll(name);
    const [first] = texts;
    if (first === undefined) continue;
    const element = elementOf(member);
    if (!element) values[name] = read(member, first);
    else values[name] = (surface === "base" ? texts : first.split(",")).map((text) => read(element, text));
  }
  return values;
}

function read(schema: z.ZodType, text: string): unknown {
  switch (jsonTypeOf(schema)) {
    case "integer":
    case "number":
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
    case "boolean":
      return text === "true" ? true : text === "false" ? false : text;
    default:
      return text;
  }
}

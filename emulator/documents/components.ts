import { ownMember } from "../../values/own-member";
import * as z from "zod";
import * as exported from "../../api/schemas";
import { defOf } from "../kernel/schema";
import words from "./words.json";

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly description?: string;
  readonly default?: unknown;
}

const place = "#/components/schemas/";
const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType;
/** Names of the contract's own schemas; constants in small letters are parts of these. */
const names = new Map<z.ZodType, string>(
  Object.entries(exported).flatMap(([name, value]) =>
    isSchema(value) && /^[A-Z]/.test(name) ? [[value, name] as const] : [],
  ),
);

/** The name under which the contract's code has a schema. */
export const nameOf = (schema: z.ZodType): string | undefined => names.get(schema);

/** The named schemas of one interface document: those that its operations speak of, and what these are made of. */
export class Components {
  private readonly registry = z.registry<{ id: string }>();

  constructor() {
    for (const [schema, id] of names) this.registry.add(schema, { id });
  }

  /** @param name what an object is called that the contract's code has no name for. */
  refTo(schema: z.ZodType, name: string): JsonSchema {
    const { type, innerType } = defOf(schema);
    if (type === "optional" && innerType) return this.refTo(innerType, name);
    if (!names.has(schema)) {
      if (type !== "object" && type !== "array" && type !== "union") return inline(schema);
      this.registry.add(schema, { id: name });
    }
    return { $ref: place + (names.get(schema) ?? name) };
  }

  /** Those that are spoken of, in alphabetical order. */
  usedBy(paths: unknown): Record<string, JsonSchema> {
    const { schemas } = z.toJSONSchema(this.registry, { ...how, uri: (id) => place + id });
    const used = new Map<string, JsonSchema>();
    const visit = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      const { $ref } = value as { $ref?: unknown };
      const name = typeof $ref === "string" && $ref.startsWith(place) ? $ref.slice(place.length) : undefined;
      if (name !== undefined && !used.has(name)) {
        const { $id, $schema, ...json } = ownMember(schemas, name) as JsonSchema & { $id?: string; $schema?: string };
        used.set(name, inWords(json, name));
        visit(used.get(name));
      }
      Object.values(value).forEach(visit);
    };
    visit(paths);
    return Object.fromEntries([...used].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/** A schema without a name of its own. @param path where it stands, as in `PodListQuery.limit`. */
export function inline(schema: z.ZodType, path?: string): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, how) as JsonSchema & { $schema?: string };
  return path === undefined ? json : inWords(json, path);
}

/** Members that a request may omit have a default; the platform may omit the same members of an answer. */
const how = {
  io: "input",
  unrepresentable: "any",
  override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
    const { "x-known-values": known, additionalProperties: more, minimum, maximum } = jsonSchema;
    // What holds of any object with such members, and of any whole number that JSON's readers agree on.
    if (isEmpty(more)) delete jsonSchema["additionalProperties"];
    delete jsonSchema["propertyNames"];
    if (minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema["minimum"];
    if (maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema["maximum"];
    if (known === undefined) return;
    delete jsonSchema["x-known-values"];
    delete jsonSchema["type"];
    // An enum that may grow: generators take the values for what is known, and any other text for a value.
    jsonSchema["anyOf"] = [{ type: "string", enum: known }, { type: "string" }];
  },
} as const;

const isEmpty = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;

const said: Readonly<Record<string, string>> = words.schemas;

/** With the words of the contract's code, and the defaults that these name. */
function inWords(json: JsonSchema, path: string): JsonSchema {
  const description = ownMember(said, path);
  const standard = description === undefined || /Update\b/.test(path) ? undefined : defaultIn(description, json);
  return {
    ...withMembersInWords(json, path),
    ...(description !== undefined && { description }),
    ...(standard !== undefined && { default: standard }),
  };
}

const withMembersInWords = ({ properties, items, ...json }: JsonSchema, path: string): JsonSchema => ({
  ...json,
  ...(properties && {
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [name, inWords(member, `${path}.${name}`)]),
    ),
  }),
  ...(items && { items: withMembersInWords(items, path) }),
});

/** `Default 100.`, `default 1`, `` Default `SECURE` ``: where the word is a value of the schema. */
function defaultIn(description: string, { type, enum: values }: JsonSchema): unknown {
  const [, word = ""] = /\bdefault `?([\w.]*\w)/i.exec(description) ?? [];
  if (values) return values.includes(word) ? word : undefined;
  if (type === "boolean" && /^(?:true|false)$/.test(word)) return word === "true";
  return (type === "integer" || type === "number") && /^\d+$/.test(word) ? Number(word) : undefined;
}

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  /** Of an enum that may grow (`openEnum` in api/shared.ts). */
  readonly "x-known-values"?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly const?: unknown;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
}

/** A JSON schema in the notation of TypeScript. */
export function jsonType(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const known = schema["x-known-values"];
  if (known) return known.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return either.map(jsonType).join(" | ");
  const types: readonly string[] = Array.isArray(schema.type) ? schema.type : [];
  if (types.length > 0) return types.map((type) => jsonType({ type })).join(" | ");
  if (schema.type === "array") return arrayOf(jsonType(schema.items ?? {}));
  if (schema.type === "integer") return "number";
  if (schema.type !== "object") return String(schema.type ?? "unknown");
  if (!schema.properties) {
    const { additionalProperties } = schema;
    return `Record<string, ${typeof additionalProperties === "object" ? jsonType(additionalProperties) : "unknown"}>`;
  }
  const members = Object.entries(schema.properties).map(
    ([name, member]) => `${name}${schema.required?.includes(name) ? "" : "?"}: ${jsonType(member)}`,
  );
  return `{ ${members.join("; ")} }`;
}

const arrayOf = (type: string): string => (/^[^{]* \| /.test(type) ? `(${type})[]` : `${type}[]`);

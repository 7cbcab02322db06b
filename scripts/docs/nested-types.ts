import { schema } from "../../plugin/schema/schema";
import type { EnumTypeSpec, ObjectTypeSpec, PropertySpec, TypeSpec } from "../../plugin/schema/types";

type Named = EnumTypeSpec | ObjectTypeSpec;

const prefix = "#/types/";
const types = (): Readonly<Record<string, Named>> => schema().types;
const shortName = (token: string): string => token.slice(token.lastIndexOf(":") + 1);

/** The object types and enums that a kind's arguments and outputs are made of, by token, each once, in order of appearance. */
function typesOf(kind: string): ReadonlyMap<string, Named> {
  const resource = schema().resources[`compute:index:${kind}`];
  const found = new Map<string, Named>();
  const visit = (spec: TypeSpec): void => {
    if (spec.items) visit(spec.items);
    if (spec.additionalProperties) visit(spec.additionalProperties);
    const token = spec.$ref?.startsWith(prefix) ? spec.$ref.slice(prefix.length) : undefined;
    const type = token === undefined ? undefined : types()[token];
    if (token === undefined || !type || found.has(token)) return;
    found.set(token, type);
    if ("properties" in type) Object.values(type.properties).forEach(visit);
  };
  for (const properties of [resource?.inputProperties, resource?.properties])
    Object.values(properties ?? {}).forEach(visit);
  return found;
}

/** A section for each, which the sections of the properties link to. */
export function nestedTypes(kind: string): string {
  const sections = [...typesOf(kind)].map(([token, type]) => {
    const head = `### Type ${shortName(token)}\n\n${type.description}`.trimEnd();
    if ("enum" in type) return `${head}\n\n${type.enum.map(({ value }) => `\`${value}\``).join(", ")}\n`;
    const rows = Object.entries(type.properties).map(([name, property]) => row(name, property, type.required));
    return `${head}\n\n| property | type | meaning |\n| --- | --- | --- |\n${rows.join("\n")}\n`;
  });
  return sections.length === 0 ? "" : `## Nested types\n\n${sections.join("\n")}`;
}

function row(name: string, property: PropertySpec, required: readonly string[]): string {
  const meaning = property.description.replaceAll(/\s*\n\s*/g, " ").replaceAll("|", "\\|");
  return `| \`${name}\` | ${linked(property)}${required.includes(name) ? ", required" : ""} | ${meaning} |`;
}

/** A type as people read it; what has a section of its own is a link. */
function linked(spec: TypeSpec): string {
  if (spec.$ref?.startsWith(prefix)) {
    const name = shortName(spec.$ref);
    return `[\`${name}\`](#type-${name.toLowerCase()})`;
  }
  if (spec.items) return `list of ${linked(spec.items)}`;
  if (spec.additionalProperties) return `map of ${linked(spec.additionalProperties)}`;
  return `\`${spec.type === "integer" ? "number" : (spec.type ?? "any")}\``;
}

/** The type of an argument or output; what has a section of its own is a link. */
export function typeOf(kind: string, name: string): string {
  const resource = schema().resources[`compute:index:${kind}`];
  const property = resource?.inputProperties?.[name] ?? resource?.properties?.[name];
  return property ? linked(property) : "";
}

import { schemaOfTables } from "./schema/schema";
import type { EnumTypeSpec, ObjectTypeSpec, PropertySpec, TypeSpec } from "../../plugin/schema";
import { kindNames } from "../../provider/kinds/names";
import { dashed, table } from "./page-parts";

type Named = EnumTypeSpec | ObjectTypeSpec;

const prefix = "#/types/";
const types = (): Readonly<Record<string, Named>> => schemaOfTables().types;
const shortName = (token: string): string => token.slice(token.lastIndexOf(":") + 1);
const isObject = (type: Named | undefined): type is ObjectTypeSpec => type !== undefined && "properties" in type;

const namedIn = ({ $ref }: TypeSpec): string | undefined =>
  $ref?.startsWith(prefix) ? $ref.slice(prefix.length) : undefined;

/** The object types that a kind's arguments and outputs are made of, by token, each once, in order of appearance. */
function objectsOf(kind: string): ReadonlyMap<string, ObjectTypeSpec> {
  const resource = schemaOfTables().resources[`compute:index:${kind}`];
  const found = new Map<string, ObjectTypeSpec>();
  const visit = (spec: TypeSpec): void => {
    if (spec.items) visit(spec.items);
    if (spec.additionalProperties) visit(spec.additionalProperties);
    const token = namedIn(spec);
    const type = token === undefined ? undefined : types()[token];
    if (token === undefined || !isObject(type) || found.has(token)) return;
    found.set(token, type);
    Object.values(type.properties).forEach(visit);
  };
  for (const properties of [resource?.inputProperties, resource?.properties])
    Object.values(properties ?? {}).forEach(visit);
  return found;
}

/** Types that most kinds have, which are told once for all of them. */
const inAll = new Set(["Timeouts", "Adopt"]);

/** The kind on whose page a type is told: the first that has it, in the order of the kinds. */
const homeOf = (token: string): string | undefined => kindNames.find((kind) => objectsOf(kind).has(token));

/** The places that have an object type: members of other object types, and arguments and outputs of kinds. */
function placesOf(token: string): { inTypes: number; inKinds: number } {
  const isIt = (spec: TypeSpec): boolean =>
    namedIn(spec) === token || [spec.items, spec.additionalProperties].some((inner) => inner && isIt(inner));
  const count = (all: readonly (Readonly<Record<string, PropertySpec>> | undefined)[]) =>
    all.flatMap((properties) => Object.values(properties ?? {})).filter(isIt).length;
  const kinds = Object.values(schemaOfTables().resources).flatMap((kind) => [kind.inputProperties, kind.properties]);
  return {
    inTypes: count(Object.values(types()).map((type) => (isObject(type) ? type.properties : {}))),
    inKinds: count(kinds),
  };
}

/** A type that one member of one other type has is told there, as members of that member. */
function isToldInside(token: string): boolean {
  const { inTypes, inKinds } = placesOf(token);
  return inKinds === 0 && inTypes === 1;
}

/** A section for each object type that is told on the page of a kind. */
export function nestedTypes(kind: string): string {
  const isOwn = (token: string) => !inAll.has(shortName(token)) && homeOf(token) === kind && !isToldInside(token);
  const own = [...objectsOf(kind)].filter(([token]) => isOwn(token));
  return own.length === 0 ? "" : `## Nested types\n\n${own.map((type) => section(kind, type)).join("\n")}\n`;
}

/** The members of an argument that is told once, on the page of what all kinds share. */
export function propertiesOf(argument: string): string {
  const found = [...objectsOf("Pod")].find(([token]) => shortName(token).toLowerCase() === argument);
  if (found === undefined) throw new Error(`no type is called like the argument ${argument}`);
  return properties("Pod", found[1]);
}

const section = (kind: string, [token, type]: readonly [string, ObjectTypeSpec]): string =>
  `### Type ${shortName(token)}\n\n${type.description}\n\n${properties(kind, type)}\n`;

const properties = (kind: string, type: ObjectTypeSpec): string =>
  table(["property", "type", "meaning"], rowsOf(kind, type, ""));

function rowsOf(kind: string, type: ObjectTypeSpec, path: string): string[][] {
  return Object.entries(type.properties).flatMap(([name, property]) => {
    const token = namedIn(property.items ?? property);
    const inner = token !== undefined && isToldInside(token) ? types()[token] : undefined;
    const isTold = isObject(inner);
    const told = isTold ? (property.items ? "list of objects" : "object") : linked(kind, property);
    return [
      [
        `\`${path}${name}\``,
        `${told}${type.required.includes(name) ? ", required" : ""}`,
        property.description.replaceAll(/\s*\n\s*/g, " "),
      ],
      ...(isTold ? rowsOf(kind, inner, `${path}${name}${property.items ? "[]" : ""}.`) : []),
    ];
  });
}

/** A type as people read it: an object is a link to its section, an enum tells its values. */
function linked(kind: string, spec: TypeSpec): string {
  const token = namedIn(spec);
  if (token !== undefined) {
    const [name, type] = [shortName(token), types()[token]];
    if (!isObject(type)) return `\`${name}\`: ${valuesIn(type)}`;
    const home = homeOf(token);
    const page = home === undefined || home === kind ? "" : `${dashed(home)}.md`;
    const place = inAll.has(name) ? "README.md#" : `${page}#type-`;
    return `[\`${name}\`](${place}${name.toLowerCase()})`;
  }
  if (spec.items) return `list of ${linked(kind, spec.items)}`;
  if (spec.additionalProperties) return `map of ${linked(kind, spec.additionalProperties)}`;
  return `\`${spec.type === "integer" ? "number" : (spec.type ?? "any")}\``;
}

const valuesIn = (type: EnumTypeSpec | undefined): string =>
  (type?.enum ?? []).map(({ value }) => `\`${value}\``).join(", ");

/** The type of an argument or output. */
export function typeOf(kind: string, name: string): string {
  const property = propertyOf(kind, name);
  return property ? linked(kind, property) : "";
}

/** The values of an argument that takes one of a few. */
export function valuesOf(kind: string, name: string): string | undefined {
  const token = namedIn(propertyOf(kind, name) ?? {});
  const type = token === undefined ? undefined : types()[token];
  return type === undefined || isObject(type) ? undefined : valuesIn(type);
}

function propertyOf(kind: string, name: string): PropertySpec | undefined {
  const resource = schemaOfTables().resources[`compute:index:${kind}`];
  return resource?.inputProperties?.[name] ?? resource?.properties?.[name];
}

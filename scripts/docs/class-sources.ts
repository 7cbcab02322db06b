import * as z from "zod";
import { examples } from "./schema/examples";
import { resources } from "../../provider/kinds";
import { docOf, type Field, type Resource } from "../../provider/table/resource";
import type { KindName } from "../../provider/kinds/names";
import { schemaOfTables } from "./schema/schema";
import type { EnumTypeSpec, ObjectTypeSpec } from "../../plugin/schema";
import { type JsonSchema, jsonType } from "./json-type";
import { pageName } from "./resource-pages";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Types with a name, by the kind and the property, or by the property alone; then the file that has them. */
const inValues: Readonly<Record<string, string>> = {
  gpu: "PodGpu",
  cpu: "PodCpu",
  mounts: "Mounts",
  "Endpoint.gpu": "EndpointGpu",
  "Endpoint.cpu": "EndpointCpu",
  "Endpoint.requestUrls": "RequestUrls",
  "Endpoint.scaling": "EndpointScaling",
  "Endpoint.workers": "EndpointWorkers",
  "Pod.status": "PodStatus",
  "Pod.ssh": "PodSsh",
};
const inEnums: Readonly<Record<string, string>> = {
  cloud: "Cloud",
  "Cluster.type": "ClusterType",
  "NetworkVolume.type": "NetworkVolumeType",
};
const named = { ...inValues, ...inEnums };

/**
 * The classes by file name, in `sdk/classes/`: the declarations with their documentation. Of a kind whose class has more than that,
 * which `sdk/` has by hand, what that extends.
 *
 * @param byHand the file of such a class, below `sdk/` and without its extension.
 */
export function classSources(byHand: (resource: Resource) => string | undefined): Record<string, string> {
  const files = resources().map((resource) => [fileOf(resource), source(resource, byHand(resource))] as const);
  const exported = resources().map(
    (resource) => [resource.kind, byHand(resource)?.replace(/^/, "../") ?? `./${stem(resource)}`] as const,
  );
  return { ...Object.fromEntries(files), "index.ts": `${made}${exported.map(exportOf).sort().join("\n")}\n` };
}

/** The same classes for programs that use the plugin. */
export const pluginClasses = (): string => `${made}import * as dynamic from "../classes";
import type { Registration } from "../resource";
import { throughPlugin } from "./provider";
${resources().map(pluginClass).join("")}`;

const pluginClass = ({ kind }: Resource): string => `
/** {@link dynamic.${kind}} through the plugin. */
export class ${kind} extends dynamic.${kind} {
  /** @internal */
  static override readonly registration: Registration = throughPlugin;
}
`;

export const made = "// Made from the declarations in provider/kinds by `npm run docs`; do not edit.\n";
export const stem = (resource: Resource): string => pageName(resource).replace(/\.md$/, "");
const fileOf = (resource: Resource): string => `${stem(resource)}.ts`;
const exportOf = ([kind, from]: readonly [string, string]): string => `export { ${kind} } from "${from}";`;

function source(resource: Resource, byHand: string | undefined): string {
  const { kind, inputs, outputs, isOnlyInState = false } = resource;
  const shown = Object.entries(inputs).filter(([, { secret, local }]) => !secret && !local);
  const computed = Object.entries(outputs);
  const members = [
    ...shown.map(([name, field]) => member(name, docOfOutput(field), argumentType(kind, name, field))),
    ...computed.map(([name, { doc, secret, schema }]) =>
      member(name, secret ? `${doc} A secret.` : doc, computedType(kind, name, schema)),
    ),
  ].join("\n");
  const namedOf = (types: Readonly<Record<string, string>>, from: string): string => {
    const used = [...new Set(Object.values(types))].filter((type) => new RegExp(`Output<${type}\\b`).test(members));
    return used.length > 0 ? `import type { ${used.sort().join(", ")} } from "../${from}";\n` : "";
  };
  const facts = [
    ["outputs", [...shown, ...computed].map(([name]) => name)],
    ["secretArguments", Object.keys(inputs).filter((name) => inputs[name]!.secret)],
    ["secretOutputs", computed.filter(([, { secret }]) => secret).map(([name]) => name)],
    ["alternatives", Object.keys(inputs).filter((name) => inputs[name]!.alternatives ?? inputs[name]!.need)],
  ] as const;
  const said = facts.filter(([, names]) => names.length > 0);
  const dataLoss = inputs.dataLoss?.absent;
  const variable = kind.charAt(0).toLowerCase() + kind.slice(1);
  const base = isOnlyInState ? "PlatformResource" : "ReadableResource";
  const args = byHand === undefined ? `import type { ${kind}Args } from "../args/${stem(resource)}";\n` : "";
  return `${made}import type * as pulumi from "@pulumi/pulumi";
${args}${namedOf(inEnums, "enums")}import { type ClassKind, ${base} } from "../resource";
${namedOf(inValues, "values")}
export const ${variable}Kind: ClassKind = {
  kind: "${kind}",
${said.map(([fact, names]) => `  ${fact}: ${list(names)},`).join("\n")}${dataLoss === undefined ? "" : `\n  dataLoss: ${JSON.stringify(dataLoss)},`}
};

${byHand === undefined ? wholeClass(resource, variable, base, members) : halfClass(kind, base, members)}`;
}

const halfClass = (kind: string, base: string, members: string): string => `/** What a ${kind} has as outputs. */
export abstract class ${kind}Outputs extends ${base} {
${members}
}
`;

const wholeClass = ({ kind, doc, id }: Resource, variable: string, base: string, members: string): string => `/**
${docLines([doc, ...(id === undefined ? [] : ["", `\`id\`: ${id}`])])}
${exampleLines(examples[kind].typescript)}
 */
export class ${kind} extends ${base} {
${members}

  constructor(name: string, args: ${kind}Args, options?: pulumi.CustomResourceOptions) {
    super(${variable}Kind, name, args, options);
  }
}
`;

/** As the formatter writes it: in one line where that fits. */
function list(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  return names.length <= 5 ? `[${quoted.join(", ")}]` : `[\n${quoted.map((name) => `    ${name},\n`).join("")}  ]`;
}

const member = (name: string, doc: string, type: string): string =>
  `  /** ${doc} */\n  declare readonly ${name}: pulumi.Output<${type}>;`;

const docOfOutput = (field: Field): string =>
  isOnlyWhereSet(field) ? `${docOf(field)} Only where the program sets it.` : docOf(field);

/** State has it as the program says, and only then. */
const isOnlyWhereSet = ({ writeOnly, sensitive, schema }: Field): boolean =>
  (writeOnly === true || sensitive === true) && schema.safeParse(undefined).success;

function argumentType(kind: string, name: string, field: Field): string {
  const isOneOfSeveral = field.alternatives === true && field.schema.safeParse(undefined).success;
  return typeNamed(kind, name, one(field), isOnlyWhereSet(field) || isOneOfSeveral);
}

const computedType = (kind: string, name: string, schema: z.ZodType): string =>
  typeNamed(kind, name, jsonOf(schema), schema.safeParse(undefined).success);

function typeNamed(kind: string, name: string, json: JsonSchema, isOptional: boolean): string {
  const type = named[`${kind}.${name}`] ?? named[name] ?? jsonType(json);
  return isOptional && type !== "unknown" ? `${type} | undefined` : type;
}

const jsonOf = (schema: z.ZodType): JsonSchema => z.toJSONSchema(schema, { unrepresentable: "any" }) as JsonSchema;

/** Of one or several, what one is. */
function one({ schema, alternatives, need }: Field): JsonSchema {
  const json = jsonOf(need?.byId ?? schema);
  return alternatives && json.anyOf ? (json.anyOf[0] ?? {}) : json;
}

/** Lines of a doc comment. */
const docLines = (lines: readonly string[]): string =>
  lines.map((line) => (line === "" ? " *" : ` * ${line}`)).join("\n");

/** The example of a kind's page as a doc comment ends with it, where an editor shows it. */
const exampleLines = (example: string): string => docLines(["", "@example", "```ts", ...example.split("\n"), "```"]);

/** The source of a class that is written by hand, with the example of its page in its documentation. */
export function withExample(source: string, kind: KindName, example: string): string {
  const end = ` */\nexport class ${kind} `;
  const at = source.indexOf(end);
  if (at < 0) throw new Error(`the class ${kind} has no documentation to put an example into`);
  const before = source.slice(0, at).replace(/( \*\n)? \* @example\n[^]*$/, "");
  return `${before}${exampleLines(example)}\n${source.slice(at)}`;
}

const isEnum = (spec: EnumTypeSpec | ObjectTypeSpec): spec is EnumTypeSpec => "enum" in spec;

/** The enums of the schema for TypeScript: programs that `pulumi import` writes name their members. */
export function enumsSource(): string {
  const { types } = schemaOfTables();
  const enums = Object.entries(types).flatMap(([token, spec]) =>
    isEnum(spec) ? [enumSource(token.slice(token.lastIndexOf(":") + 1), spec)] : [],
  );
  return `// Made from the declarations in provider/kinds by \`npm run docs\`; do not edit.
${enums.join("")}`;
}

const enumSource = (name: string, { description, enum: members }: EnumTypeSpec): string => `
/** ${description} */
export const ${name} = {
${members.map((member) => `  ${member.name}: ${JSON.stringify(member.value)},`).join("\n")}
} as const;
export type ${name} = (typeof ${name})[keyof typeof ${name}];
`;

/** The class of a kind that is written by hand: in `sdk`, or beside the component that it belongs to. */
export const classByHand =
  (root: string) =>
  (resource: Resource): string | undefined =>
    [stem(resource), `fleet/${stem(resource)}`].find((file) => existsSync(join(root, "sdk", `${file}.ts`)));

/** Those classes with the example of their page, by their path. */
export const classPages = (root: string, resources: readonly Resource[]): (readonly [string, string])[] =>
  resources.flatMap((resource) => {
    const file = classByHand(root)(resource);
    if (file === undefined) return [];
    const path = `sdk/${file}.ts`;
    return [
      [path, withExample(readFileSync(join(root, path), "utf8"), resource.kind, examples[resource.kind].typescript)],
    ];
  });

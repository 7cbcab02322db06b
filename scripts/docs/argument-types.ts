import * as z from "zod";
import { whenLeftOut } from "./left-out";
import { docOf, type Field, type Resource } from "../../provider/table/resource";
import { catalogFixture } from "../../emulator/catalog/fixtures/catalog";
import { resources } from "../../provider/kinds";
import { type KindName, kindNames } from "../../provider/kinds/names";
import { made, stem } from "./class-sources";
import { jsonType, type JsonSchema } from "./json-type";
import { isRequired, onChange, pageName } from "./resource-pages";

/**
 * Types that `sdk/values.ts` writes out by hand, since their members have documentation of their own: by the kind and
 * the argument, or by the argument alone.
 */
const named: Readonly<Record<string, string>> = {
  gpu: "PodGpuArgs | Input<PodGpuArgs>[]",
  cpu: "PodCpuArgs | Input<PodCpuArgs>[]",
  mounts: "MountsArgs",
  compute: "ClusterComputeArgs | Input<ClusterComputeArgs>[]",
  timeouts: "TimeoutsArgs",
  adopt: "{ id: string } | { name: string } | null",
  "JobRun.input": "Record<string, unknown>",
  "JobRun.s3Config": "JobS3ConfigArgs",
  triggers: "Input<unknown>[]",
  restartTriggers: "Input<unknown>[]",
  resetTriggers: "Input<unknown>[]",
  "Endpoint.gpu": "EndpointGpuArgs",
  "Endpoint.cpu": "Input<EndpointCpuArgs>[]",
  "Endpoint.scaling": "EndpointScalingArgs",
  "Endpoint.workers": "EndpointWorkersArgs",
  "Template.mounts": "TemplateMountsArgs",
  env: "Record<string, Input<string>>",
  ports: "Input<string>[]",
  keys: "Input<string>[]",
  cmd: "Input<string>[]",
  entrypoint: "Input<string>[]",
  dataCenterIds: "Input<DataCenterId>[]",
  dataCenter: "DataCenterId",
};

/** What `sdk/values.ts` has for arguments. */
const valueTypes = [
  "ClusterComputeArgs",
  "EndpointCpuArgs",
  "EndpointGpuArgs",
  "EndpointScalingArgs",
  "EndpointWorkersArgs",
  "IdOf",
  "JobS3ConfigArgs",
  "MountsArgs",
  "PodCpuArgs",
  "PodGpuArgs",
  "TemplateMountsArgs",
  "TimeoutsArgs",
];

/** Taken when the program runs, by the SDK or to choose what is sent: an Output would come too late for `timeouts`. */
const plain = new Set(["timeouts"]);

/** Arguments that read the same for each kind that has them, and the type that the arguments of those kinds extend. */
const shared = [
  { name: "timeouts", type: "TimedArgs", doc: "What the arguments of every kind begin with." },
  { name: "adopt", type: "AdoptableArgs", doc: "The same, of the kinds that can manage an existing object." },
];

/** The argument types of the classes by file name, in `sdk/args/`: the declarations with their documentation. */
export function argumentTypes(): Record<string, string> {
  const kinds = resources().map((resource) => [pageName(resource).replace(/md$/, "ts"), source(resource)] as const);
  const index = resources().map((one) => `export type { ${one.kind}Args } from "./${stem(one)}";`);
  return {
    ...Object.fromEntries(kinds),
    "ids.ts": ids(),
    "index.ts": `${made}${index.sort().join("\n")}\n`,
    "shared.ts": sharedSource(),
  };
}

function sharedSource(): string {
  const types = shared.map(({ name, type, doc }, at) => {
    const [one, ...others] = new Set(resources().flatMap((each) => memberNamed(each, name)));
    if (one === undefined || others.length > 0) throw new Error(`${name} does not read the same for each kind`);
    const base = shared[at - 1]?.type;
    return `\n/** ${doc} */\nexport interface ${type}${base ? ` extends ${base}` : ""} {\n${one}\n}\n`;
  });
  return `${made}import type { Input } from "@pulumi/pulumi";\nimport type { TimeoutsArgs } from "../values";\n${types.join("")}`;
}

const memberNamed = (resource: Resource, name: string): string[] => {
  const field = resource.inputs[name];
  return field ? [member(resource, name, field)] : [];
};

/** Ids that an editor completes; any other text is as good, since an account's catalog may have more. */
function ids(): string {
  const { gpus, cpus, dataCenters } = catalogFixture;
  // As the formatter has it: on one line where it fits.
  const union = (name: string, what: string, all: readonly { id: string }[]) => {
    const members = [...all.map(({ id }) => JSON.stringify(id)), "(string & {})"];
    const line = `export type ${name} = ${members.join(" | ")};`;
    const type =
      line.length <= 120 ? line : `export type ${name} =\n${members.map((member) => `  | ${member}`).join("\n")};`;
    return `/** ${what}: those of the emulator's catalog are completed, and any other text is taken too. */\n${type}\n`;
  };
  return [
    "// Made from the emulator's catalog (emulator/catalog/fixtures) by `npm run docs`; do not edit.\n",
    union("GpuTypeId", "Id of a GPU type", gpus),
    union("CpuFlavorId", "Id of a CPU flavor", cpus),
    union("DataCenterId", "Id of a data center", dataCenters),
  ].join("\n");
}

function source(resource: Resource): string {
  const names = Object.keys(resource.inputs).filter((name) => !shared.some((one) => one.name === name));
  const members = names.flatMap((name) => memberNamed(resource, name));
  const base = shared.findLast(({ name }) => name in resource.inputs)!.type;
  const text = members.join("\n");
  const used = (candidates: readonly string[]) => candidates.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  const values = used(valueTypes);
  const imports = [
    'import type { Input } from "@pulumi/pulumi";',
    ...importOfClasses(kindNames.filter((name) => text.includes(`IdOf<${name}>`))),
    ...(used(["DataCenterId"]).length > 0 ? ['import type { DataCenterId } from "./ids";'] : []),
    `import type { ${base} } from "./shared";`,
    ...(values.length > 0 ? [importOf(values, "../values")] : []),
  ];
  return `${made}${imports.join("\n")}

/** ${resource.doc} */
export interface ${resource.kind}Args extends ${base} {
${text}
}
`;
}

function member(resource: Resource, name: string, field: Field): string {
  const type =
    named[`${resource.kind}.${name}`] ??
    named[name] ??
    reference(field) ??
    jsonType(z.toJSONSchema(field.schema, { unrepresentable: "any" }) as JsonSchema);
  const optional = isRequired(resource, name, field) ? "" : "?";
  const leftOut = whenLeftOut(resource, name, field);
  return [
    "  /**",
    `   * ${docOf(field)}${field.secret ? " Always a secret." : ""}`,
    "   *",
    `   * Allowed: ${field.limits}.`,
    `   * On change: ${onChange(field.change)}.`,
    ...(leftOut === undefined ? [] : [`   * When a program no longer sets it: ${leftOut}.`]),
    "   */",
    `  readonly ${name}${optional}: ${plain.has(name) ? type : `Input<${type}>`};`,
  ].join("\n");
}

/** An object of the class stands for its id. */
function reference({ refersTo, schema }: Field): string | undefined {
  if (refersTo === undefined) return undefined;
  const one = `IdOf<${refersTo}>`;
  if (schema.safeParse([]).success) return `Input<${one}>[]`;
  return schema.safeParse(null).success ? `${one} | null` : one;
}

const importOfClasses = (names: readonly KindName[]): string[] =>
  names.length === 0 ? [] : [`import type { ${[...names].sort().join(", ")} } from "../classes";`];

/** As the formatter has it: folded where it is longer than a line. */
function importOf(names: readonly string[], from: string): string {
  const line = `import type { ${names.join(", ")} } from "${from}";`;
  return line.length <= 120 ? line : `import type {\n${names.map((name) => `  ${name},\n`).join("")}} from "${from}";`;
}

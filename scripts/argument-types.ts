import * as z from "zod";
import { docOf, type Field, type Resource } from "../provider/table/resource";
import { catalogFixture } from "../emulator/catalog/fixtures/catalog";
import { resources } from "../provider/kinds";
import type { KindName } from "../provider/kinds/names";
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
  registry: "IdOf<RegistryCredential> | null",
  templateId: "IdOf<Template>",
  "JobRun.endpointId": "IdOf<Endpoint>",
  "JobRun.input": "Record<string, unknown>",
  "JobRun.s3Config": "JobS3ConfigArgs",
  triggers: "Input<unknown>[]",
  restartTriggers: "Input<unknown>[]",
  resetTriggers: "Input<unknown>[]",
  "Endpoint.gpu": "EndpointGpuArgs",
  "Endpoint.cpu": "Input<PodCpuArgs>[]",
  "Endpoint.networkVolumes": "Input<IdOf<NetworkVolume>>[]",
  "Endpoint.scaling": "EndpointScalingArgs",
  "Endpoint.workers": "EndpointWorkersArgs",
  "Template.mounts": "TemplateMountsArgs",
  "Ready.pods": "Input<IdOf<Pod>>[]",
  env: "Record<string, Input<string>>",
  ports: "Input<string>[]",
  keys: "Input<string>[]",
  cmd: "Input<string>[]",
  entrypoint: "Input<string>[]",
  dataCenterIds: "Input<DataCenterId>[]",
  dataCenter: "DataCenterId",
};

/** Classes whose objects stand for their ids, and where they are. */
const classes = [
  ["Endpoint", "endpoint"],
  ["NetworkVolume", "network-volume"],
  ["Pod", "pod"],
  ["RegistryCredential", "registry-credential"],
  ["Template", "template"],
] as const satisfies readonly (readonly [KindName, string])[];

/** What `sdk/values.ts` has for arguments. */
const valueTypes = [
  "ClusterComputeArgs",
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

/** The argument types of the classes by file name, in `sdk/args/`: the declarations with their documentation. */
export function argumentTypes(): Record<string, string> {
  const kinds = resources().map((resource) => [pageName(resource).replace(/md$/, "ts"), source(resource)] as const);
  return { ...Object.fromEntries(kinds), "ids.ts": ids() };
}

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
  const members = Object.entries(resource.inputs).map(([name, field]) => member(resource, name, field));
  const text = members.join("\n");
  const used = (candidates: readonly string[]) => candidates.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  const values = used(valueTypes);
  const imports = [
    'import type { Input } from "@pulumi/pulumi";',
    ...classes
      .filter(([name]) => new RegExp(`IdOf<${name}>`).test(text))
      .map(([name, file]) => `import type { ${name} } from "../${file}";`),
    ...(used(["DataCenterId"]).length > 0 ? ['import type { DataCenterId } from "./ids";'] : []),
    importOf(values, "../values"),
  ];
  return `// Made from the declaration in provider/kinds by \`npm run docs\`; do not edit.
${imports.join("\n")}

/** ${resource.doc} */
export interface ${resource.kind}Args {
${text}
}
`;
}

function member(resource: Resource, name: string, field: Field): string {
  const type =
    named[`${resource.kind}.${name}`] ??
    named[name] ??
    jsonType(z.toJSONSchema(field.schema, { unrepresentable: "any" }) as JsonSchema);
  const optional = isRequired(resource, name, field) ? "" : "?";
  return [
    "  /**",
    `   * ${docOf(field)}${field.secret ? " Always a secret." : ""}`,
    "   *",
    `   * Allowed: ${field.limits}.`,
    `   * On change: ${onChange(field.change)}.`,
    "   */",
    `  readonly ${name}${optional}: ${plain.has(name) ? type : `Input<${type}>`};`,
  ].join("\n");
}

/** As the formatter has it: folded where it is longer than a line. */
function importOf(names: readonly string[], from: string): string {
  const line = `import type { ${names.join(", ")} } from "${from}";`;
  return line.length <= 120 ? line : `import type {\n${names.map((name) => `  ${name},\n`).join("")}} from "${from}";`;
}

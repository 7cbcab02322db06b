import { ownMember } from "../../../values/own-member";
import { settingVariables } from "../../../client/settings/variables";
import { version } from "../../../client/http/version";
import { whenLeftOut } from "../left-out";
import {
  docOf,
  type Field,
  isCondition,
  isReadable,
  type Output,
  type Resource,
} from "../../../provider/table/resource";
import { resources } from "../../../provider/kinds";
import { alternativesOf, clearable, withAlternatives } from "../../../plugin/forms";
import { dynamicType, fleetType, goPackage, packageName, pluginType } from "../../../plugin/names";
import type { PackageSpec, PropertySpec, ResourceSpec } from "../../../plugin/schema";
import { settings } from "../../../plugin/settings";
import { examples } from "./examples";
import { fleetExample, fleetSpec } from "./fleet";
import { functionSpecs } from "./functions";
import { inEveryLanguage } from "../../../plugin/in-every-language";
import { type Example, exampleIn } from "./programs";
import { pascal, Types } from "./types";
import { isOptional, shapeOf } from "../../../plugin/functions/zod-shape";

type Properties = Record<string, PropertySpec>;

let made: PackageSpec | undefined;

/** What SDKs are generated from, as the tables say it: `npm run docs` writes it to `plugin/schema.json`, which the plugin answers. */
export const schemaOfTables = (): PackageSpec => (made ??= madeFromTables());

function madeFromTables(): PackageSpec {
  const types = new Types();
  const kinds = Object.fromEntries(resources().map((one) => [pluginType(one.kind), resourceSpec(one, types)] as const));
  const specs = { ...kinds, [fleetType]: fleetSpec(kinds, types) };
  // An example may name the types of other resources, so all of them come first.
  const withExample = (type: string, example: Example): [string, ResourceSpec] => {
    const spec = ownMember(specs, type)!;
    const shown = exampleIn(example, { resources: specs, types: types.all });
    return [type, { ...spec, description: `${spec.description}\n\n${shown}` }];
  };
  const ofKinds = resources().map(({ kind }) => withExample(pluginType(kind), examples[kind]));
  const config = settingSpecs();
  return {
    name: packageName,
    displayName: "Compute Platform",
    // Whom generated packages name as their author; Pulumi itself otherwise.
    publisher: "pulumi-compute-platform",
    version,
    description:
      "GPU and CPU pods, clusters, serverless endpoints, network volumes, registry credentials, templates and secrets of the Compute Platform.",
    keywords: ["pulumi", "compute", "gpu", "category/cloud", "kind/native"],
    license: "Apache-2.0",
    config: { variables: config },
    provider: {
      description: "An account of the platform. Settings that are left out come from the environment.",
      type: "object",
      properties: {},
      inputProperties: config,
    },
    resources: Object.fromEntries([...ofKinds, withExample(fleetType, fleetExample)]),
    functions: functionSpecs(types),
    types: sorted(types.all),
    language: {
      nodejs: { packageName: "pulumi-compute-platform", respectSchemaVersion: true },
      python: {
        packageName: "pulumi_compute",
        respectSchemaVersion: true,
        pyproject: { enabled: true },
        readme: pythonReadme,
        inputTypes: "classes-and-dicts",
      },
      go: { importBasePath: goPackage, generateResourceContainerTypes: true, respectSchemaVersion: true },
      csharp: { respectSchemaVersion: true },
      java: {},
    },
  };
}

const pythonReadme = `# The Compute Platform for Pulumi programs in Python

GPU and CPU pods, clusters, serverless endpoints, network volumes, registry credentials, templates and secrets as resources.

\`\`\`python
import pulumi
import pulumi_compute as compute

trainer = compute.Pod("trainer", image="registry.example.com/public/trainer:1.4.0", gpu={"id": "NVIDIA L40S"})
pulumi.export("status", trainer.status)
\`\`\`

The Pulumi CLI needs the plugin \`pulumi-resource-compute\`, which is in the npm package \`pulumi-compute-platform\`.
\`compute new python\` makes a project that has both. Say which account it uses with
\`pulumi config set compute:apiUrl ADDRESS\` and \`pulumi config set --secret compute:apiKey\`.
`;

function settingSpecs(): Properties {
  return Object.fromEntries(
    Object.entries(settings).map(([name, { doc, type, secret }]) => {
      const variable = ownMember<string>(settingVariables, name);
      const description = variable ? `${doc} Default: the environment variable ${variable}.` : doc;
      return [name, { type, description, ...(secret && { secret }) }];
    }),
  );
}

function resourceSpec(resource: Resource, types: Types): ResourceSpec {
  const { kind, inputs, outputs, doc } = resource;
  const readable = Object.entries(inputs).filter(([, { secret }]) => !secret);
  return {
    description: doc,
    inputProperties: inputSpecs(resource, types),
    requiredInputs: Object.keys(inputs).filter((name) => isRequired(resource, name, ownMember(inputs, name)!)),
    properties: {
      ...Object.fromEntries(readable.map(([name, field]) => [name, ofArgument(kind, name, field, types)] as const)),
      ...Object.fromEntries(
        Object.entries(outputs).map(([name, output]) => [name, ofOutput(kind, name, output, types)]),
      ),
    },
    required: [
      ...readable.filter(([, field]) => !isOptional(one(field)) && !field.sensitive).map(([name]) => name),
      ...Object.keys(outputs).filter((name) => !isOptional(ownMember(outputs, name)!.schema)),
    ],
    aliases: [{ type: dynamicType(kind) }],
  };
}

const isRequired = ({ defaults }: Resource, name: string, { schema: type }: Field): boolean =>
  name !== "name" && ownMember(defaults ?? {}, name) === undefined && !type.safeParse(undefined).success;

/** Of one or several, what one is. */
function one({ schema: type, alternatives }: Field): Field["schema"] {
  if (!alternatives) return type;
  const shape = shapeOf(type);
  const [first] = shape.is === "union" ? shape.options : [type];
  return isOptional(type) ? first!.optional() : first!;
}

function inputSpecs(resource: Resource, types: Types): Properties {
  const { kind, inputs } = resource;
  const specs: Properties = {};
  for (const [name, field] of Object.entries(inputs)) {
    const type = types.of(one(field), "argument", argumentType(kind, name));
    specs[name] = { ...type, description: argumentDoc(resource, name, field), ...facts(field) };
    if (!withAlternatives(resource).includes(name)) continue;
    const otherwise = `What to take, in this order, where \`${name}\` has no capacity. The output \`${name}\` is what was got.`;
    specs[alternativesOf(name)] = { type: "array", items: type, description: otherwise };
  }
  return specs;
}

/**
 * Pulumi's own option by the same name, which SDKs add: any difference in the argument replaces. Only where that always
 * holds: what an import could not read, and what is declared for the first time as the object has it, is only written down.
 */
function facts(field: Field): Pick<PropertySpec, "secret" | "replaceOnChanges"> {
  const { change, secret, sensitive, absent } = field;
  const replaces = change === "replace" && isReadable(field) && !sensitive && absent === undefined;
  return { ...(secret && { secret }), ...(replaces && { replaceOnChanges: true }) };
}

function argumentDoc(resource: Resource, name: string, field: Field): string {
  const none =
    clearable(resource).includes(name) && !field.limits.includes("`null`") ? "\nAn empty string means none." : "";
  const leftOut = whenLeftOut(resource, name, field);
  const later = leftOut === undefined ? "" : `\nWhen a program no longer sets it: ${leftOut}.`;
  const told = `${docOf(field)}\n\nAllowed: ${field.limits}.${none}\nOn change: ${onChange(field)}.${later}`;
  return inEveryLanguage(told, name);
}

const onChange = ({ change }: Field): string =>
  isCondition(change) ? `${change.effects.join(" or ")}: ${change.because}` : change;

function ofArgument(kind: Resource["kind"], name: string, field: Field, types: Types): PropertySpec {
  const { need } = field;
  return {
    ...(need
      ? types.of(need.byId, "output", `${kind}${pascal(name)}Choice`)
      : types.of(one(field), "output", argumentType(kind, name))),
    description: inEveryLanguage(docOf(field), name) + (field.sensitive ? ofReadObjects : ""),
  };
}

/** What may hold tokens is in no object that is only read: a look-up gives it as a secret. */
const ofReadObjects = "\n\nAbsent in what `get` reads: a look-up of the object gives it.";

function ofOutput(kind: Resource["kind"], name: string, output: Output, types: Types): PropertySpec {
  return {
    ...types.of(output.schema, "output", kind + pascal(name)),
    description: inEveryLanguage(output.doc, name),
    ...(output.secret && { secret: true }),
  };
}

/** Arguments of one name mean the same in every kind, but for these. */
const ofOneKind = new Set(["type", "category", "policy", "Cluster.waitFor", "Endpoint.waitFor", "Ready.waitFor"]);
const argumentType = (kind: Resource["kind"], name: string): string =>
  (ofOneKind.has(name) || ofOneKind.has(`${kind}.${name}`) ? kind : "") + pascal(name);

const sorted = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

import * as z from "zod";
import { type Change, type Field, isCondition, type Resource } from "../provider/resource";
import { resources } from "../provider/resources/all";
import { causes, parts } from "./docs/page-parts";
import { jsonType, type JsonSchema } from "./json-type";

/** The reference pages by file name, all of them derived from the declarations. */
export function resourcePages(): Record<string, string> {
  return Object.fromEntries(resources.map((resource) => [pageName(resource), page(resource)]));
}

export const pageName = (resource: Resource): string =>
  `${resource.kind.replace(/(?<=[a-z])([A-Z])/g, "-$1").toLowerCase()}.md`;

/** The words of the reference table: `update`, `replace`, `none`, or all that a condition can answer. */
export function onChange(change: Change): string {
  if (!isCondition(change)) return change;
  return `${change.effects.join(" or ")}: ${change.because}`;
}

function page(resource: Resource): string {
  const contract = "../contract/platform-api.md";
  const { example, drift, errors, adopting, derived = [] } = parts[resource.kind];
  return `# ${resource.kind}

${resource.doc}

Made from the declaration in \`provider/resources/\` by \`npm run docs\`; do not edit. Rule ids lead into
[the contract](${contract}), section ${resource.source}.

## Example

\`\`\`ts
${example}
\`\`\`

## Arguments

${table(
  ["argument", "type", "on change", "allowed", "meaning"],
  Object.entries(resource.inputs).map(([name, field]) => [
    `\`${name}\``,
    `\`${typeOf(field)}\`${isRequired(resource, name, field) ? ", required" : ""}`,
    onChange(field.change),
    field.limits,
    cited(notes(field), field.rules),
  ]),
)}

An argument that is left out never makes a difference because the platform filled it in.

## What a change does, and why

${table(["a change of", "does", "why"], changes(resource))}

*update* changes the live resource in place, *replace* makes a new one and then deletes the old one, *none* does nothing
on the platform.
${dataLoss(resource)}
## Outputs

All arguments but the secret ones are outputs too, as the platform reports them. Beyond them:

${table(
  ["output", "type", "meaning"],
  [
    ["`id`", "`string`", "The platform's id."],
    ...Object.entries(resource.outputs).map(([name, output]) => [
      `\`${name}\``,
      `\`${output.type}\``,
      cited(`${output.doc}${output.secret ? " A secret." : ""}`, output.rules),
    ]),
  ],
)}
${
  derived.length === 0
    ? ""
    : `
Properties of the object that follow from them:

${table(
  ["property", "type", "meaning"],
  derived.map(({ name, type, doc, rules }) => [`\`${name}\``, `\`${type}\``, cited(doc, rules)]),
)}
`
}
## Drift

\`refresh\` and \`compute drift\` find what differs; they change nothing on the platform
([Drift detection in CI](../guides/drift-detection-in-ci.md)).

${table(["behind Pulumi's back it was", "shows as", "mended by"], drift)}

## Errors

Those met with this kind; [all of them](../errors.md) have their cause and what to do.

${table(
  ["code", "cause"],
  errors.map((code) => [`[\`${code}\`](../errors.md#${code})`, causes.get(code) ?? ""]),
)}

## Adopting

\`adopt: { id }\`, or \`adopt: { name }\` where one object alone bears it, takes an existing object under management
([Adopting what exists](../guides/adopt.md)). ${adopting}
`;
}

/** One row for all arguments in a row that change alike and for the same reason. */
function changes(resource: Resource): string[][] {
  const rows: { names: string[]; does: string; why: string }[] = [];
  for (const [name, field] of Object.entries(resource.inputs)) {
    const does = isCondition(field.change) ? field.change.effects.join(" or ") : field.change;
    const why = reason(resource, field);
    const same = rows.find((row) => row.does === does && row.why === why);
    if (same) same.names.push(`\`${name}\``);
    else rows.push({ names: [`\`${name}\``], does, why });
  }
  return rows.map(({ names, does, why }) => [names.join(", "), does, why]);
}

const restart = /Changing it restarts a running container and wipes its disk \((P-\d+)\)/;

function reason(resource: Resource, { change, doc, local }: Field): string {
  if (isCondition(change)) return change.because;
  if (change === "replace") return parts[resource.kind].whyReplaced;
  if (local) return "a setting of ours; the platform is not told";
  const rule = restart.exec(doc)?.[1];
  return rule ? `in place; a running container restarts and its own disk is wiped (${rule})` : "in place";
}

function dataLoss(resource: Resource): string {
  if (!resource.dataLoss) return "";
  const what = resource.destroys?.({ mounts: { persistent: {} } }) ?? "";
  return resource.dataLoss === "refuse"
    ? `\nA replacement would destroy ${what}, so preview and up refuse it unless \`dataLoss: "allow"\` is set.\n`
    : `\nA replacement destroys ${what}; with \`dataLoss: "refuse"\` preview and up refuse it.\n`;
}

function notes(field: Field): string {
  const said = [
    field.secret && "Always a secret.",
    field.createOnly && !field.secret && "Not reported by the platform: state keeps what was asked for.",
    field.unordered && "Order does not matter.",
  ].filter((note) => note);
  return [field.doc, ...said].join(" ");
}

export const isRequired = (resource: Resource, name: string, field: Field): boolean =>
  name !== "name" && resource.defaults?.[name] === undefined && !field.schema.safeParse(undefined).success;

/** With the rules of the contract that it comes from. */
const cited = (text: string, rules: readonly string[] = []): string =>
  rules.length === 0 ? text : `${text} (${rules.join(", ")})`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** The JSON type of a field in the notation of TypeScript; of alternatives, what each is. */
function typeOf({ schema, alternatives }: Field): string {
  const json = z.toJSONSchema(schema, { unrepresentable: "any" }) as JsonSchema;
  return alternatives && json.anyOf ? `OneOrMore<${jsonType(json.anyOf[0] ?? {})}>` : jsonType(json);
}

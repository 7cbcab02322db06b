import { z } from "zod";
import { type Change, type Field, isCondition, type Resource } from "../provider/resource";
import { resources } from "../provider/resources/all";
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
  return `# ${resource.kind}

${resource.doc}

Made from the declaration in \`provider/resources/\` by \`npm run docs\`; do not edit. Rule ids lead into
[the contract](${contract}), section ${resource.source}.

## Arguments

${table(
  ["argument", "type", "required", "on change", "allowed", "meaning", "rules"],
  Object.entries(resource.inputs).map(([name, field]) => [
    `\`${name}\``,
    `\`${typeOf(field)}\``,
    isRequired(resource, name, field) ? "yes" : "no",
    onChange(field.change),
    field.limits,
    notes(field),
    rules(field.rules),
  ]),
)}

*update* changes the live resource in place, *replace* makes a new one and then deletes the old one, *none* does nothing
on the platform. An argument that is left out never makes a difference because the platform filled it in.
${dataLoss(resource)}
## Outputs

All arguments but the secret ones are outputs too, as the platform reports them. Beyond them:

${table(
  ["output", "type", "meaning", "rules"],
  [
    ["`id`", "`string`", "The platform's id.", ""],
    ...Object.entries(resource.outputs).map(([name, output]) => [
      `\`${name}\``,
      `\`${output.type}\``,
      `${output.doc}${output.secret ? " A secret." : ""}`,
      rules(output.rules),
    ]),
  ],
)}
`;
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

const rules = (ids: readonly string[] | undefined): string => (ids ?? []).join(", ");

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** The JSON type of a field in the notation of TypeScript; of alternatives, what each is. */
function typeOf({ schema, alternatives }: Field): string {
  const json = z.toJSONSchema(schema, { unrepresentable: "any" }) as JsonSchema;
  return alternatives && json.anyOf ? `OneOrMore<${jsonType(json.anyOf[0] ?? {})}>` : jsonType(json);
}

import { examples } from "../plugin/schema/examples";
import { dataLossByDefault } from "../provider/table/data-loss";
import { type Change, docOf, type Field, isCondition, type Resource, restart } from "../provider/table/resource";
import { resources } from "../provider/kinds";
import { nestedTypes, typeOf } from "./docs/nested-types";
import { causes, parts } from "./docs/page-parts";

/** The reference pages by file name, all of them derived from the declarations. */
export function resourcePages(): Record<string, string> {
  return Object.fromEntries(resources().map((resource) => [pageName(resource), page(resource)]));
}

export const pageName = (resource: Resource): string =>
  `${resource.kind.replace(/(?<=[a-z])([A-Z])/g, "-$1").toLowerCase()}.md`;

/** The same kind in the languages that only the plugin has; a site shows the blocks as tabs. */
function otherLanguages(kind: Resource["kind"]): string {
  const { programs } = examples[kind];
  return (["python", "go", "yaml"] as const)
    .map((language) => `\n\`\`\`${language}\n${programs[language]}\n\`\`\`\n`)
    .join("");
}

/** The words of the reference table: `update`, `replace`, `none`, or all that a condition can answer. */
export function onChange(change: Change): string {
  if (!isCondition(change)) return change;
  return `${change.effects.join(" or ")}: ${change.because}`;
}

function page(resource: Resource): string {
  const { example, drift, errors, adopting, derived = [] } = parts[resource.kind];
  return `# ${resource.kind}

${resource.doc}

## Example

\`\`\`ts
${example}
\`\`\`
${otherLanguages(resource.kind)}
Python, Go and YAML use [the plugin](../guides/languages.md).

## Arguments

${table(
  ["argument", "type", "required", "default", "what it is"],
  Object.entries(resource.inputs).map(([name, field]) => [
    `[\`${name}\`](#${name.toLowerCase()})`,
    `${typeOf(resource.kind, name)}${field.alternatives ? ", in TypeScript also a list" : ""}`,
    isRequired(resource, name, field) ? "yes" : "",
    defaultOf(resource, name, field),
    firstSentence(docOf(field)),
  ]),
)}

Arguments you omit are never reported as a change, even when the platform fills in a default. The mark § names the rules of the platform's
[contract](${contract}) that an entry follows.

${Object.entries(resource.inputs)
  .map(([name, field]) => argumentSection(name, field))
  .join("\n")}
## What a change does, and why

${table(["a change of", "does", "why"], changes(resource))}

*update* changes the live resource in place. *replace* creates a new one and then deletes the old one. *none* changes
nothing on the platform.
${dataLoss(resource)}
## Outputs

Every argument that is not a secret is also an output, with the value the platform reports. In addition:

${table(
  ["output", "type", "what it is"],
  [
    ["`id`", "`string`", resource.id ?? "The platform's id."],
    ...Object.entries(resource.outputs).map(([name, output]) => [
      `\`${name}\``,
      typeOf(resource.kind, name),
      `${output.doc}${output.secret ? " A secret." : ""}${linked(output.rules)}`,
    ]),
  ],
)}
${
  derived.length === 0
    ? ""
    : `
Properties computed from these outputs in your program:

${table(
  ["property", "type", "meaning"],
  derived.map(({ name, type, doc, rules }) => [`\`${name}\``, `\`${type}\``, `${doc}${linked(rules)}`]),
)}
`
}
${nestedTypes(resource.kind)}
## Drift

\`refresh\` and \`compute drift\` report what differs from the state and change nothing on the platform
([Drift detection in CI](../guides/drift-detection-in-ci.md)). A plain \`up\` compares your program with the state, so it
does not notice drift: run \`up --refresh\`, or \`refresh\` and then \`up\`, to correct it.

${table(["changed outside of Pulumi", "reported as", "what the next `up` does after a refresh"], drift)}

## Errors

Error codes you may see with this resource. The [full list](../errors.md) explains what to do about each.

${table(
  ["code", "cause"],
  errors.map((code) => [`[\`${code}\`](../errors.md#${code})`, causes.get(code) ?? ""]),
)}

${resource.isOnlyInState ? "## Import\n\nThere is nothing to import: it is only in the state.\n" : importing(resource, adopting)}`;
}

function importing(resource: Resource, adopting: string): string {
  return `## Import

With [the plugin](../guides/plugin.md), import an existing object by its id:

\`\`\`bash
pulumi import compute:index:${resource.kind} my-${resource.kind.replace(/(?<=[a-z])([A-Z])/g, "-$1").toLowerCase()} ${idToImport(resource)}
\`\`\`

${resource.inputs["adopt"] ? `### Adopting\n\n${howToAdopt} ${adopting}` : `### What is there already\n\n${adopting}`}
`;
}

/** An id as a command line shows it: a kind with ids of its own begins its sentence about them with their form. */
const idToImport = ({ id = "" }: Resource): string => /^(?:Always )?`([^`]+)`/.exec(id)?.[1] ?? "ID";

/** What an argument is, under an anchor of its own name. */
function argumentSection(name: string, field: Field): string {
  const allowed = field.limits ? `Allowed: ${field.limits.replace(/\.?$/, ".")}  \n` : "";
  return `### ${name}\n\n${notes(field)}\n\n${allowed}On change: ${onChange(field.change)}.${linked(field.rules)}\n`;
}

/** What leaving the argument out means: a value of the table, or what its sentence says. */
function defaultOf({ defaults }: Resource, name: string, { absent, doc }: Field): string {
  const value = defaults?.[name] ?? absent;
  if (value !== undefined && value !== null) return `\`${JSON.stringify(value)}\``;
  return /\bDefault:? (.*?)\.(?: |$)/.exec(doc)?.[1]?.replace(/^the /, "") ?? "";
}

export const firstSentence = (doc: string): string => /^.*?[.:](?= |$)/s.exec(doc)![0].replace(/:$/, ".");

const howToAdopt = `Without the plugin, or to see every difference in a preview first, adopt it: \`adopt: { id }\` makes Pulumi manage an object that
already exists, and so does \`adopt: { name }\` if the name is unique in the account ([Adopting what exists](../guides/adopt.md)).`;

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

function reason(resource: Resource, { change, restarts, local }: Field): string {
  if (local && !restarts) return "provider-only setting, never sent to the platform";
  if (change === "replace") return parts[resource.kind].whyReplaced;
  const why = isCondition(change) ? change.because : "in place";
  return restarts ? `${why}; a running container restarts, which ${restart.loses}` : why;
}

function dataLoss(resource: Resource): string {
  const byDefault = dataLossByDefault(resource);
  if (byDefault === undefined) return "";
  const what = resource.data?.what;
  return byDefault === "refuse"
    ? `\nA replacement would destroy ${what}, so \`preview\` and \`up\` refuse it unless \`dataLoss: "allow"\` is set.\n`
    : `\nA replacement destroys ${what}. With \`dataLoss: "refuse"\`, \`preview\` and \`up\` refuse it.\n`;
}

function notes(field: Field): string {
  const said = [
    field.secret && "Always a secret.",
    field.writeOnly &&
      !field.secret &&
      "The platform never reports it, so the state keeps the value from your program.",
    field.unordered && "Order does not matter.",
  ].filter((note) => note);
  return [docOf(field), ...said].join(" ");
}

export const isRequired = (resource: Resource, name: string, field: Field): boolean =>
  name !== "name" && resource.defaults?.[name] === undefined && !field.schema.safeParse(undefined).success;

const contract = "../contract/platform-api.md";

/** The rules of the contract that an entry comes from, behind a small mark at its end. */
const linked = (rules: readonly string[] = []): string =>
  rules.length === 0 ? "" : ` [§](${contract} "${rules.join(", ")}")`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

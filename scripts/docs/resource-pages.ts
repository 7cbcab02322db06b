import { examples } from "./schema/examples";
import { programsOf } from "./schema/programs";
import { schemaOfTables } from "./schema/schema";
import { dataLossByDefault } from "../../provider/table/data-loss";
import { whenLeftOut } from "./left-out";
import {
  type Change,
  type Field,
  isCondition,
  type Output,
  type Resource,
  restart,
} from "../../provider/table/resource";
import { resources } from "../../provider/kinds";
import { errorCodes } from "./errors-page";
import { nestedTypes, propertiesOf, typeOf, valuesOf } from "./nested-types";
import { dashed, parts, rulesOf, table, wrapped } from "./page-parts";

/** The reference pages by file name, all of them derived from the declarations. */
export function resourcePages(): Record<string, string> {
  const pages = resources().map((resource) => [pageName(resource), page(resource)] as const);
  return { "README.md": sharedPage(), ...Object.fromEntries(pages) };
}

export const pageName = (resource: Resource): string => `${dashed(resource.kind)}.md`;

/** The words of a hover: `update`, `replace`, `none`, or all that a condition can answer, with its reason. */
export function onChange(change: Change): string {
  if (!isCondition(change)) return change;
  return `${change.effects.join(" or ")}: ${change.because}`;
}

/** Arguments that nearly every kind has are told once, on the page of what they share. */
const shared = ["timeouts", "adopt"] as const;

function page(resource: Resource): string {
  const { drift, errors, adopting } = parts[resource.kind];
  const outputs = Object.entries(resource.outputs);
  const computed = [
    ...(resource.id === undefined ? [] : [["`id`", "`string`", resource.id]]),
    ...outputs.map(([name, output]) => [`\`${name}\``, typeOf(resource.kind, name), meaningOfOutput(output)]),
  ];
  return `# ${resource.kind}

${wrapped(resource.doc)}

${programs(resource.kind)}

## Arguments

${table(
  ["argument", "type", "default", "on change", "what it is"],
  Object.entries(resource.inputs).map(([name, field]) => [
    `\`${name}\``,
    `${typeOf(resource.kind, name)}${field.alternatives ? ", in TypeScript also a list" : ""}`,
    isRequired(resource, name, field) ? "**required**" : defaultOf(resource, name, field),
    `${effectsIn(field.change)}${field.restarts ? ", restart" : ""}`,
    meaning(resource, name, field),
  ]),
)}
${below(resource)}
${leavingOut(resource)}
## Outputs

${
  computed.length === 0
    ? "Its `id` and the arguments that are no secrets."
    : table(["output", "type", "what it is"], computed)
}

${nestedTypes(resource.kind)}## Drift

${table(["changed outside of Pulumi", "reported as", "what the next `up` does after a refresh"], drift)}

## Errors

${wrapped(`[By code](../errors.md): ${codes(errors)}.`)}

${resource.isOnlyInState ? "## Import\n\nThere is nothing to import: it is only in the state.\n" : importing(resource, adopting)}`;
}

/** The program of the kind; the site adds those in Go and YAML from the schema, and shows all of them as tabs. */
function programs(kind: Resource["kind"]): string {
  const { typescript, python } = programsOf(examples[kind], schemaOfTables());
  return Object.entries({ ts: typescript, python })
    .map(([language, program]) => `\`\`\`${language}\n${program}\n\`\`\``)
    .join("\n\n");
}

const effectsIn = (change: Change): string => (isCondition(change) ? change.effects.join(" or ") : change);

/** An argument's meaning, its limits, and the effect of a change. */
function meaning(resource: Resource, name: string, field: Field): string {
  if (isShared(name)) return "As for every kind.";
  const because = isCondition(field.change) ? sentence(field.change.because) : "";
  const said = [withoutDefault(resource, name, field), limits(resource.kind, name, field), because, ...notes(field)];
  return `${said.filter((words) => words !== "").join(" ")}${rulesOf(field.rules)}`;
}

const isShared = (name: string): boolean => (shared as readonly string[]).includes(name);

/** The default has a column of its own. */
const withoutDefault = (resource: Resource, name: string, field: Field): string =>
  defaultOf(resource, name, field) === "" ? field.doc : field.doc.replace(/ Default: .*?\.(?= |$)/, "");

/** The limits that the type, the default or the nested type's table does not already give. */
function limits(kind: string, name: string, { limits: words }: Field): string {
  if (words.startsWith("`{ ") || words.startsWith("`persistent") || valuesOf(kind, name) !== undefined) return "";
  const more = words
    .replace(/^(?:true(?: \(default\))? or false(?: \(default\))?|list of strings|string values|string)(?:[;,] |$)/, "")
    .replace(/[;,]? ?\(?default .*$/, "")
    .replace(/^(?:not empty|at least 1 character)$/, "");
  return more === "" ? "" : sentence(more);
}

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1).replace(/\.?$/, ".")}`;

const notes = (field: Field): string[] => [
  field.secret ? "Always a secret." : "",
  field.writeOnly && !field.secret ? "The platform never reports it." : "",
  field.unordered && !field.doc.includes("in any order") ? "Order does not matter." : "",
];

const meaningOfOutput = ({ doc, secret, rules }: Output): string =>
  `${doc}${secret ? " A secret." : ""}${rulesOf(rules)}`;

/** What holds for the table as a whole. */
function below(resource: Resource): string {
  const fields = Object.values(resource.inputs);
  const isReplaced = fields.some(({ change, local }) => change === "replace" && !local);
  const said = [
    isReplaced && `A *replace* is needed where ${parts[resource.kind].whyReplaced}.`,
    fields.some(({ restarts }) => restarts) && `A *restart* of a running container ${restart.loses}.`,
    dataLoss(resource),
  ].filter(Boolean);
  return said.length === 0 ? "" : `\n${wrapped(said.join(" "))}\n`;
}

/** Says of each argument what it does when a program no longer sets it; arguments of one effect are told together. */
function leavingOut(resource: Resource): string {
  const names = new Map<string, string[]>();
  for (const [name, field] of Object.entries(resource.inputs)) {
    const effect = whenLeftOut(resource, name, field);
    if (effect !== undefined && !isShared(name)) names.set(effect, [...(names.get(effect) ?? []), `\`${name}\``]);
  }
  if (names.size === 0) return "";
  const rows = [...names].map(([effect, all]) => [all.join(", "), effect]);
  return `\n### Leaving out an argument\n\n${table(["no longer set", "what the next \`up\` does"], rows)}\n`;
}

function dataLoss(resource: Resource): string {
  const byDefault = dataLossByDefault(resource);
  if (byDefault === undefined) return "";
  const what = resource.data?.what;
  return byDefault === "refuse"
    ? `A replacement would destroy ${what}, so \`preview\` and \`up\` refuse it unless \`dataLoss: "allow"\` is set.`
    : `A replacement destroys ${what}. With \`dataLoss: "refuse"\`, \`preview\` and \`up\` refuse it.`;
}

const importing = (resource: Resource, adopting: string): string => `## Import

\`\`\`bash
pulumi import compute:index:${resource.kind} my-${dashed(resource.kind)} ${idToImport(resource)}
\`\`\`

${paragraphs(adopting)}
`;

const paragraphs = (text: string): string => text.split("\n\n").map(wrapped).join("\n\n");

/** An id as a command line shows it: a kind with ids of its own begins its sentence about them with their form. */
const idToImport = ({ id = "" }: Resource): string => /^(?:Always )?`([^`]+)`/.exec(id)?.[1] ?? "ID";

/** What leaving the argument out means: a value of the table, or what its sentence says. */
function defaultOf({ defaults }: Resource, name: string, { absent, doc, limits: words }: Field): string {
  if (name === "name") return "[made](README.md#name)";
  const value = defaults?.[name] ?? absent;
  if (value !== undefined && value !== null) return `\`${JSON.stringify(value)}\``;
  const marked = /("\w+") \(default\)/.exec(words)?.[1];
  if (marked !== undefined) return `\`${marked}\``;
  return /\bDefault:? (.*?)\.(?: |$)/.exec(doc)?.[1]?.replace(/^the /, "") ?? "";
}

export const firstSentence = (doc: string): string => /^.*?[.:](?= |$)/s.exec(doc)![0].replace(/:$/, ".");

export const isRequired = (resource: Resource, name: string, field: Field): boolean =>
  name !== "name" && resource.defaults?.[name] === undefined && !field.schema.safeParse(undefined).success;

/** Errors of a create and of an adoption, for every kind. */
const everyKind = ["create_unresolved", "adopt_refused"];

/** The codes as text, which the site makes links. */
function codes(errors: readonly string[]): string {
  const unknown = errors.filter((code) => !errorCodes.has(code));
  if (unknown.length > 0) throw new Error(`docs/errors.md has no ${unknown.join(", ")}`);
  return errors.map((code) => `\`${code}\``).join(", ");
}

/** What holds for every kind. */
function sharedPage(): string {
  const rows = resources().map((resource) => [
    `[\`${resource.kind}\`](${pageName(resource)})`,
    firstSentence(resource.doc),
  ]);
  const fleet = ["[`Fleet`](../guides/fleets.md)", "Many pods of one declaration."];
  const [timeouts, adopt] = shared.map((name) => {
    const { doc, limits: words } = (resources()[0] as Resource).inputs[name]!;
    return `${paragraphs(`${doc} ${sentence(words)}`)}\n\n${propertiesOf(name)}`;
  });
  return `# Resources

${table(["resource", "what it is"], [...rows, fleet])}

The pages of these resources leave out what is the same for all of them, which is here. Python, Go and YAML use
[the plugin](../guides/languages.md), and write names as is usual there: \`data_center\` in Python, \`DataCenter\` in Go. The
programs in Go and YAML are on the site, in the documentation of the Go SDK, and in \`plugin/schema.json\`.

## Arguments

An argument that your program has never set is never reported as a change, even where the platform fills in a value.
Leaving out one that it did set is a change to what that then means, as each page says under *Leaving out an argument*.
The column *on change* says what a changed argument does: *update* changes the live object in place, *replace* makes
another one and then deletes the old one, and *none* has no effect on the platform. The small ids behind an entry are
the rules of the platform's [contract](../contract/platform-api.md) that it follows.

### name

The default is the name of the resource in the program with a short suffix.

### timeouts

${timeouts}

### adopt

${adopt}

## Outputs

Every argument that is no secret is an output too, with the value that the platform reports. \`id\` is the platform's id,
unless the page says otherwise.

## Drift

\`refresh\` and \`compute drift\` report what differs from the state, and change nothing on the platform
([Drift detection in CI](../guides/drift-detection-in-ci.md)). \`up\` compares the program with the state: to correct drift, run
\`up --refresh\`.

| changed outside of Pulumi | reported as | what the next \`up\` does after a refresh |
| --- | --- | --- |
| renamed | \`name\` | restores the name |
| deleted | removed from the state | creates it again |
| given another variable, if your program sets \`env\` | \`env\`, with the variable's name but not its value | removes the variable |

Computed outputs are never drift, and a refresh updates them. The pages add what else can happen to a kind.

## Errors

Every kind that makes or adopts something has, [by code](../errors.md): ${codes(everyKind)}.

## Import

With [the plugin](../guides/plugin.md), \`pulumi import\` takes an object by its id. Without it, or to see every
difference in a preview first, [adopt](../guides/adopt.md) the object: \`adopt: { id }\`, or \`adopt: { name }\` if no other
object of the kind has that name.
`;
}

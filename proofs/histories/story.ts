import { isObject, type Props } from "../../provider/table/props";
import type { Drift } from "./drift";
import { isOperation, type Life, type Operation, type Step } from "./life";
import type { Violation } from "./play";
import type { Declared, Edit } from "./program";

/** A life as a program and a list of steps, for somebody to replay by hand. */
export function storyOf({ program, steps, world }: Life, violations: readonly Violation[] = []): string {
  const wrong = (step: number) => violations.filter((each) => each.step === step).map(({ what }) => `     >> ${what}`);
  return [
    "the program:",
    ...program.map((resource) => `    ${declaration(resource)}`),
    ...(world.listLagMs > 0 ? [`lists show new objects after ${world.listLagMs / 1_000} s`] : []),
    ...(world.keyFrom === "settings" ? ["the key is in the stack's settings: compute:apiKey"] : []),
    "the steps:",
    ...steps.flatMap((step, index) => [`${String(index + 1).padStart(4)}. ${sentence(step)}`, ...wrong(index + 1)]),
  ].join("\n");
}

const classOf = (kind: Declared["kind"]): string => kind.charAt(0).toUpperCase() + kind.slice(1);

function declaration({ kind, name, args, aliases = [], isOfOtherForm = false, ...options }: Declared): string {
  const { deleteBeforeReplace, retainOnDelete, ignoreChanges = [], importId } = options;
  const given = {
    ...(aliases.length > 0 && { aliases: aliases.map((alias) => ({ name: alias })) }),
    ...(deleteBeforeReplace && { deleteBeforeReplace }),
    ...(retainOnDelete && { retainOnDelete }),
    ...(ignoreChanges.length > 0 && { ignoreChanges }),
    ...(importId !== undefined && { import: importId }),
  };
  const last = Object.keys(given).length > 0 ? `, ${code(given)}` : "";
  return `const ${variable(name)} = new ${isOfOtherForm ? "otherForm" : "compute"}.${classOf(kind)}(${code(name)}, ${code(args)}${last});`;
}

const variable = (name: string): string => name.replaceAll("-", "");

/** As TypeScript has it. */
function code(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(code).join(", ")}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? "undefined";
  if (typeof value.$secret === "string") return `pulumi.secret(${JSON.stringify(value.$secret)})`;
  if (typeof value.$id === "string") return `${variable(value.$id)}.id`;
  const members = Object.entries(value).map(([name, member]) => `${name}: ${code(member)}`);
  return members.length > 0 ? `{ ${members.join(", ")} }` : "{}";
}

function sentence(step: Step): string {
  if (isOperation(step)) return operationSentence(step);
  switch (step.do) {
    case "edit":
      return `edit: ${editSentence(step.edit)}`;
    case "drift":
      return driftSentence(step.drift);
    case "wait":
      return `${step.minutes} minutes pass`;
    case "rotate the key":
      return "the key is rotated: the old one is no key any more, and everybody uses the new one";
    case "read": {
      const runs = step.as.map(({ who }) => who);
      return `in one process a program reads volumes, pods and templates, run as: ${runs.join("; ")}`;
    }
    case "go on from":
      return (
        `somebody goes on from ${step.machine === "there" ? "another" : "the first"} machine, with the same backend` +
        (step.hasOwnKey ? ", and another key of the account" : "")
      );
    case "move the state":
      return `\`stack export\` in the ${step.from}, and \`stack import\` in the ${step.to}, which goes on with the stack`;
    case "change the address":
      return "the settings name the platform by another address";
    case "restore the state":
      return `in the ${step.of}, the state is brought back as it was ${step.back} operations ago`;
    case "drop from the state":
      return `\`state delete\` of ${step.name} in the ${step.of}`;
    case "leave logs":
      return `${step.streams} log streams are aborted before their answer, and the same client asks for the volumes`;
    case "ask much":
      return `${step.calls} deletes at once, through a client with maxWaitMs: 120 000 and a key of 4 requests a minute`;
  }
}

function editSentence(edit: Edit): string {
  switch (edit.edit) {
    case "add":
      return `add ${declaration(edit.resource)}`;
    case "remove":
      return `remove ${edit.name}`;
    case "set":
      return `in ${edit.name}, set ${assignments(edit.args)}`;
    case "unset":
      return `in ${edit.name}, take out ${edit.args.join(", ")}`;
    case "rename":
      return `rename ${edit.name} to ${edit.to}, with aliases: [{ name: ${code(edit.name)} }]`;
    case "move":
      return `take ${edit.name} from the other form of the package, the dynamic class or the plugin`;
    case "hand over":
      return `put ${edit.to}${edit.moves ? ", of the other form of the package," : ""} in the place of ${edit.name}, with ${edit.by === "import" ? `the option import: <the id of ${edit.name}>` : `adopt: { id: <the id of ${edit.name}> }`}`;
    case "retain":
      return `give ${edit.name} the option retainOnDelete: true`;
    case "adopt again":
      return `declare ${edit.to} as ${edit.name} was, with adopt: { id: <the id that ${edit.name} had> }`;
    case "part":
      return (
        `declare ${edit.to} as ${edit.name} is, with adopt: { id: <the id of ${edit.name}> }, ` +
        `and in ${edit.name}, set ${assignments(edit.args)}`
      );
    case "take in":
      return `add ${declaration(edit.resource)} with ${edit.by === "import" ? "the option import:" : "adopt:"} <the id of what somebody else made>`;
    case "end the import":
      return `take the option import out of ${edit.name}`;
    case "ignore changes":
      return `give ${edit.name} the option ignoreChanges: ${code(edit.of)}`;
    case "revert":
      return `back to the program of ${edit.back} edits ago`;
  }
}

const assignments = (args: Props): string =>
  Object.entries(args)
    .map(([name, value]) => `${name}: ${code(value)}`)
    .join(", ") || "nothing";

function driftSentence(drift: Drift): string {
  switch (drift.what) {
    case "change":
      return `somebody else changes ${drift.name}: PATCH ${JSON.stringify(drift.body)}`;
    case "add a variable":
      return `somebody else gives ${drift.name} the variable ${drift.variable}=${drift.value}`;
    case "end its members":
      return `the containers of ${drift.name} end by themselves: its members are EXITED`;
    case "make":
      return `somebody else makes a ${drift.kind}, which ${drift.name} may take over: POST ${JSON.stringify(drift.body)}`;
    case "make a twin":
      return `somebody else makes an object of the same name as ${drift.name}'s`;
    default:
      return `somebody else does this to ${drift.name}: ${drift.what}`;
  }
}

function operationSentence(operation: Operation): string {
  const {
    at,
    target,
    exclude,
    replace = [],
    continuesOnError,
    with: mistake,
    faults = [],
    strike,
    meanwhile = [],
    beside,
    mustSucceed,
  } = operation;
  return [
    operation.do,
    ...(target ? [`--target ${target.join(" --target ")}`] : []),
    ...(exclude ? [`--exclude ${exclude.join(" --exclude ")}`] : []),
    ...replace.map((name) => `--replace ${name}`),
    ...(continuesOnError ? ["--continue-on-error"] : []),
    ...(at === "first checkout" ? [] : [`in the ${at}`]),
    ...(mistake ? [`with a ${mistake}`] : []),
    ...(mustSucceed ? ["with everything in order"] : []),
    ...faults.map(
      ({ method, from, count, fate }) =>
        `; ${count === 1 ? `${method} number ${from} is` : `${count} ${method}s from number ${from} on are`} ${fate}`,
    ),
    ...meanwhile.map(({ atRequest, drift }) => `; at request number ${atRequest}, ${driftSentence(drift)}`),
    ...(strike ? [`; ${strike.how}, when change number ${strike.at} is sent, ${strike.moment}`] : []),
    ...(beside
      ? [`; after change number ${beside.afterChanges}, meanwhile: ${operationSentence(beside.operation)}`]
      : []),
  ]
    .join(" ")
    .replaceAll(" ;", ";");
}

import type { Command, Option } from "commander";
import { fileOfSchema } from "../../cli/documents";
import { type DocumentName, documentNames, schemaOf } from "../../cli/documents/write";
import { createProgram } from "../../cli/program";
import type { Io } from "../../cli/io";
import { usage as emulatorUsage } from "../../emulator/cli";
import { wrapped } from "./page-parts";

/** The commands only describe themselves here; nothing runs. */
const nobody: Io = {
  env: {},
  cwd: "/",
  called: "compute",
  stdout: silent(),
  stderr: silent(),
  isInteractive: false,
  isTyped: false,
  signal: new AbortController().signal,
  onInsist: () => () => undefined,
  now: () => 0,
  everySecond: () => () => undefined,
  ask: () => Promise.resolve(""),
  askHidden: () => Promise.resolve(""),
  input: () => Promise.resolve(""),
  openScreen: () => ({ draw: () => undefined, close: () => undefined }),
  run: () => Promise.resolve(0),
};

/** The reference of the `compute` command, from the declarations that `compute --help` is made from. */
export function cliPage(): string {
  const program = createProgram(nobody);
  const commands = program.commands.flatMap((command) => leaves(command, `compute ${command.name()}`));
  const common = commonOptions(commands);
  const words = [...new Set(commands.map(({ name }) => name.split(" ")[1]!))];
  const groups = words.map((word) => [word, commands.filter(({ name }) => name.split(" ")[1] === word)] as const);
  const rows = [...common.values()].map(
    ({ option, meaning, names, isOnly }) =>
      [`\`${option.flags}\``, `${isOnly ? "" : `of ${listOf(names)}: `}${meaning}`] as const,
  );
  return `# The compute command

${wrapped(`${program.description()} ${intro}`)}

${wrapped(groups.map(([name]) => `[\`${name}\`](#compute-${name})`).join(", "))}

## Options of every command

${optionTable(program.options)}

## Options of several commands

The section of a command names those that it has.

${table(["option", "meaning"], rows)}

## Documents of --json

${wrapped(documentsText)}

${table(["command", "schema"], documentRows)}

${groups.map(([name, leaves]) => section(name, leaves, common)).join("\n")}`;
}

const documentsText =
  "These commands print documents whose member `schema` names their form. New members may come under the same number; one that goes, or means something else, raises it. The JSON Schemas are in the package, in `cli/schemas/`.";

const commandsOf: Readonly<Record<DocumentName, string>> = {
  operation: "`preview`, `up`, `refresh`, `destroy`",
  drift: "`drift`",
  status: "`status`",
  cost: "`cost`",
  keep: "`keep`",
  mend: "`keep --mend`",
};

const documentRows = documentNames.map(
  (name) => [commandsOf[name], `[\`${schemaOf(name)}\`](../${fileOfSchema(name)})`] as const,
);

const intro =
  "Commands that work on a stack use the `Pulumi.yaml` of the current folder, and share state and configuration with the Pulumi CLI. `compute COMMAND --help` says the same in your terminal.";

/** An option that several commands have in the same words. */
interface Common {
  readonly option: Option;
  readonly meaning: string;
  /** First words of the commands that have it. */
  readonly names: readonly string[];
  /** No other option of this name has other words. */
  readonly isOnly: boolean;
}

/** The options that at least three commands have in the same words, by what is said of them. */
function commonOptions(commands: readonly Leaf[]): ReadonlyMap<string, Common> {
  const all = commands.flatMap(({ name, command }) =>
    shown(command.options).map((option) => ({ option, key: keyOf(option), name: name.split(" ")[1] ?? "" })),
  );
  const keys = [...new Set(all.map(({ key }) => key))].filter((key) => all.filter((one) => one.key === key).length > 2);
  return new Map(
    keys.map((key) => {
      const having = all.filter((one) => one.key === key);
      const { option } = having[0]!;
      const isOnly = keys.filter((other) => other.startsWith(`${option.flags}\n`)).length === 1;
      return [key, { option, meaning: meaningOf(option), names: [...new Set(having.map(({ name }) => name))], isOnly }];
    }),
  );
}

const shown = (options: readonly Option[]): Option[] => options.filter(({ hidden }) => !hidden);
const keyOf = (option: Option): string => `${option.flags}\n${meaningOf(option)}`;
const listOf = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");

interface Leaf {
  readonly name: string;
  readonly command: Command;
}

/** The commands that do something. One that has others under it does so only if it has options of its own, as `compute config` has. */
const leaves = (command: Command, name: string): Leaf[] => [
  ...(command.commands.length === 0 || command.options.length > 0 ? [{ name, command }] : []),
  ...command.commands.flatMap((each) => leaves(each, `${name} ${each.name()}`)),
];

/** One heading for each first word of a command. */
function section(name: string, leaves: readonly Leaf[], common: ReadonlyMap<string, Common>): string {
  const commands = leaves.map((leaf) => described(leaf, common));
  const [only, ...others] = commands;
  const parts =
    name === "emulator"
      ? [sentence(leaves[0]!.command.description()), `\`\`\`text\n${emulatorUsage.trim()}\n\`\`\``]
      : others.length === 0
        ? alone(name, only!)
        : together(commands);
  return `${[`## compute ${name}`, ...parts].join("\n\n")}\n`;
}

type Described = ReturnType<typeof described>;

const alone = (name: string, { line, does, rows, also }: Described): string[] => [
  wrapped(`${line === `compute ${name}` ? "" : `\`${line}\`: `}${does}`),
  ...(rows.length > 0 ? [table(["argument or option", "meaning"], rows)] : []),
  ...(also.length > 0 ? [wrapped(`Also ${listOf(also)}.`)] : []),
];

/** The commands of a group are rows of one table, each followed by its arguments and options. */
function together(commands: readonly Described[]): string[] {
  const inAll = commands[0]!.also.filter((flag) => commands.every(({ also }) => also.includes(flag)));
  const rows = commands.flatMap(({ line, does, rows, also }) => {
    const others = also.filter((flag) => !inAll.includes(flag));
    return [[`**\`${line}\`**`, `${does}${others.length > 0 ? ` Also ${listOf(others)}.` : ""}`] as const, ...rows];
  });
  return [
    table(["command, argument or option", "meaning"], rows),
    ...(inAll.length > 0 ? [`Each of them also ${listOf(inAll)}.`] : []),
  ];
}

/** What is said of one command: its line, what it does, a row for each argument and option, and the options told above. */
function described({ name, command }: Leaf, common: ReadonlyMap<string, Common>) {
  const own = shown(command.options).filter((option) => !common.has(keyOf(option)));
  const others = shown(command.options).filter((option) => common.has(keyOf(option)));
  const told = command.registeredArguments.filter(({ description }) => description);
  return {
    line: [name, ...command.registeredArguments.map(wordOf)].join(" "),
    does: sentence(command.description()),
    also: others.map(({ long, flags }) => long ?? flags),
    rows: [
      ...told.map((each) => [`\`${wordOf(each)}\``, each.description] as const),
      ...own.map((option) => [`\`${option.flags}\``, meaningOf(option)] as const),
    ],
  };
}

const wordOf = (argument: Command["registeredArguments"][number]): string => {
  const word = argument.name() + (argument.variadic ? "..." : "");
  return argument.required ? `<${word}>` : `[${word}]`;
};

const optionTable = (options: readonly Option[]): string =>
  table(
    ["option", "meaning"],
    shown(options).map((option) => [`\`${option.flags}\``, meaningOf(option)]),
  );

const meaningOf = ({ description, argChoices, defaultValue, defaultValueDescription }: Option): string =>
  [description, argChoices && `one of ${argChoices.join(", ")}`, defaultOf(defaultValueDescription ?? defaultValue)]
    .filter(Boolean)
    .join("; ");

const defaultOf = (value: unknown): string | false =>
  (typeof value === "string" || typeof value === "number") && value !== "" && `default \`${value}\``;

const table = (head: readonly [string, string], rows: readonly (readonly [string, string])[]): string =>
  [head, ["---", "---"], ...rows].map((cells) => `| ${cells.map(cell).join(" | ")} |`).join("\n");

/** Angle brackets would be markup on the site, and a bar would end the cell. */
const cell = (text = ""): string =>
  text
    .split(/(\`[^\`]*\`)/)
    .map((part) => (part.startsWith("`") ? part : part.replaceAll("<", "&lt;")))
    .join("")
    .replaceAll("|", "\\|");

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${cell(text.slice(1))}${text.endsWith(".") ? "" : "."}`;

function silent(): Io["stdout"] {
  const nowhere = () => undefined;
  const asIs = (text: string) => text;
  const looks = { isTTY: false, isColored: false, columns: 80, rows: 24 };
  return { ...looks, write: nowhere, writePainted: nowhere, isLive: false, inLine: asIs, safe: asIs };
}

import type { Command, Option } from "commander";
import { createProgram } from "../../cli/program";
import type { Io } from "../../cli/io";
import { usage as emulatorUsage } from "../../emulator/cli";

/** Nothing runs here; commands only say what they are. */
const nobody: Io = {
  env: {},
  cwd: "/",
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
  return `# The compute command

${program.description()}

Run \`compute COMMAND --help\` for the same in your terminal. Commands that work on a stack use the \`Pulumi.yaml\` of the current
folder, and share state and configuration with the Pulumi CLI.

| command | what it does |
| --- | --- |
${commands.map(({ name, command }) => `| [\`${name}\`](#${anchor(name)}) | ${cell(command.description())} |`).join("\n")}

## Options of every command

${optionTable(program.options)}

${commands.map(({ name, command }) => section(name, command)).join("\n")}`;
}

interface Leaf {
  readonly name: string;
  readonly command: Command;
}

/** The commands that do something. One that has others under it does so only if it has options of its own, as `compute config` has. */
const leaves = (command: Command, name: string): Leaf[] => [
  ...(command.commands.length === 0 || command.options.length > 0 ? [{ name, command }] : []),
  ...command.commands.flatMap((each) => leaves(each, `${name} ${each.name()}`)),
];

function section(name: string, command: Command): string {
  if (name === "compute emulator")
    return `## ${name}\n\n${sentence(command.description())}\n\n\`\`\`text\n${emulatorUsage.trim()}\n\`\`\`\n`;
  const line = [name, ...command.registeredArguments.map(wordOf), ...(command.options.length > 0 ? ["[options]"] : [])];
  const described = command.registeredArguments.filter(({ description }) => description);
  const named = described.map((each) => [`\`${wordOf(each)}\``, each.description] as const);
  return [
    `## ${name}`,
    sentence(command.description()),
    `\`\`\`text\n${line.join(" ")}\n\`\`\``,
    ...(named.length > 0 ? [table(["argument", "meaning"], named)] : []),
    ...(command.options.length > 0 ? [optionTable(command.options)] : []),
  ]
    .join("\n\n")
    .concat("\n");
}

const wordOf = (argument: Command["registeredArguments"][number]): string => {
  const word = argument.name() + (argument.variadic ? "..." : "");
  return argument.required ? `<${word}>` : `[${word}]`;
};

const optionTable = (options: readonly Option[]): string =>
  table(
    ["option", "meaning"],
    options
      .filter(({ hidden }) => !hidden)
      .map(({ flags, description, argChoices, defaultValue }) => [
        `\`${flags}\``,
        [description, argChoices && `one of ${argChoices.join(", ")}`, defaultOf(defaultValue)]
          .filter(Boolean)
          .join("; "),
      ]),
  );

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
const anchor = (name: string): string => name.replaceAll(" ", "-");

function silent(): Io["stdout"] {
  const nowhere = () => undefined;
  const asIs = (text: string) => text;
  const looks = { isTTY: false, isColored: false, columns: 80, rows: 24 };
  return { ...looks, write: nowhere, writePainted: nowhere, isLive: false, inLine: asIs, safe: asIs };
}

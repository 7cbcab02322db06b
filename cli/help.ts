import { ownMember } from "../values/own-member";
import type { Command } from "commander";
import { CommandFailure, type Io } from "./io";

/** The most common uses, by the words of the command, shown before the options. */
const examples: Readonly<Record<string, readonly string[]>> = {
  compute: ["compute new", "compute preview", "compute up", "compute status --watch", "compute destroy"],
  new: ["compute new", "compute new gpu-pod --dir notebook"],
  preview: ["compute preview", "compute preview --diff --target '**::trainer'", "compute preview --markdown > plan.md"],
  up: ["compute up", "compute up --stack prod --yes", "compute up --refresh --target '**::trainer'"],
  refresh: ["compute refresh", "compute refresh --yes"],
  destroy: ["compute destroy", "compute destroy --stack dev --yes"],
  config: ["compute config", "compute config set --secret compute:apiKey"],
  "config set": [
    "compute config set compute:apiUrl https://api.example.com",
    "compute config set --secret compute:apiKey",
  ],
  "state delete": ["compute state delete 'urn:pulumi:dev::shop::compute:index:Pod::trainer'"],
  import: ["compute import", "compute import --language python --out imported"],
  status: ["compute status", "compute status --watch", "compute status --json"],
  drift: ["compute drift", "compute drift --sarif > drift.sarif"],
  cost: ["compute cost", "compute preview --json | compute cost --preview -"],
  keep: ["compute keep --once --dry-run", "compute keep --every 5m --metrics 9464"],
  doctor: ["compute doctor"],
  logs: ["compute logs trainer", "compute logs trainer --follow"],
  ssh: ["compute ssh trainer", "compute ssh trainer -- nvidia-smi -l 5", "compute ssh --config"],
  forward: ["compute forward trainer 8888", "compute forward trainer 9000:8888"],
  graph: ["compute graph >> README.md", "compute graph --format dot | dot -Tsvg > stack.svg"],
  catalog: ["compute catalog", "compute catalog gpus --available --data-center EU-XX-1"],
  completion: [
    "compute completion bash >> ~/.bashrc",
    "compute completion zsh >> ~/.zshrc",
    "compute completion fish > ~/.config/fish/completions/compute.fish",
  ],
};

const pathOf = (command: Command): string =>
  command.parent?.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

/** Puts examples first, and replaces the global options by a line that says where they are. */
export function arrangeHelp(program: Command, { called }: Pick<Io, "called">): void {
  program.configureHelp({
    commandDescription: (command) => {
      const lines = (ownMember(examples, pathOf(command)) ?? []).map(
        (line) => `\n  ${line.replace(/\bcompute (?=[a-z])/g, () => `${called} `)}`,
      );
      return lines.length === 0 ? command.description() : `${command.description()}\n\nExamples:${lines.join("")}`;
    },
  });
  program.addHelpText("afterAll", ({ command }) =>
    command.parent ? `\nOptions of every command: ${called} --help` : "",
  );
}

/** Refuses an unknown word after a command that also works by itself. @throws CommandFailure */
export function refuseWord(command: Command): void {
  const [word] = command.args;
  if (word === undefined) return;
  const path = `${command.name()} ${word}`;
  throw new CommandFailure(ofTheCli.has(path) ? elsewhere(path) : `${noCommand(command, word)}, or nothing.`);
}

const noCommand = (group: Command, word: string): string =>
  `There is no \`compute ${group.name()} ${word}\`. After ${group.name()} comes one of ${group.commands.map((sub) => sub.name()).join(", ")}`;

const elsewhere = (path: string): string =>
  `There is no \`compute ${path}\`. The Pulumi CLI has it and works on the same state: \`pulumi ${path}\`.`;

/** Commands of the Pulumi CLI that people may try. */
const ofTheCli = new Set([
  ...["about", "convert", "install", "login", "logout", "policy", "watch", "whoami"],
  ...["cp", "env", "refresh", "rm-all", "set-all"].map((word) => `config ${word}`),
  ...["graph", "history", "new", "rename", "rm", "select", "tag", "unselect"].map((word) => `stack ${word}`),
  "stack change-secrets-provider",
  ...["edit", "move", "protect", "rename", "repair", "taint", "untaint", "upgrade"].map((word) => `state ${word}`),
]);

/** Explains an unknown command: to which tool it belongs, or the replacement. */
export function explainUnknownCommands(program: Command): void {
  for (const group of [program, ...program.commands].filter(({ commands }) => commands.length > 0))
    group.configureOutput({
      outputError: (text, write) => {
        const [, word] = /unknown command '([^']+)'/.exec(text) ?? [];
        if (word === undefined) return write(text);
        const path = group === program ? word : `${group.name()} ${word}`;
        if (ofTheCli.has(path)) return write(`error: ${elsewhere(path)}\n`);
        write(group === program || text.includes("Did you mean") ? text : `error: ${noCommand(group, word)}.\n`);
      },
    });
}

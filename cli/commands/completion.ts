import { Argument, type Command, Option } from "commander";
import { completionScript, type List, lists, type Shell, shells } from "./completion-scripts";
import { stacksHere } from "../stack/flags";
import { isCurrent, readDeployment, type StackResource } from "../state/deployment";
import { readState } from "../state/load-stack";
import { endpointsAmong } from "../state/reach";
import { quoted } from "../../values/shell";
import { CommandFailure, type Io, type Register } from "../io";

export const registerCompletion: Register = (program, io) => {
  program
    .command("completion")
    .description("print a script that completes this command's words in your shell")
    .addArgument(new Argument("[shell]", "bash, zsh or fish").choices(shells))
    .addOption(new Option("--list <what>", "names of the project, for the scripts").choices(lists).hideHelp())
    .action(async (shell: Shell | undefined, { list }: { readonly list?: List }) => {
      if (list !== undefined) return io.stdout.write((await words(io, list)).map((name) => `${name}\n`).join(""));
      if (shell === undefined) throw new CommandFailure(`Name your shell: ${shells.join(", ")}.`);
      return io.stdout.write(completionScript(shell, wordsOf(program)));
    });
};

/** The names that a shell reads as they are. Bash runs what others say, as in `$(…)`, to complete them. */
const words = async (io: Io, list: List): Promise<string[]> =>
  (await names[list](io)).filter((name) => quoted(name) === name);

/** Names that may follow; empty if they would need a request. */
const names: Readonly<Record<List, (io: Io) => Promise<readonly string[]>>> = {
  stacks: async (io) => {
    const { known, configured } = await stacksHere(io);
    return [...new Set([...known, ...configured])];
  },
  pods: async (io) => {
    const { hostsAmong } = await import("./ssh-login.js");
    return hostsAmong(await resourcesHere(io)).map(({ name }) => name);
  },
  endpoints: async (io) => endpointsAmong(await resourcesHere(io)).map(({ name }) => name),
  templates: async () => (await (await import("./new-copy.js")).readTemplates()).map(({ name }) => name),
};

async function resourcesHere(io: Io): Promise<readonly StackResource[]> {
  const { where, text } = await readState(io, {});
  return readDeployment(text, where).resources.filter(isCurrent);
}

/** Every command by the words that lead to it, with what may follow. */
function wordsOf(command: Command, path: readonly string[] = []): ReturnType<typeof entryOf>[] {
  return [entryOf(command, path), ...command.commands.flatMap((sub) => wordsOf(sub, [...path, sub.name()]))];
}

const entryOf = (command: Command, path: readonly string[]) => ({
  path,
  commands: command.commands.map((sub) => ({ name: sub.name(), description: sub.description() })),
  options: command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long, description }) => (long ? [{ name: long, description }] : [])),
});

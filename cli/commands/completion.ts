import { Argument, type Command } from "commander";
import { completionScript, shells, type Shell } from "../completion/scripts";
import type { Register } from "../register";

export const registerCompletion: Register = (program, io) => {
  program
    .command("completion")
    .description("print a script that completes this command's words in your shell")
    .addArgument(new Argument("<shell>", "bash, zsh or fish").choices(shells))
    .action((shell: Shell) => {
      io.stdout.write(completionScript(shell, wordsOf(program)));
    });
};

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

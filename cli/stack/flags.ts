import { type Command, InvalidArgumentError, Option } from "commander";
import { resolve } from "node:path";
import { CommandFailure, type Io } from "../io";
import type { LocalStack } from "../../engine/index";

/** What every command on a stack takes; the names are those of the Pulumi CLI. */
export interface StackFlags {
  readonly stack?: string;
  readonly cwd?: string;
}

export interface OperationFlags extends StackFlags {
  readonly json?: boolean;
  readonly events?: boolean;
  readonly diff?: boolean;
  readonly parallel?: number;
  readonly yes?: boolean;
  readonly skipPreview?: boolean;
}

export function addStackFlags(command: Command): Command {
  return command
    .option("-s, --stack <name>", "the stack; else PULUMI_STACK")
    .option("-C, --cwd <directory>", "the directory of Pulumi.yaml; else the current one");
}

export function addOperationFlags(command: Command): Command {
  return addStackFlags(command)
    .addOption(new Option("-p, --parallel <n>", "how many resources to work on at once").argParser(positiveInteger))
    .option("-j, --json", "print one JSON document at the end, as `pulumi preview --json` does")
    .option("--diff", "show every property of what changes, old and new")
    .option("--events", "print each event as a line of JSON while it happens");
}

/** Which resources an operation is about. */
export interface SelectionFlags {
  readonly target?: string[];
  readonly targetDependents?: boolean;
  readonly exclude?: string[];
  readonly excludeDependents?: boolean;
}

/** A flag that may be given several times. A bare name is no URN, and would match nothing. */
const several = (text: string, before: string[] = []): string[] => {
  if (!text.startsWith("urn:") && !text.includes("*"))
    throw new InvalidArgumentError(`It is a URN, or a pattern such as '**::${text}'.`);
  return [...before, text];
};

export function addSelectionFlags(command: Command): Command {
  return command
    .addOption(
      new Option("-t, --target <urn>", "work on this resource only; may be given several times; * and ** are wildcards")
        .argParser(several)
        .conflicts("exclude"),
    )
    .option("--target-dependents", "and on what depends on the targets")
    .addOption(new Option("-x, --exclude <urn>", "leave this resource alone; as --target otherwise").argParser(several))
    .option("--exclude-dependents", "and what depends on the excluded");
}

/** The part of the flags that the engine takes as it is. */
export const selectionOf = ({ target, targetDependents, exclude, excludeDependents }: SelectionFlags) => ({
  ...(target ? { target } : {}),
  ...(exclude ? { exclude } : {}),
  targetDependents: targetDependents ?? false,
  excludeDependents: excludeDependents ?? false,
});

/** What only an `up` and its preview take. */
export interface ReplaceFlags {
  readonly replace?: string[];
  readonly targetReplace?: string[];
}

export function addReplaceFlags(command: Command): Command {
  return command
    .addOption(new Option("--replace <urn>", "replace this resource, whatever its diff says").argParser(several))
    .addOption(new Option("--target-replace <urn>", "short for --target and --replace of the same").argParser(several));
}

/** As {@link selectionOf}, with what is to be replaced. */
export function updateSelectionOf(flags: SelectionFlags & ReplaceFlags) {
  const { target = [], replace = [], targetReplace = [] } = flags;
  const targets = [...target, ...targetReplace];
  return {
    ...selectionOf({ ...flags, ...(targets.length > 0 ? { target: targets } : {}) }),
    replace: [...replace, ...targetReplace],
  };
}

/** Go on past a resource that failed. The CLI can be told so by the environment too. */
export const addContinueFlag = (command: Command): Command =>
  command.addOption(
    new Option("--continue-on-error", "go on with what does not depend on a resource that failed").env(
      "PULUMI_CONTINUE_ON_ERROR",
    ),
  );

/** For operations that change something. */
export function addConsentFlags(command: Command): Command {
  return command.option("-y, --yes", "do not ask").option("-f, --skip-preview", "do not show a preview first");
}

function positiveInteger(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError("It is a whole number from 1 up.");
  return value;
}

/**
 * Opens the stack that flags and environment name. Without `PULUMI_BACKEND_URL` the state is where `pulumi login --local`
 * keeps it, below the home directory, so that the CLI finds the same stack.
 */
export async function openStack(io: Io, flags: StackFlags & { parallel?: number }): Promise<LocalStack> {
  const stack = flags.stack ?? io.env["PULUMI_STACK"];
  if (!stack) throw new CommandFailure("which stack? Pass --stack, or set PULUMI_STACK. A new name makes a new stack.");
  const { LocalStack } = await import("../../engine/index.js");
  return LocalStack.open({
    projectDir: resolve(io.cwd, flags.cwd ?? "."),
    stack,
    backendUrl: io.env["PULUMI_BACKEND_URL"] ?? "file://~",
    env: Object.fromEntries(Object.entries(io.env).filter((pair): pair is [string, string] => pair[1] !== undefined)),
    ...(flags.parallel === undefined ? {} : { parallel: flags.parallel }),
  });
}

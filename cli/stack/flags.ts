import { type Command, InvalidArgumentError, Option } from "commander";
import { readdir } from "node:fs/promises";
import { quoted } from "../../values/shell";
import { CommandFailure, type Io } from "../io";
import { positiveInteger, several } from "../parsers";
import type { LocalStack } from "../../engine/index";
import { backendUrlOf, loginHint } from "../state/backend";
import { cliOfBackend, runnerOf } from "../state/pulumi-cli";
import { selectedStack } from "./selected";

/** The flags of every command on a stack, named as in the Pulumi CLI. Only operations have `parallel`. */
export interface StackFlags {
  readonly stack?: string;
  readonly parallel?: number;
}

export interface OperationFlags extends StackFlags {
  readonly json?: boolean;
  readonly events?: boolean;
  readonly markdown?: boolean;
  readonly diff?: boolean;
  readonly all?: boolean;
  readonly yes?: boolean;
  readonly skipPreview?: boolean;
  readonly previewOnly?: boolean;
  readonly target?: string[];
  readonly targetDependents?: boolean;
  readonly exclude?: string[];
  readonly excludeDependents?: boolean;
  /** Only `up` and its preview have this flag and the next one. */
  readonly replace?: string[];
  readonly targetReplace?: string[];
}

export const addStackFlags = (command: Command): Command =>
  command.option(
    "-s, --stack <name>",
    "the stack; defaults to PULUMI_STACK, then to the one chosen with `pulumi stack select`, then to the only one",
  );

/** @param isAsking for operations that change something. */
export function addOperationFlags(command: Command, isAsking = true): Command {
  addStackFlags(command)
    .option("-p, --parallel <n>", "how many resources to work on at the same time; 16 if omitted", positiveInteger)
    .option("-j, --json", "print one JSON document at the end, like `pulumi preview --json`")
    .option("--diff", "show every property of what changes, old and new")
    .option("--all", "on a terminal, a line for each resource, also where several are alike")
    .option("--events", "print each event as one line of JSON while the operation runs");
  if (isAsking)
    command.option("-y, --yes", "do not ask for confirmation").option("-f, --skip-preview", "skip the preview");
  return command
    .addOption(
      new Option("-t, --target <urn>", "work only on this resource; can be repeated; * and ** are wildcards")
        .argParser(severalUrns)
        .conflicts("exclude"),
    )
    .option("--target-dependents", "include the resources that depend on the targets")
    .option("-x, --exclude <urn>", "leave this resource alone; same patterns as --target", severalUrns)
    .option("--exclude-dependents", "also leave alone the resources that depend on the excluded ones");
}

/** Parses a repeatable flag. A bare name is not a URN and would match nothing. */
function severalUrns(text: string, before?: string[]): string[] {
  if (!text.startsWith("urn:") && !text.includes("*"))
    throw new InvalidArgumentError(`Expected a URN, or a pattern such as '**::${text}'.`);
  return several(text, before);
}

/** The flags as the engine takes them. */
export const selectionOf = ({
  target = [],
  targetDependents = false,
  exclude = [],
  excludeDependents = false,
  replace = [],
  targetReplace = [],
}: OperationFlags) => ({
  target: [...target, ...targetReplace],
  targetDependents,
  exclude,
  excludeDependents,
  replace: [...replace, ...targetReplace],
});

export function addReplaceFlags(command: Command): Command {
  return command
    .option("--replace <urn>", "replace this resource even if nothing differs", severalUrns)
    .option("--target-replace <urn>", "short for --target and --replace with the same URN", severalUrns)
    .addOption(new Option("--policy-pack <path>").argParser(refusePolicies).hideHelp())
    .addOption(new Option("--policy-pack-config <path>").argParser(refusePolicies).hideHelp());
}

/** Refuses policy packs: an operation that only seems to be checked is worse than none (decision 20). */
function refusePolicies(path: string): never {
  throw new CommandFailure(
    `The local engine does not run policy packs, so ${path} would not be checked. Run the preview of the Pulumi ` +
      "CLI with it, which works on the same stack. Nothing was changed.",
  );
}

export const isSelective = ({ target, exclude, targetReplace }: OperationFlags): boolean =>
  [target, exclude, targetReplace].some((each = []) => each.length > 0);

/** Adds the flag to continue after a failed resource. As with the CLI, the environment can set it too. */
export const addContinueFlag = (command: Command): Command =>
  command.addOption(
    new Option("--continue-on-error", "after a failure, continue with the resources that do not depend on it").env(
      "PULUMI_CONTINUE_ON_ERROR",
    ),
  );

/** The stack of the flags or environment, else the selected one, else the only one. @throws CommandFailure if none. */
export async function findStack(io: Io, flags: StackFlags): Promise<string> {
  const named = flags.stack ?? io.env["PULUMI_STACK"];
  if (named) return named;
  const { project, root, known, selected, configured } = await stacksHere(io);
  if (selected !== undefined) return selected;
  const [only, ...others] = known;
  // A project whose stacks are all in the CLI's legacy layout would seem empty.
  if (only === undefined && root !== undefined)
    (await import("../../engine/state/layout.js")).refuseLegacy(root, { project });
  if (only !== undefined && others.length === 0) return only;
  // A guessed name never creates a stack, because its state may be in another backend.
  const [name = "dev"] = configured;
  const there = configured.length > 0 ? `, but settings for ${configured.join(", ")}` : "";
  const first =
    (await runnerOf(io)) === "pulumi"
      ? `\`pulumi stack init ${quoted(name)}\` makes one.`
      : `The first \`up\` makes one: pass its name, such as --stack ${name}, or set PULUMI_STACK.`;
  throw new CommandFailure(
    only === undefined
      ? `This project has no stack yet${there}. ${first}${await loginHint(io)}`
      : `This project has several stacks: ${known.join(", ")}. Pass --stack, set PULUMI_STACK, or choose one with \`pulumi stack select\`.`,
  );
}

export class MistypedStack extends CommandFailure {}

type IsMeant = (sentence: string) => Promise<boolean>;

/** @throws MistypedStack for an unknown name beside other stacks, unless it is meant: `up` would create everything again. */
export async function refuseMistyped(io: Io, name: string, isMeant?: IsMeant): Promise<void> {
  const { project, known, configured } = await stacksHere(io);
  const others = [...new Set([...known, ...configured])].sort();
  if (others.length === 0 || others.includes(name)) return;
  const sentence = `no stack named '${name}' found in project ${project}; it has ${others.join(", ")}`;
  if (await isMeant?.(sentence)) return;
  throw new MistypedStack(
    `${sentence}. If the name is right, make the stack with \`compute stack init ${quoted(name)}\`, or pass --create to \`up\`. Nothing was changed.`,
  );
}

/** The stacks of the project in this backend and its folder, if it is one; the selected stack, and the names with settings. */
export async function stacksHere(io: Io) {
  const [{ readProject }, { backendRoot, listStacks }] = await Promise.all([
    import("../../engine/project/project.js"),
    import("../../engine/state/backend.js"),
  ]);
  const project = await readProject(io.cwd);
  const url = await backendUrlOf(io);
  const elsewhere = await cliOfBackend(io);
  const root = elsewhere ? undefined : backendRoot(url, project.root);
  const { known, selected } =
    root === undefined
      ? await elsewhere!.stacks()
      : { known: await listStacks(root, project.name), selected: await selectedStack(io, project, url) };
  const files = await readdir(project.configDir).catch(() => []);
  const configured = files.flatMap((file) => /^Pulumi\.(.+)\.yaml$/.exec(file)?.[1] ?? []).sort();
  const isThere = selected !== undefined && known.includes(selected);
  return { project: project.name, root, known, selected: isThere ? selected : undefined, configured };
}

/** Opens the stack whose program is about to run. @throws EngineError `unsupported` if only the CLI can run the program. */
export async function openStackToRun(io: Io, flags: StackFlags, isMeant?: IsMeant): Promise<LocalStack> {
  const [{ readProject }, { checkRuntime }] = await Promise.all([
    import("../../engine/project/project.js"),
    import("../../engine/languages/index.js"),
  ]);
  checkRuntime(await readProject(io.cwd));
  return openKnownStack(io, flags, isMeant);
}

/** The place of the state, which without PULUMI_BACKEND_URL is the home of the user database, whatever HOME says. */
export const placeOfState = ({ name, statesFolder }: LocalStack): string =>
  `The state of stack ${name} is in ${statesFolder}.`;

/** Like {@link openStack}. @throws MistypedStack as {@link refuseMistyped} does. */
export async function openKnownStack(io: Io, flags: StackFlags, isMeant?: IsMeant): Promise<LocalStack> {
  const stack = await openStack(io, flags);
  await refuseMistyped(io, stack.name, isMeant);
  return stack;
}

/** Opens the stack. @throws CommandFailure like {@link findStack}, and if its backend is not a folder. */
export async function openStack(io: Io, flags: StackFlags): Promise<LocalStack> {
  const elsewhere = await cliOfBackend(io);
  if (elsewhere) throw elsewhere.refusal();
  const stack = await findStack(io, flags);
  const { LocalStack } = await import("../../engine/index.js");
  return LocalStack.open({
    projectDir: io.cwd,
    stack,
    backendUrl: await backendUrlOf(io),
    env: Object.fromEntries(Object.entries(io.env).filter((pair): pair is [string, string] => pair[1] !== undefined)),
    ...(flags.parallel === undefined ? {} : { parallel: flags.parallel }),
    ...(io.ambient && { ambient: io.ambient }),
  });
}

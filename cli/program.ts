import { ownMember } from "../values/own-member";
import { Command, CommanderError, Option } from "commander";
import { registerCancel } from "./commands/cancel";
import { registerCatalog } from "./commands/catalog";
import { registerCompletion } from "./commands/completion";
import { registerConfig } from "./commands/config";
import { registerCost } from "./commands/cost";
import { registerDestroy } from "./commands/destroy";
import { registerDoctor } from "./commands/doctor";
import { registerDrift } from "./commands/drift";
import { registerEmulator } from "./commands/emulator";
import { registerForward } from "./commands/forward";
import { registerGraph } from "./commands/graph";
import { registerImport } from "./commands/import";
import { registerJobs } from "./commands/jobs";
import { registerKeep } from "./commands/keep";
import { registerLogs } from "./commands/logs";
import { registerNew } from "./commands/new";
import { registerPlugin } from "./commands/plugin";
import { registerPreview } from "./commands/preview";
import { registerRefresh } from "./commands/refresh";
import { registerSsh } from "./commands/ssh";
import { registerStack } from "./commands/stack";
import { registerState } from "./commands/state";
import { registerStatus } from "./commands/status";
import { registerUp } from "./commands/up";
import { arrangeHelp, explainUnknownCommands } from "./help";
import { CommandFailure, type Io, messageOf, type Register, writeSentences } from "./io";
import { version } from "../client/http/version";
import { withLabels } from "./stack/names";
import { CliFailure, wordingHere } from "./state/pulumi-cli";
import { type GlobalFlags, type Running, shown, type Shown } from "./shown";

/** One file a command; the order is that of the help text. */
const commands: readonly Register[] = [
  registerNew,
  registerPreview,
  registerUp,
  registerRefresh,
  registerDestroy,
  registerConfig,
  registerStack,
  registerState,
  registerCancel,
  registerImport,
  registerStatus,
  registerDrift,
  registerCost,
  registerKeep,
  registerDoctor,
  registerLogs,
  registerSsh,
  registerForward,
  registerGraph,
  registerCatalog,
  registerJobs,
  registerPlugin,
  registerEmulator,
  registerCompletion,
];

/** The `compute` command. Throws commander's `CommanderError` where commander would end the process. */
export const createProgram = (outer: Io): Command => open(outer).program;

function open(outer: Io): { readonly program: Command } & Shown {
  const program = new Command("compute");
  let running: Running = {};
  const { io, isAltered } = shown(
    outer,
    () => program.opts<GlobalFlags>(),
    () => running,
  );
  program
    .description(
      "Deploy stacks on the Compute Platform without the Pulumi CLI, inspect what runs, and emulate the platform.",
    )
    .version(version)
    .option("-C, --cwd <directory>", "run as if started in this directory")
    .option("--raw", "print control characters and CI commands unescaped")
    .option(
      "--allow-environment-key <host>",
      "send COMPUTE_API_KEY to this host even though only the stack's settings name it",
    )
    .addOption(
      new Option("--color <when>", "colour the output; NO_COLOR and FORCE_COLOR are honoured too")
        .choices(["auto", "always", "never"])
        .default("auto"),
    )
    .showHelpAfterError("Run with --help to see the commands and options.")
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => writeSentences(io.stderr, [text.replace(/\n$/, "")]),
      getOutHelpWidth: () => io.stdout.columns,
      getErrHelpWidth: () => io.stderr.columns,
    })
    .hook("preAction", (_, command) => {
      running = runningOf(command, outer.env);
    })
    .exitOverride();
  arrangeHelp(program, io);
  for (const register of commands) register(program, io);
  explainUnknownCommands(program);
  return { program, io, isAltered };
}

/** Commands whose output is a state, an output, a setting, a log or the answer of a job. */
const printers = ["export", "output", "config", "logs", "jobs"];

/** Of the stack that another shell may not know: a state from a file belongs to none that the environment names. */
function runningOf(command: Command, env: Io["env"]): Running {
  const printsData = [command, command.parent].some((each) => each !== null && printers.includes(each.name()));
  if (!command.options.some(({ long }) => long === "--stack")) return { printsData };
  const { stack, file } = command.optsWithGlobals<{ stack?: string; file?: string }>();
  return { printsData, stack: stack ?? (file === undefined ? env["PULUMI_STACK"] || undefined : undefined) };
}

/** Runs the command and prints its error. @returns the exit code. */
export async function runProgram(outer: Io, argv: readonly string[]): Promise<number> {
  const { program, io, isAltered } = open(outer);
  try {
    await program.parseAsync(argv);
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    const { isTold, exitCode } = error instanceof CommandFailure ? error : { isTold: false, exitCode: 1 };
    if (isTold) return exitCode;
    const said = filesFailure(error) ?? messageOf(error);
    const worded = error instanceof CliFailure ? said : (await wordingHere(io))(withLabels(said));
    writeSentences(io.stderr, [`error: ${worded}`]);
    return exitCode;
  } finally {
    if (isAltered()) writeSentences(io.stderr, [alteration]);
  }
}

const refusals: Readonly<Record<string, string>> = {
  EACCES: "you have no right to. Change the rights of the file and of its folders, or run this as their owner",
  EPERM: "it is not permitted. Change the rights of the file and of its folders, or run this as their owner",
  EROFS: "it is on a disk that can only be read. Choose another folder",
  ENOSPC: "the disk is full. Make room, and run this again",
};

/** The system's refusal of a file, in words. */
function filesFailure(error: unknown): string | undefined {
  const { code = "", path, syscall } = error as NodeJS.ErrnoException;
  const why = ownMember(refusals, code);
  const verb = syscall === "stat" || syscall === "scandir" ? "look at" : syscall;
  return why === undefined || path === undefined ? undefined : `Can't ${verb} ${path}: ${why}.`;
}

const alteration =
  "note: control characters and CI commands in this output are escaped, as in \\u001b; --raw prints them unescaped";

import { InvalidArgumentError, Option } from "commander";
import { durationMs, durationPattern } from "../../provider/table/duration";
import { CommandFailure, foundCode, type Io, messageOf, type Register, writeSentences } from "../io";
import type { KeeperFlags, Kept } from "../keep/keeper";
import { findStack, stacksHere } from "../stack/flags";
import { backendUrlOf } from "../state/backend";
import { cliOfBackend, plainName } from "../state/pulumi-cli";
import { addStateFlags } from "../state/load-stack";
import { afterSeconds } from "../status/lookout";

interface Flags extends KeeperFlags {
  readonly once?: boolean;
  readonly every: number;
  readonly all?: boolean;
}

export const registerKeep: Register = (program, io) => {
  addStateFlags(
    program
      .command("keep")
      .description(
        "stop pods whose time is over or that idle (`stopAfter`, `stopWhenIdle`), and report drift and cost; by itself it deletes and starts " +
          "nothing; `--mend` puts right what differs",
      ),
  )
    .addOption(new Option("--once", "one pass: exits with 0 if nothing was to do, 2 if something was done or differs"))
    .addOption(
      new Option("--every <time>", "a pass every so often, until Ctrl-C").default(300_000, "5m").argParser(interval),
    )
    .addOption(new Option("--all", "look after all stacks of the project in this backend").conflicts("file"))
    .option("--dry-run", "say what would be stopped, and stop nothing")
    .addOption(
      new Option(
        "--mend [all]",
        "where something differs, run `up --refresh` if that changes nothing else, and deletes and replaces nothing; `--mend=all`: whatever it does",
      )
        .choices(["all"])
        .conflicts(["dryRun", "file"]),
    )
    .option("--cap", "past compute:maxDailyCost, stop every pod that has stopAfter or stopWhenIdle")
    .addOption(new Option("-j, --json", "print JSON, one document a stack and pass").conflicts("markdown"))
    .option("--markdown", "print Markdown")
    .option("--notify <url>", "post each action and difference once, as JSON; or set COMPUTE_KEEP_NOTIFY")
    .option("--metrics <where>", "Prometheus metrics: a file, a port on 127.0.0.1, or HOST:PORT")
    .option("--remember <file>", "where passes keep since when pods idle; by default below ~/.local/state")
    .action(async (flags: Flags) => {
      if (flags.file === "-" && !flags.once)
        throw new CommandFailure("Standard input can be read only once: add --once, or name a file.");
      const { Keeper } = await import("../keep/keeper.js");
      const keeper = await Keeper.open(io, flags);
      const pass = () => keeper.pass(() => stacksToKeep(io, flags));
      try {
        if (flags.once) {
          // The details are printed already.
          if (await pass()) throw new CommandFailure("", foundCode);
          return;
        }
        while (!io.signal.aborted) {
          // The next pass tries again.
          await pass().catch((error: unknown) => {
            if (!io.signal.aborted && messageOf(error) !== "")
              writeSentences(io.stderr, [`error: ${messageOf(error)}`]);
          });
          await afterSeconds(io, flags.every / 1_000).end;
        }
      } finally {
        keeper.close();
      }
    });
};

function interval(text: string): number {
  if (!durationPattern.test(text) || durationMs(text) < 1_000)
    throw new InvalidArgumentError('Expected a time of at least one second, such as "5m" or "1h".');
  return durationMs(text);
}

/** @throws CommandFailure if there is none: a keeper without stacks would be silent for ever. */
async function stacksToKeep(io: Io, flags: Flags): Promise<readonly Kept[]> {
  if (flags.file !== undefined) return [[flags.file, flags]];
  const { project, known } = await stacksHere(io);
  const names = flags.all ? known : [await findStack(io, flags)];
  const where = (await cliOfBackend(io))?.where ?? (await backendUrlOf(io));
  if (names.length === 0)
    throw new CommandFailure(
      `There is no stack of the project ${project} in ${where}, so nothing is kept. Set PULUMI_BACKEND_URL to where its states are.`,
    );
  return names.map((stack) => [`${project}/${plainName(stack)}`, { ...flags, stack }] as const);
}

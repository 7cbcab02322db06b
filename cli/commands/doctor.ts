import { resolve } from "node:path";
import { diagnose } from "../doctor/diagnose";
import { endAttempt, endingOf } from "../doctor/end-attempt";
import { type Finding, printable } from "../doctor/finding";
import { readJournal, stacksOf, type Which } from "../doctor/journal";
import { CommandFailure, type Io, writeLine } from "../io";
import { openPlatform, platformSettings } from "../platform";
import type { Register } from "../register";
import { kinds, type Kind, type Stack } from "../state/deployment";
import { openStack } from "../stack/flags";
import { addStateFlags, loadStack, type StateFlags } from "../state/load-stack";
import { readPlatformObjects } from "../state/platform-objects";
import { sightingHere, viewOf } from "../state/sightings";

interface Flags extends StateFlags {
  readonly json?: boolean;
  readonly delete?: string;
  readonly yes?: boolean;
}

export const registerDoctor: Register = (program, io) => {
  addStateFlags(program.command("doctor").description("diagnose interrupted operations, missing resources and orphans"))
    .option("-j, --json", "print JSON")
    .option(
      "--delete <id>",
      "clean up after an interrupted run: delete the object that this attempt created, and forget the attempt",
    )
    .option("-y, --yes", "do not ask before deleting")
    .action(async (flags: Flags) => {
      const stack = await loadStack(io, flags);
      const settings = await platformSettings(io, flags);
      const client = await openPlatform(io, flags);
      const directory = resolve(io.cwd, flags.cwd ?? ".");
      const journal = await readJournal(io, flags, await stacksAsked(io, flags, stack, directory), directory, stack);
      const made = journal.attempts.flatMap(({ kind, made: id }) =>
        id === undefined ? [] : [{ kind: kind as Kind, id }],
      );
      const known = [...stack.resources, ...stack.pending.map(({ resource }) => resource), ...made, ...journal.made];
      const platform = await readPlatformObjects(client, kinds, known, io.signal);
      if (flags.delete !== undefined) {
        const owned = new Set(stack.resources.map(({ kind, id }) => `${kind} ${id}`));
        const isKnown = (kind: Kind, id: string) => owned.has(`${kind} ${id}`);
        const ending = endingOf(flags.delete, journal.attempts, platform, isKnown, viewOf(settings));
        return endAttempt(io, client, journal, ending, flags.yes ?? false);
      }
      const here = sightingHere(settings);
      const elsewhere = await idsElsewhere(io, flags);
      const surroundings = { ...(here === undefined ? {} : { here }), elsewhere, made: journal.made };
      const findings = diagnose(stack, platform, journal.attempts, surroundings);
      writeLine(
        io.stdout,
        flags.json ? JSON.stringify({ findings: printable(findings) }, undefined, 2) : show(findings, stack),
      );
    });
};

/** A stack may have nothing in its state; a state from a file tells its stack by what is in it. */
async function stacksAsked(io: Io, flags: Flags, stack: Stack, directory: string): Promise<Which[]> {
  if (flags.file !== undefined) return stacksOf(stack);
  const [{ readProject }, { name }] = await Promise.all([
    import("../../engine/project/project.js"),
    openStack(io, flags),
  ]);
  return [{ project: (await readProject(directory)).name, stack: name }];
}

/** Ids in the states of the backend that the engine uses, as far as it is one in files. */
async function idsElsewhere(io: Io, { cwd, file }: Flags): Promise<ReadonlySet<string>> {
  const { knownIds } = await import("../import/known.js");
  // A state from a file may be of any backend.
  const url = io.env["PULUMI_BACKEND_URL"] ?? (file === undefined ? "file://~" : undefined);
  if (!url?.startsWith("file://")) return new Set();
  try {
    return await knownIds({ ...io, env: { ...io.env, PULUMI_BACKEND_URL: url } }, cwd === undefined ? {} : { cwd });
  } catch (error) {
    if (error instanceof CommandFailure) return new Set();
    throw error;
  }
}

const strays = "To find objects that no stack knows, run `compute import --all`.";

function show(findings: readonly Finding[], { resources }: Stack): string {
  if (findings.length === 0)
    return resources.length === 0
      ? `The state has no resources, and no interrupted run has left anything. ${strays}`
      : `Nothing to do: everything in the state exists, and nothing else is named like it. ${strays}`;
  return findings.map(({ what, nextStep }, index) => `${index + 1}. ${what}.\n   ${nextStep}`).join("\n");
}

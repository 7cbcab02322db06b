import { costLine } from "../../provider/effects/sums";
import { Option } from "commander";
import { CommandFailure, type Io, type Register, writeLine } from "../io";
import {
  addOperationFlags,
  addReplaceFlags,
  findStack,
  openStackToRun,
  type OperationFlags,
  selectionOf,
} from "../stack/flags";
import { openPlatform } from "../platform";
import { costOfPlan } from "../stack/cost-of-plan";
import { showPlan } from "../stack/operate";
import { isOfSome, planOf, pricedIn, readDocument } from "../stack/preview-document";
import { titleOf } from "../state/deployment";
import { entriesHere } from "../state/backend";
import { cliToRun } from "../state/pulumi-cli";
import { readText } from "../state/load-stack";

interface Flags extends OperationFlags {
  readonly expectNoChanges?: boolean;
  readonly refresh?: boolean;
  readonly markdown?: boolean;
  readonly file?: string;
}

export const registerPreview: Register = (program, io) => {
  const command = program
    .command("preview")
    .alias("pre")
    .description("show what `up` would change and why, without changing anything");
  addReplaceFlags(addOperationFlags(command, false))
    .option("-r, --refresh", "refresh first, so that drift shows")
    .option("--expect-no-changes", "fail if anything would change")
    .addOption(
      new Option("--markdown", "print a comment for a pull request: warnings, lost data, changes, cost").conflicts([
        "json",
        "events",
      ]),
    )
    .option("--file <path>", "with --markdown: the output of `pulumi preview --json` instead; - for standard input")
    .action(async (flags: Flags) => {
      const { file } = flags;
      if (file !== undefined && !flags.markdown) throw new CommandFailure("--file is for --markdown.");
      if (file !== undefined) {
        const text = file === "-" ? await io.input() : await readText(io, file);
        return showPreviewed(io, text, file, flags);
      }
      const elsewhere = flags.markdown ? await cliToRun(io) : undefined;
      if (elsewhere) {
        const { out, code } = await elsewhere.preview(await findStack(io, flags), cliFlags(flags));
        await showPreviewed(io, out, "what `pulumi preview --json` printed", flags);
        // The plan contains the failure.
        if (code !== 0) throw new CommandFailure("", code);
        return;
      }
      const stack = await openStackToRun(io, flags);
      const { expectNoChanges = false, refresh = false } = flags;
      const options = { ...selectionOf(flags), expectNoChanges, refresh };
      await showPlan(io, stack, flags, (call) => stack.preview({ ...call, ...options }));
    });
};

/** The flags that affect the plan, for the CLI, which has the same names. */
const cliFlags = (flags: Flags): string[] => [
  ...(flags.refresh ? ["--refresh"] : []),
  ...(flags.expectNoChanges ? ["--expect-no-changes"] : []),
  ...(flags.targetDependents ? ["--target-dependents"] : []),
  ...(flags.excludeDependents ? ["--exclude-dependents"] : []),
  ...(flags.parallel === undefined ? [] : [`--parallel=${flags.parallel}`]),
  ...(flags.target ?? []).map((urn) => `--target=${urn}`),
  ...(flags.exclude ?? []).map((urn) => `--exclude=${urn}`),
  ...(flags.replace ?? []).map((urn) => `--replace=${urn}`),
  ...(flags.targetReplace ?? []).map((urn) => `--target-replace=${urn}`),
];

const perhaps = ", unless an unchanged resource has it too";

/** Prints a preview of the CLI without running the program. */
async function showPreviewed(io: Io, text: string, where: string, flags: Flags): Promise<void> {
  const { planInMarkdown } = await import("../stack/markdown.js");
  const document = readDocument(text, where);
  const title = titleOf(document.steps, "Preview");
  const known = pricedIn(document);
  const entries = known ? [] : await entriesHere(io);
  const plan = planOf(document, entries);
  const open = () => openPlatform(io, { stack: flags.stack });
  const cost = known ? costLine(known) : await costOfPlan(io, plan, open);
  io.signal.throwIfAborted();
  const effects = known ?? plan.effects;
  // The resource that keeps an object may be one that the document leaves out.
  const isOpen = isOfSome(document) && entries.length === 0;
  const hedged = effects.map((each) => (isOpen && each.data ? { ...each, data: `${each.data}${perhaps}` } : each));
  const line = isOfSome(document) ? cost?.replace(/^Cost:/, "Cost of what changes:") : cost;
  writeLine(io.stdout, planInMarkdown(title, document, hedged, line, true));
}

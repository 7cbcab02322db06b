import { resolve } from "node:path";
import { InvalidArgumentError, Option } from "commander";
import { durationMs, durationPattern } from "../../provider/table/duration";
import { CommandFailure, type Io, messageOf, type Register, writeLine, writeSentences } from "../io";
import type { StackReport } from "../documents/keep";
import { writeDocument } from "../documents/write";
import { findStack, openStackToRun, stacksHere } from "../stack/flags";
import { elsewhereOf } from "../state/elsewhere";
import { addStateFlags, type StateFlags } from "../state/load-stack";

interface Flags extends StateFlags {
  readonly once?: boolean;
  readonly every: number;
  readonly all?: boolean;
  readonly dryRun?: boolean;
  readonly mend?: boolean;
  readonly cap?: boolean;
  readonly json?: boolean;
  readonly markdown?: boolean;
  readonly notify?: string;
  readonly metrics?: string;
  readonly remember?: string;
}

/** The exit code of `--once` when something was done or differs; 1 means that it could not be found out. */
const somethingCode = 2;

export const registerKeep: Register = (program, io) => {
  addStateFlags(
    program
      .command("keep")
      .description(
        "stop pods whose time is over or that idle (`stopAfter`, `stopWhenIdle`), and report drift and cost; by itself it deletes and starts " +
          "nothing; `--mend` runs `up --refresh`, which does whatever your program asks for",
      ),
  )
    .addOption(new Option("--once", "one pass: exits with 0 if nothing was to do, 2 if something was done or differs"))
    .addOption(
      new Option("--every <time>", "a pass every so often, until Ctrl-C").default(300_000, "5m").argParser(interval),
    )
    .addOption(new Option("--all", "look after all stacks of the project in this backend").conflicts("file"))
    .option("--dry-run", "say what would be stopped, and stop nothing")
    .addOption(new Option("--mend", "where something differs, run `up --refresh`").conflicts(["dryRun", "file"]))
    .option("--cap", "past compute:maxDailyCost, stop every pod that has stopAfter or stopWhenIdle")
    .addOption(new Option("-j, --json", "print JSON, one document a stack and pass").conflicts("markdown"))
    .option("--markdown", "print Markdown")
    .option("--notify <url>", "post what was done or differs as JSON, when it is news; or set COMPUTE_KEEP_NOTIFY")
    .option("--metrics <where>", "Prometheus metrics: a file, a port on 127.0.0.1, or HOST:PORT")
    .option("--remember <file>", "where passes keep since when pods idle; by default below ~/.local/state")
    .action(async (flags: Flags) => {
      const keeper = await openKeeper(io, flags);
      try {
        if (flags.once) {
          // What it was is said already.
          if (await keeper.pass()) throw new CommandFailure("", somethingCode);
          return;
        }
        const { afterSeconds } = await import("../status/lookout.js");
        while (!io.signal.aborted) {
          await keeper.pass().catch((error: unknown) => tellFailure(io, error));
          await afterSeconds(io, flags.every / 1_000).end;
        }
      } finally {
        keeper.close();
      }
    });
};

/** A pass that failed is told, and the next one tries again. */
function tellFailure(io: Io, error: unknown): void {
  if (io.signal.aborted) return;
  writeSentences(io.stderr, [`error: ${messageOf(error)}`]);
}

function interval(text: string): number {
  if (!durationPattern.test(text) || durationMs(text) < 1_000)
    throw new InvalidArgumentError('Expected a time of at least one second, such as "5m" or "1h".');
  return durationMs(text);
}

async function openKeeper(io: Io, flags: Flags) {
  const [{ lookAfter }, { PassMemory, memoryPath }, tell, { notify, parseNotify }, { Metrics }] = await Promise.all([
    import("../keep/pass.js"),
    import("../keep/memory.js"),
    import("../keep/tell.js"),
    import("../keep/notify.js"),
    import("../keep/metrics.js"),
  ]);
  const isDryRun = flags.dryRun ?? false;
  const url = flags.notify ?? io.env["COMPUTE_KEEP_NOTIFY"];
  const address = url ? parseNotify(url) : undefined;
  const path = flags.remember === undefined ? memoryPath(io.env) : resolve(io.cwd, flags.remember);
  const metrics = flags.metrics === undefined ? undefined : await Metrics.open(flags.metrics);
  const write = (report: StackReport) => {
    if (flags.json) writeDocument(io.stdout, "keep", { ...report, isDryRun }, true);
    else if (flags.markdown) writeLine(io.stdout, tell.inMarkdown(report, isDryRun));
    else writeLine(io.stdout, tell.inText(report, isDryRun, io.stdout));
  };
  const post = async (to: string, report: StackReport, memory: InstanceType<typeof PassMemory>) => {
    const news = tell.newsOf(report, isDryRun);
    if (tell.isNoteworthy(report) && memory.isNews(report.stack, news)) await notify(to, report, isDryRun, io);
    memory.noteTold(report.stack, news);
    memory.save(io.now());
  };
  const passOver = async (stack: string, own: Flags): Promise<boolean> => {
    const memory = new PassMemory(path);
    const report = await lookAfter(io, stack, own, memory, { isDryRun, isCapped: flags.cap ?? false });
    memory.save(io.now());
    write(report);
    await metrics?.note(report, isDryRun);
    try {
      if (address !== undefined) await post(address, report, memory);
    } finally {
      if (flags.mend && report.drift.length > 0) await mend(io, own);
    }
    return tell.isNoteworthy(report);
  };
  return {
    /** Whether any stack had something that was done, or differs. */
    async pass(): Promise<boolean> {
      const stacks = await stacksToKeep(io, flags);
      let isAny = false;
      const failures: unknown[] = [];
      for (const [stack, own] of stacks) {
        try {
          isAny = (await passOver(stack, own)) || isAny;
        } catch (error) {
          if (stacks.length === 1 || io.signal.aborted) throw error;
          failures.push(error);
          writeSentences(io.stderr, [`error: ${stack}: ${messageOf(error)}`]);
        }
      }
      if (failures.length > 0)
        throw new CommandFailure(`${failures.length} of ${stacks.length} stacks could not be looked after; see above.`);
      return isAny;
    },
    close: () => metrics?.close(),
  };
}

async function stacksToKeep(io: Io, flags: Flags): Promise<(readonly [string, Flags])[]> {
  if (flags.file !== undefined) return [[flags.file, flags]];
  const names = flags.all ? (await stacksHere(io)).known : [await findStack(io, flags)];
  return names.map((stack) => [stack, { ...flags, stack }] as const);
}

/** Runs `up --refresh` under the lock; what its preview refuses stays as it is. */
async function mend(io: Io, flags: Flags): Promise<void> {
  const elsewhere = await elsewhereOf(io);
  if (elsewhere) return elsewhere.up(await findStack(io, flags), ["--refresh"]);
  const { consentAndPerform } = await import("../stack/operate.js");
  const stack = await openStackToRun(io, flags);
  // Standard output is the report's.
  await consentAndPerform(
    { ...io, stdout: io.stderr },
    stack,
    { ...flags, json: false, yes: true },
    {
      verb: "update",
      preview: (call) => stack.preview({ ...call, refresh: true }),
      perform: (call) => stack.up({ ...call, refresh: true }),
    },
  );
}

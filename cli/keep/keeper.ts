import { resolve } from "node:path";
import type { KeepDocument, Mending, StackReport } from "../documents/keep";
import { documentOf } from "../documents/write";
import { CommandFailure, type Io, messageOf, writeLine, writeSentences } from "../io";
import { type Deed, memoryPath, PassMemory } from "./memory";
import { Metrics } from "./metrics";
import { mend } from "./mend";
import { notify, parseNotify } from "./notify";
import { lookAfter, Pass, type PassFlags } from "./pass";
import * as tell from "./tell";

export interface KeeperFlags extends PassFlags {
  readonly mend?: boolean | "all";
  readonly json?: boolean;
  readonly markdown?: boolean;
  readonly notify?: string;
  readonly metrics?: string;
  readonly remember?: string;
}

/** A stack to look after: its name in reports, and the flags that open it. */
export type Kept = readonly [title: string, flags: KeeperFlags];

export class Keeper {
  private constructor(
    private readonly io: Io,
    private readonly flags: KeeperFlags,
    private readonly memoryFile: string,
    private readonly address: string | undefined,
    private readonly metrics: Metrics | undefined,
  ) {}

  /** @throws CommandFailure if the target of an option is unusable. */
  static async open(io: Io, flags: KeeperFlags): Promise<Keeper> {
    const url = flags.notify ?? io.env["COMPUTE_KEEP_NOTIFY"];
    const address = url ? parseNotify(url) : undefined;
    const path = flags.remember === undefined ? memoryPath(io.env) : resolve(io.cwd, flags.remember);
    const metrics = flags.metrics === undefined ? undefined : await Metrics.open(flags.metrics);
    return new Keeper(io, flags, path, address, metrics);
  }

  close = (): void => this.metrics?.close();

  /** Runs one pass over each stack. @returns whether anything was done or differs. @throws CommandFailure. */
  async pass(list: () => Promise<readonly Kept[]>): Promise<boolean> {
    const stacks = await this.listed(list);
    this.metrics?.keepOnly(stacks.map(([title]) => title));
    const pass = new Pass();
    let isAny = false;
    let failed = 0;
    for (const [title, flags] of stacks) {
      const prefix = stacks.length === 1 ? "" : `${title}: `;
      const problems = new Set<string>();
      try {
        isAny = (await this.passOver(title, flags, pass, problems)) || isAny;
      } catch (error) {
        if (this.io.signal.aborted) throw error;
        problems.add(messageOf(error));
      }
      for (const problem of problems) writeSentences(this.io.stderr, [`error: ${prefix}${problem}`]);
      if (problems.size > 0) failed += 1;
    }
    this.io.signal.throwIfAborted();
    if (failed === 0) return isAny;
    throw new CommandFailure(
      stacks.length === 1 ? "" : `${failed} of ${stacks.length} stacks could not be looked after as asked; see above.`,
    );
  }

  private async listed(list: () => Promise<readonly Kept[]>): Promise<readonly Kept[]> {
    try {
      return await list();
    } catch (error) {
      // The failure itself is what matters.
      await this.countFailure("", new PassMemory(this.memoryFile)).catch(() => undefined);
      throw error;
    }
  }

  /** @param problems collects failures to read, act or report. */
  private async passOver(title: string, flags: KeeperFlags, pass: Pass, problems: Set<string>): Promise<boolean> {
    const { io } = this;
    const memory = new PassMemory(this.memoryFile);
    const trying = async (attempt: () => Promise<unknown> | void) => {
      try {
        await attempt();
      } catch (error) {
        problems.add(messageOf(error));
      }
    };
    let report: StackReport;
    try {
      report = await lookAfter(io, title, flags, memory, pass);
    } catch (error) {
      if (!io.signal.aborted) await trying(() => this.countFailure(title, memory));
      throw error;
    }
    const { stack } = report;
    const document: KeepDocument = { ...report, isDryRun: flags.dryRun ?? false };
    this.write(documentOf("keep", document), tell.inMarkdown(document), tell.inText(document, io.stdout));
    for (const each of [...tell.failedStops(report), ...report.unknown]) problems.add(each);
    memory.noteLooked(stack, io.now());
    await trying(() => memory.save(io.now()));
    await trying(() => this.postReport(document, memory));
    let mending: Mending | undefined;
    if (flags.mend && report.drift.length > 0 && !io.signal.aborted)
      await trying(async () => {
        await trying(() => this.metrics?.note(title, document, memory.passesOf(stack)));
        const done = (mending = await mend(io, flags, report, flags.mend === "all"));
        memory.noteDone(stack, done.mended, io.now());
        const lines = tell.sentencesOfMending(done);
        this.write(documentOf("mend", done), tell.listed(lines).join("\n"), tell.inLines(lines, io.stdout));
        for (const each of done.refused) problems.add(each);
      });
    if (flags.mend) await trying(() => this.postMending(stack, mending, memory));
    if (problems.size > 0) memory.noteFailed(stack);
    await trying(() => memory.save(io.now()));
    await trying(() => this.metrics?.note(title, document, memory.passesOf(stack), mending));
    return tell.isNoteworthy(report);
  }

  private async postReport(document: KeepDocument, memory: PassMemory): Promise<void> {
    const deeds = document.isDryRun ? [] : memory.untold(document.stack).filter((deed) => "why" in deed);
    const told = document.isDryRun ? document : { ...document, stopped: deeds };
    const lines = [tell.summary(told), ...tell.sentences(told)];
    const facts = tell.newsOf(document);
    const news = { topic: document.stack, facts, isNoteworthy: tell.isNoteworthy(document) };
    await this.post(document.stack, documentOf("keep", told), lines, deeds, news, memory);
  }

  private async postMending(stack: string, mending: Mending | undefined, memory: PassMemory): Promise<void> {
    const deeds = memory.untold(stack).filter((deed) => "op" in deed);
    const facts = mending?.refused ?? [];
    const told = { stack, at: mending?.at ?? new Date(this.io.now()).toISOString(), mended: deeds, refused: facts };
    const lines = tell.sentencesOfMending(told);
    const news = { topic: `${stack} mending`, facts, isNoteworthy: facts.length > 0 };
    await this.post(stack, documentOf("mend", told), lines, deeds, news, memory);
  }

  /** Posts facts that are news, and the deeds of this and earlier passes that no post has told. */
  private async post(
    stack: string,
    document: object,
    lines: readonly string[],
    deeds: readonly Deed[],
    { topic, facts, isNoteworthy }: { topic: string; facts: unknown; isNoteworthy: boolean },
    memory: PassMemory,
  ): Promise<void> {
    if (this.address === undefined) return;
    if (deeds.length > 0 || (isNoteworthy && memory.isNews(topic, facts)))
      await notify(this.address, document, lines, this.io);
    memory.noteTold(topic, facts, stack, deeds);
    memory.save(this.io.now());
  }

  private async countFailure(stack: string, memory: PassMemory): Promise<void> {
    memory.noteFailed(stack);
    try {
      memory.save(this.io.now());
    } finally {
      await this.metrics?.note(stack, undefined, memory.passesOf(stack));
    }
  }

  private write(document: object, markdown: string, text: string): void {
    const readable = this.flags.markdown ? markdown : text;
    writeLine(this.io.stdout, this.flags.json ? JSON.stringify(document) : readable);
  }
}

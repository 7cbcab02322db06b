import type { Diagnostic, EngineEvent, OperationResult, StepReport } from "../../engine/index";
import { durationText } from "../duration";
import { type Io, type Output, writeParts, writeSentences } from "../io";
import type { Part } from "../paint";
import type { Display, DisplayOptions } from "./display";
import { endLines, type Ending, outputLines } from "./end";
import { messageLine } from "./messages";
import { linesBelow, PlanNotes } from "./plan-notes";
import { Progressing } from "./progressing";
import { stepLine } from "./step-line";

/** Shows an operation line by line, for pipes and files: a line when a step starts, one when it ends, and the end. */
export class LineDisplay implements Display {
  private readonly progress: Progressing;
  private readonly notes: PlanNotes;
  /** In a preview, what was said about a resource stands below its step. */
  private readonly said = new Map<string, Diagnostic[]>();

  constructor(
    private readonly io: Pick<Io, "now" | "stderr">,
    private readonly output: Output,
    private readonly options: DisplayOptions,
  ) {
    this.progress = new Progressing(io, options.planned);
    this.notes = new PlanNotes(options);
  }

  readonly onEvent = (event: EngineEvent): void => {
    const { isPlan } = this.options;
    const tookMs = this.progress.note(event);
    switch (event.kind) {
      case "step-start":
        // A long create would otherwise be silent until it ends.
        if (!isPlan && event.step.op !== "same") this.line(stepLine(event.step, "running"));
        return;
      case "step-done":
        return isPlan ? this.planned(event.step) : this.ended(event.step, "done", tookMs);
      case "step-failed":
        return this.ended(event.step, "failed", tookMs);
      case "diagnostic":
        return this.diagnostic(event.diagnostic);
      case "stdout":
        return writeParts(this.output, [event.line]);
      case "status":
        // What a resource does meanwhile is for those who look; why nothing goes on is not.
        return event.urn === undefined ? writeSentences(this.io.stderr, [event.message]) : undefined;
    }
  };

  say(sentence: string): void {
    this.line([sentence]);
  }

  finish(result: OperationResult, ending: Ending): void {
    this.close();
    const { isPlan } = this.options;
    for (const line of outputLines(result)) writeParts(this.output, line);
    for (const line of endLines(result, ending, { isPlan, ...this.progress.end() })) this.line(line);
  }

  showPlan(): void {
    this.close();
  }

  close(): void {
    for (const held of this.said.values()) for (const each of held) this.line(messageLine(each));
    this.said.clear();
  }

  private planned(step: StepReport): void {
    const planned = this.notes.of(step);
    if (!planned) return;
    this.line(stepLine(step, "planned"));
    for (const line of linesBelow(planned, this.said.get(step.urn) ?? [])) this.line(line);
    this.said.delete(step.urn);
  }

  private ended(step: StepReport, tense: "done" | "failed", tookMs: number): void {
    if (step.op === "same") return;
    const time: Part[] = tookMs >= 1_000 ? [["dim", ` (${durationText(tookMs)})`]] : [];
    this.line([...stepLine(step, tense), ...time]);
  }

  private diagnostic(diagnostic: Diagnostic): void {
    const { urn, severity } = diagnostic;
    if (!this.options.isPlan || urn === undefined || severity === "error") return this.line(messageLine(diagnostic));
    this.said.set(urn, [...(this.said.get(urn) ?? []), diagnostic]);
  }

  private line(parts: readonly Part[]): void {
    writeSentences(this.output, parts);
  }
}

import type { Diagnostic, EngineEvent, OperationResult, StepReport } from "../../engine/index";
import { durationText } from "../shown";
import { type Io, type Output, writeParts, writeSentences } from "../io";
import type { Part } from "../paint";
import type { Display, DisplayOptions } from "./display";
import { endLines, type Ending, outputLines, Progressing } from "./end";
import { labelled, messageLine } from "./messages";
import { placeOf } from "./plan";
import { notesOf } from "./plan-notes";
import { deltaText } from "./rows";
import { stepLine } from "./step-line";

/** Shows an operation line by line, for pipes and files: a line at the start and at the end of each step, and the end of the operation. */
export class LineDisplay implements Display {
  private readonly progress: Progressing;
  /** When each running step began. */
  private readonly since = new Map<string, number>();
  /** The steps of a preview, which are printed at its end, when all effects are known. */
  private readonly heldBack: StepReport[] = [];
  /** The messages of a preview about resources, which are printed below their steps. */
  private readonly said: Diagnostic[] = [];

  constructor(
    private readonly io: Pick<Io, "now" | "stderr">,
    private readonly output: Output,
    private readonly options: DisplayOptions,
  ) {
    this.progress = new Progressing(io, options.planned);
  }

  readonly onEvent = (event: EngineEvent): void => {
    const { isPlan, plan } = this.options;
    this.progress.note(event);
    switch (event.kind) {
      case "step-start":
        this.since.set(placeOf(event.step), this.io.now());
        // Otherwise a long create would be silent until it ends.
        if (!isPlan && event.step.op !== "same") this.line(stepLine(event.step, "running", plan.of(event.step)));
        return;
      case "step-done":
        if (!isPlan) return this.ended(event.step, "done");
        return void this.heldBack.push(event.step);
      case "step-failed":
        return this.ended(event.step, "failed");
      case "diagnostic":
        return this.diagnostic(event.diagnostic);
      case "stdout":
        return writeParts(this.output, [event.line]);
      case "facts":
        return; // the plan has it
      case "status":
        // The phases of a resource are only for terminals; messages about the whole operation always matter.
        return event.urn === undefined ? writeSentences(this.io.stderr, [event.message]) : undefined;
    }
  };

  say(sentence: string): void {
    this.line([sentence]);
  }

  finish(result: OperationResult, ending: Ending): void {
    this.close();
    for (const line of outputLines(result)) writeParts(this.output, line);
    for (const line of endLines(result, ending, this.options, this.progress)) this.line(line);
  }

  showPlan(steps: readonly StepReport[], said: readonly Diagnostic[]): void {
    const { notes, rest } = notesOf(steps, said, this.options);
    for (const { step, effects, cost, below } of notes) {
      const text = deltaText(cost);
      this.line([...stepLine(step, "planned", effects), ...(text ? [["dim", `  ${text}`] as const] : [])]);
      for (const line of below) this.line(line);
    }
    for (const each of rest) this.message(each);
  }

  close(): void {
    this.showPlan(this.heldBack.splice(0), this.said.splice(0));
  }

  private ended(step: StepReport, tense: "done" | "failed"): void {
    if (step.op === "same") return;
    const now = this.io.now();
    const tookMs = now - (this.since.get(placeOf(step)) ?? now);
    const time: Part[] = tookMs >= 1_000 ? [["dim", ` (${durationText(tookMs)})`]] : [];
    this.line([...stepLine(step, tense, this.options.plan.of(step)), ...time]);
  }

  private diagnostic(diagnostic: Diagnostic): void {
    const { urn, severity } = diagnostic;
    if (!this.options.isPlan || urn === undefined || severity === "error") return this.message(diagnostic);
    this.said.push(diagnostic);
  }

  private message(diagnostic: Diagnostic): void {
    this.line(messageLine(labelled(diagnostic)));
  }

  private line(parts: readonly Part[]): void {
    writeSentences(this.output, parts);
  }
}

import type { Diagnostic, EngineEvent, OperationResult, StepReport } from "../../engine/index";
import { durationText } from "../duration";
import { type Io, type Output, writeParts, writeSentences } from "../io";
import { cut, type Part, type Style } from "../paint";
import { changeLines, inputLines, reasonLine } from "./details";
import { HandedOver } from "./handed-over";
import { LeftOvers } from "./left-over";
import { countLine, kindName, stepLine, type StepOp } from "./step-line";

interface Running {
  readonly step: StepReport;
  readonly since: number;
}

export interface DisplayOptions {
  /** A preview: steps are planned, not done. */
  readonly isPlan: boolean;
  /** Show every changed place and every input of what is new. */
  readonly isFull?: boolean;
  /** How many steps the preview has announced. */
  readonly expected?: number | undefined;
  /** The operation is about some resources only. */
  readonly isSelective?: boolean;
  /** What deleting this resource loses, in words. */
  readonly dataOf?: (step: StepReport) => string | undefined;
}

const keyOf = (step: StepReport): string => `${step.urn} ${step.op}`;

/** Lines of the terminal that the live part leaves to what is above it. */
const spareRows = 3;

const severityStyles: Readonly<Partial<Record<Diagnostic["severity"], Style>>> = { error: "red", warning: "yellow" };

/**
 * Shows an operation while it runs. Steps that are done become lines; on a terminal the running ones stand below them,
 * with the time they have taken, as many as the terminal has room for, and are redrawn in place.
 */
export class Display {
  private readonly running = new Map<string, Running>();
  /** In a preview, what was said about a resource stands below its step. */
  private readonly said = new Map<string, Diagnostic[]>();
  private readonly leftOvers = new LeftOvers();
  private readonly handedOver: HandedOver;
  private readonly begun: number;
  private done = 0;
  private drawn = 0;
  private readonly stopClock: () => void;

  constructor(
    private readonly io: Pick<Io, "everySecond" | "now">,
    private readonly output: Output,
    private readonly options: DisplayOptions,
  ) {
    this.begun = io.now();
    this.handedOver = new HandedOver(options.isSelective);
    this.stopClock = output.isTTY ? io.everySecond(() => this.redraw()) : () => undefined;
  }

  readonly onEvent = (event: EngineEvent): void => {
    const { isPlan } = this.options;
    switch (event.kind) {
      case "step-start":
        if (event.step.op !== "same") this.running.set(keyOf(event.step), { step: event.step, since: this.io.now() });
        // Without a terminal a long create would otherwise be silent until it ends.
        if (!this.output.isTTY && !isPlan && event.step.op !== "same")
          return this.line(stepLine(event.step, "running"));
        return this.redraw();
      case "step-done":
        return isPlan ? this.planned(event.step) : this.ended(event.step, "done");
      case "step-failed":
        return this.ended(event.step, "failed");
      case "diagnostic":
        return this.diagnostic(event.diagnostic);
      case "stdout":
        return this.line(event.line);
    }
  };

  /** Ends the live part and says what it came to. */
  finish({ result, summary, outputs }: OperationResult): void {
    this.close();
    const { isPlan } = this.options;
    const counts = Object.entries(summary) as [StepOp, number][];
    if (Object.keys(outputs).length > 0) {
      this.line([["bold", "Outputs:"]]);
      for (const [name, value] of Object.entries(outputs)) this.line(`    ${name}: ${outputText(value)}`);
    }
    this.line([["bold", "Resources:"]]);
    for (const [op, count] of counts) this.line(["    ", ...countLine(op, count, isPlan)]);
    const took = this.io.now() - this.begun;
    if (!isPlan && took >= 1_000) this.line(`Duration: ${durationText(took)}`);
    if (result === "failed")
      this.line([
        [
          "red",
          isPlan
            ? "The preview failed. Nothing was changed."
            : "The operation failed. What was done before is in the state.",
        ],
      ]);
  }

  close(): void {
    this.stopClock();
    this.erase();
    this.running.clear();
    for (const held of this.said.values()) for (const each of held) this.line(diagnosticLine(each));
    this.said.clear();
  }

  /** Says something above the live part. What a program printed, and values, which people copy, are not folded. */
  line(text: string | readonly Part[]): void {
    this.erase();
    if (typeof text === "string") writeParts(this.output, [text]);
    else writeSentences(this.output, text);
    this.draw();
  }

  private planned(step: StepReport): void {
    this.running.delete(keyOf(step));
    this.leftOvers.note(step);
    this.handedOver.note(step);
    const isLeftOver = this.leftOvers.has(step);
    // The halves of a replacement are told by the replacement.
    if (step.op === "same" || !(step.logical || isLeftOver)) return;
    const { isFull = false, dataOf } = this.options;
    this.line(stepLine(step, "planned"));
    if (isFull) for (const line of inputLines(step)) this.line(line);
    for (const line of changeLines(step, isFull)) this.line(line);
    // What a refresh finds gone, it does not destroy.
    const isLost = !step.retained && ((step.op === "delete" && !step.found) || isLeftOver);
    const fate = this.handedOver.fateOf(step);
    const data = isLost && fate === undefined ? dataOf?.(step) : undefined;
    if (isLeftOver) this.line(["      ", ["dim", "An earlier run replaced it, and did not come to delete it."]]);
    if (data) this.line(["      ", ["red", `This destroys ${data}.`]]);
    if (isLost && fate === "adopted") this.line("      Another resource adopts it, so that it stays on the platform.");
    if (isLost && fate === "held") this.line("      Another resource has it, so that it stays on the platform.");
    for (const { severity, message } of this.said.get(step.urn) ?? []) {
      const text = message.trimEnd();
      this.line(
        severity === "info"
          ? reasonLine(text)
          : ["      ", [severityStyles[severity] ?? "dim", `${severity}: ${text}`]],
      );
    }
    this.said.delete(step.urn);
    if (step.retained)
      this.line([
        "      ",
        `${step.old?.id ?? "It"} stays on the platform, with its data and what it costs (retainOnDelete).`,
      ]);
  }

  private ended(step: StepReport, tense: "done" | "failed"): void {
    const { since = this.io.now() } = this.running.get(keyOf(step)) ?? {};
    this.running.delete(keyOf(step));
    if (step.op === "same") return;
    this.done += 1;
    const took = this.io.now() - since;
    const time: Part[] = took >= 1_000 ? [["dim", ` (${durationText(took)})`]] : [];
    this.line([...stepLine(step, tense), ...time]);
  }

  private diagnostic(diagnostic: Diagnostic): void {
    const { urn, severity } = diagnostic;
    if (!this.options.isPlan || urn === undefined || severity === "error") return this.line(diagnosticLine(diagnostic));
    this.said.set(urn, [...(this.said.get(urn) ?? []), diagnostic]);
  }

  private redraw(): void {
    this.erase();
    this.draw();
  }

  private erase(): void {
    if (this.drawn > 0) this.output.erase(this.drawn);
    this.drawn = 0;
  }

  private draw(): void {
    if (!this.output.isTTY || this.options.isPlan || this.running.size === 0) return;
    const room = Math.max(1, this.output.rows - spareRows);
    // The longest running first, which is the order in which they began.
    const all = [...this.running.values()];
    const shown = all.length <= room ? all : all.slice(0, Math.max(0, room - 1));
    for (const { step, since } of shown)
      this.live([...stepLine(step, "running"), ["dim", ` (${durationText(this.io.now() - since)})`]]);
    if (all.length > shown.length) this.live([["dim", `    … and ${all.length - shown.length} more running`]]);
    const { expected } = this.options;
    if (expected !== undefined && expected > 1)
      this.live([["dim", `    ${this.done} of ${expected} steps done, ${durationText(this.io.now() - this.begun)}`]]);
  }

  /** One line of the terminal, so that as many can be erased. */
  private live(parts: readonly Part[]): void {
    const single = parts.map(
      (part): Part => (typeof part === "string" ? this.output.inLine(part) : [part[0], this.output.inLine(part[1])]),
    );
    writeParts(this.output, cut(single, this.output.columns - 1));
    this.drawn += 1;
  }
}

/** What stands for a value is no text of the program's, so it has no quotation marks. */
function outputText(value: unknown): string {
  if (value === "[unknown]") return "known after the update";
  return value === "[secret]" ? value : JSON.stringify(value);
}

/** With the resource that it is about, by its name in the program. */
function diagnosticLine({ severity, message, urn }: Diagnostic): Part[] {
  const about = urn === undefined ? "" : `${aboutOf(urn)}: `;
  const style = severityStyles[severity];
  const text = `${about}${message.trimEnd()}`;
  return style ? [[style, `${severity}:`], ` ${text}`] : [`${severity}: ${text}`];
}

function aboutOf(urn: string): string {
  const [, , types = "", ...name] = urn.split("::");
  return `${kindName(types.slice(types.lastIndexOf("$") + 1))} ${name.join("::")}`;
}

import type { EngineEvent, OperationResult, StepReport } from "../../engine/index";
import { type Io, type Output, writeLine } from "../io";
import { countLine, stepLine, type StepOp } from "./step-line";

interface Running {
  readonly step: StepReport;
  readonly since: number;
}

const keyOf = (step: StepReport): string => `${step.urn} ${step.op}`;

/**
 * Shows an operation while it runs. Steps that are done become lines; on a terminal the running ones stand below them,
 * with the seconds they have taken, and are redrawn in place.
 */
export class Display {
  private readonly running = new Map<string, Running>();
  private drawn = 0;
  private readonly stopClock: () => void;

  constructor(
    private readonly io: Pick<Io, "everySecond" | "now">,
    private readonly output: Output,
    /** A preview: steps are planned, not done. */
    private readonly isPlan: boolean,
  ) {
    this.stopClock = output.isTTY ? io.everySecond(() => this.redraw()) : () => undefined;
  }

  readonly onEvent = (event: EngineEvent): void => {
    switch (event.kind) {
      case "step-start":
        if (event.step.op !== "same") this.running.set(keyOf(event.step), { step: event.step, since: this.io.now() });
        // Without a terminal a long create would otherwise be silent until it ends.
        if (!this.output.isTTY && !this.isPlan) return this.stepLine(event.step, "running");
        return this.redraw();
      case "step-done":
        this.running.delete(keyOf(event.step));
        return this.stepLine(event.step, this.isPlan ? "planned" : "done");
      case "step-failed":
        this.running.delete(keyOf(event.step));
        return this.stepLine(event.step, "failed");
      case "diagnostic":
        return this.line(`${event.diagnostic.severity}: ${event.diagnostic.message.trimEnd()}`);
      case "stdout":
        return this.line(event.line);
    }
  };

  /** Ends the live part and says what it came to. */
  finish({ result, summary, outputs }: OperationResult): void {
    this.close();
    const counts = Object.entries(summary) as [StepOp, number][];
    if (Object.keys(outputs).length > 0) {
      this.line("Outputs:");
      for (const [name, value] of Object.entries(outputs)) this.line(`    ${name}: ${JSON.stringify(value)}`);
    }
    this.line("Resources:");
    for (const [op, count] of counts) this.line(`    ${countLine(op, count, this.isPlan)}`);
    if (result === "failed")
      this.line(
        this.isPlan
          ? "The preview failed. Nothing was changed."
          : "The operation failed. What was done before is in the state.",
      );
  }

  close(): void {
    this.stopClock();
    this.erase();
    this.running.clear();
  }

  private stepLine(step: StepReport, tense: "planned" | "running" | "done" | "failed"): void {
    if (step.op !== "same") this.line(stepLine(step, tense));
  }

  /** Says something above the live part. */
  line(text: string): void {
    this.erase();
    writeLine(this.output, text);
    this.draw();
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
    if (!this.output.isTTY || this.isPlan) return;
    for (const { step, since } of this.running.values()) {
      const seconds = Math.floor((this.io.now() - since) / 1_000);
      writeLine(
        this.output,
        this.output.inLine(`${stepLine(step, "running")} (${seconds} s)`).slice(0, this.output.columns),
      );
      this.drawn += 1;
    }
  }
}

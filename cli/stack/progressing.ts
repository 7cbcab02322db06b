import type { EngineEvent, OperationResult, StepReport } from "../../engine/index";
import type { Io } from "../io";
import type { Progress } from "./end";

const keyOf = (step: StepReport): string => `${step.urn} ${step.op}`;

/** The done, failed and unstarted steps of an operation. */
export class Progressing {
  private readonly begun: number;
  private readonly running = new Map<string, number>();
  /** URNs for which a step was begun. */
  private readonly touched = new Set<string>();
  private readonly failed: StepReport[] = [];
  done = 0;

  /** @param planned the result of the preview. */
  constructor(
    private readonly io: Pick<Io, "now">,
    private readonly planned?: OperationResult,
  ) {
    this.begun = io.now();
  }

  /** Notes an event. @returns the duration of the step that it ends, in milliseconds. */
  note(event: EngineEvent): number {
    if (event.kind !== "step-start" && event.kind !== "step-done" && event.kind !== "step-failed") return 0;
    const { step } = event;
    const key = keyOf(step);
    if (event.kind === "step-start") {
      this.running.set(key, this.io.now());
      this.touched.add(step.urn);
      return 0;
    }
    const tookMs = this.io.now() - (this.running.get(key) ?? this.io.now());
    this.running.delete(key);
    this.touched.add(step.urn);
    if (step.op !== "same") this.done += 1;
    if (event.kind === "step-failed") this.failed.push(step);
    return tookMs;
  }

  get tookMs(): number {
    return this.io.now() - this.begun;
  }

  /** The number of steps that the preview announced. */
  get expected(): number | undefined {
    return this.planned?.steps.filter(({ op }) => op !== "same").length;
  }

  end(): Omit<Progress, "isPlan" | "plan"> {
    const announced = this.planned?.steps.filter(({ op, counted, found }) => counted && op !== "same" && !found) ?? [];
    const notStarted = announced.filter(({ urn }) => !this.touched.has(urn));
    return { tookMs: this.tookMs, failed: this.failed, notStarted };
  }
}

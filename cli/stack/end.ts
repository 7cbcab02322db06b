import type { EngineEvent, OperationResult, StepReport } from "../../engine/index";
import type { Io } from "../io";
import { durationText } from "../shown";
import type { Part } from "../paint";
import { namesText, pluralOf } from "./names";
import type { DisplayOptions } from "./display";
import type { StackPlan } from "./plan";
import { countLines, kindName } from "./step-line";
import { valueLines } from "./values";

export interface Ending {
  /** The command that continues after an early end: `compute up`. */
  readonly command: string;
  /** Who stopped it: `by you`. */
  readonly stopped?: string | undefined;
  /** The change in cost, or the current cost of the stack. */
  readonly cost?: string | undefined;
  /** The effects of the steps of an `up`, with what they turned out to cost. */
  readonly done?: StackPlan | undefined;
}

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

  /** The time since the start, the failed steps, and the announced steps that did not start. */
  end() {
    const announced = this.planned?.steps.filter(({ op, counted, found }) => counted && op !== "same" && !found) ?? [];
    const notStarted = announced.filter(({ urn }) => !this.touched.has(urn));
    return { tookMs: this.tookMs, failed: this.failed, notStarted };
  }
}

/** The outputs of the stack, never folded, because people copy them. */
export function outputLines({ outputs }: OperationResult): Part[][] {
  const lines = Object.entries(outputs).flatMap(([name, value]) => valueLines(`${name}: `, value));
  return lines.length === 0 ? [] : [[["bold", "Outputs:"]], ...lines.map((line) => [`    ${line}`])];
}

/** The block at the end of an operation: the steps done and not done, the cost, and how to continue. */
export function endLines(
  of: OperationResult,
  ending: Ending,
  { isPlan, plan }: DisplayOptions,
  progress: Progressing,
): Part[][] {
  const { result } = of;
  const { tookMs, failed, notStarted } = progress.end();
  const counts = countLines(of, (step) => plan.of(step), isPlan);
  const isEmpty = counts.length + failed.length + notStarted.length === 0;
  return [
    ...(isEmpty ? [] : [[["bold", "Resources:"] as const]]),
    ...(isEmpty && result === "succeeded" ? [["The stack has no resources."]] : []),
    ...counts.map(({ text, style }): Part[] => ["    ", style ? [style, text] : text]),
    ...(failed.length > 0 ? [["    ", ["red", `! ${failed.length} failed: ${listed(failed)}`] as const]] : []),
    ...(notStarted.length > 0 ? [[`    ${notStarted.length} not started: ${listed(notStarted)}`]] : []),
    ...(!isPlan && tookMs >= 1_000 ? [[`Duration: ${durationText(tookMs)}`]] : []),
    ...(ending.cost === undefined ? [] : [[ending.cost]]),
    ...lastSentence(result, ending, isPlan, notStarted.length, counts),
  ];
}

function lastSentence(
  result: OperationResult["result"],
  { command, stopped }: Ending,
  isPlan: boolean,
  notStarted: number,
  counts: readonly { readonly deed: string; readonly text: string }[],
): Part[][] {
  if (stopped !== undefined) {
    if (isPlan) return [[["yellow", `Stopped ${stopped}. Nothing was changed.`]]];
    const what = [
      ...counts.flatMap(({ deed, text }) => (deed === "same" ? [] : text.replace(/^\W+/, ""))),
      ...(notStarted > 0 ? [`${notStarted} not started`] : []),
    ];
    return [
      [["yellow", `Stopped ${stopped}: ${what.join(", ") || "nothing was changed"}. Run \`${command}\` to go on.`]],
    ];
  }
  if (result === "succeeded") return [];
  const text = isPlan
    ? "The preview failed. Nothing was changed."
    : `The operation failed. What was done before is in the state. Run \`${command}\` to go on once the errors are mended.`;
  return [[["red", text]]];
}

/** `Pod workers-20 … workers-24, Cluster train`. */
function listed(steps: readonly StepReport[]): string {
  const kinds = [...new Set(steps.map(({ type }) => kindName(type)))];
  return kinds
    .map((kind) => {
      const names = steps.filter(({ type }) => kindName(type) === kind).map(({ name }) => name);
      return `${names.length > 1 ? pluralOf(kind) : kind} ${namesText(names)}`;
    })
    .join(", ");
}

import { groupedBy } from "../../values/many";
import type { EngineEvent, OperationResult, StepReport } from "../../engine/index";
import type { Io } from "../io";
import { durationText } from "../shown";
import type { Part } from "../paint";
import { namesText, pluralOf } from "./names";
import type { DisplayOptions } from "./display";
import type { StackPlan } from "./plan";
import { deedOf, kindName, type StepDeed, words } from "./step-line";
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

/** The done, failed and unstarted steps of an operation. */
export class Progressing {
  private readonly begun: number;
  /** URNs for which a step was begun. */
  private readonly touched = new Set<string>();
  readonly failed: StepReport[] = [];
  done = 0;

  constructor(
    private readonly io: Pick<Io, "now">,
    private readonly planned?: OperationResult,
  ) {
    this.begun = io.now();
  }

  note(event: EngineEvent): void {
    if (!("step" in event)) return;
    const { kind, step } = event;
    this.touched.add(step.urn);
    if (kind === "step-failed") this.failed.push(step);
    if (kind !== "step-start" && step.op !== "same") this.done += 1;
  }

  get tookMs(): number {
    return this.io.now() - this.begun;
  }

  get expected(): number | undefined {
    return this.planned?.steps.filter(({ op }) => op !== "same").length;
  }

  /** The announced steps that did not start. */
  get notStarted(): StepReport[] {
    const announced = this.planned?.steps.filter(({ op, counted, found }) => counted && op !== "same" && !found) ?? [];
    return announced.filter(({ urn }) => !this.touched.has(urn));
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
  const { tookMs, failed, notStarted } = progress;
  const counts = countsOf(of, plan);
  const isEmpty = counts.length + failed.length + notStarted.length === 0;
  const textOf = ([deed, count]: (typeof counts)[number]) => {
    const { planned, done } = words[deed];
    return `${count} ${isPlan && deed !== "same" ? `to ${planned}` : done}`;
  };
  const changed = counts.filter(([deed]) => deed !== "same").map(textOf);
  const left = notStarted.length > 0 ? [`${notStarted.length} not started`] : [];
  return [
    ...(isEmpty ? [] : [[["bold", "Resources:"] as const]]),
    ...(isEmpty && result === "succeeded" ? [["The stack has no resources."]] : []),
    ...counts.map((count): Part[] => {
      const { sign, style } = words[count[0]];
      const text = `${sign.trim()} ${textOf(count)}`.trim();
      return ["    ", style ? [style, text] : text];
    }),
    ...(failed.length > 0 ? [["    ", ["red", `! ${failed.length} failed: ${listed(failed)}`] as const]] : []),
    ...left.map((text) => [`    ${text}: ${listed(notStarted)}`]),
    ...(!isPlan && tookMs >= 1_000 ? [[`Duration: ${durationText(tookMs)}`]] : []),
    ...(ending.cost === undefined ? [] : [[ending.cost]]),
    ...lastSentence(result, ending, isPlan, [...changed, ...left]),
  ];
}

/** The number of steps with the same words, in the order of the summary. */
function countsOf({ summary, steps }: OperationResult, plan: StackPlan): [StepDeed, number][] {
  const counts = new Map(Object.entries(summary) as [StepDeed, number][]);
  const add = (deed: StepDeed, count: number) => counts.set(deed, (counts.get(deed) ?? 0) + count);
  for (const step of steps) {
    const { op, leftOver, counted, found } = step;
    const deed = deedOf(step, plan.of(step));
    if (leftOver && !found) add(deed, 1);
    else if (counted && deed !== op) {
      add(op, -1);
      add(deed, 1);
    }
  }
  return [...counts].filter(([, count]) => count !== 0);
}

function lastSentence(
  result: OperationResult["result"],
  { command, stopped }: Ending,
  isPlan: boolean,
  done: readonly string[],
): Part[][] {
  if (stopped !== undefined) {
    const what = done.join(", ") || "nothing was changed";
    const text = isPlan ? ". Nothing was changed." : `: ${what}. Run \`${command}\` to go on.`;
    return [[["yellow", `Stopped ${stopped}${text}`]]];
  }
  if (result === "succeeded") return [];
  const text = isPlan
    ? "The preview failed. Nothing was changed."
    : `The operation failed. What was done before is in the state. Run \`${command}\` to go on once the errors are mended.`;
  return [[["red", text]]];
}

/** `Pod workers-20 … workers-24, Cluster train`. */
function listed(steps: readonly StepReport[]): string {
  const kinds = groupedBy(steps, ({ type }) => kindName(type));
  return [...kinds]
    .map(([kind, some]) => `${some.length > 1 ? pluralOf(kind) : kind} ${namesText(some.map(({ name }) => name))}`)
    .join(", ");
}

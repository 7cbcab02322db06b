import type { Diagnostic, StepReport } from "../../engine/index";
import type { Part } from "../paint";
import { changeLines, inputLines, reasonLine } from "./details";
import { HandedOver } from "./handed-over";
import { LeftOvers } from "./left-over";
import { styleOfSeverity } from "./messages";
import { labelOf, withLabels } from "./names";

export interface PlanOptions {
  /** Show every changed place and every input of what is new. */
  readonly isFull?: boolean;
  /** The operation is about some resources only. */
  readonly isSelective?: boolean;
  /** What deleting this resource loses, in words. */
  readonly dataOf?: (step: StepReport) => string | undefined;
}

/** A step that a preview shows, and what stands below it besides what is said of it. */
export interface PlannedStep {
  readonly step: StepReport;
  readonly isLeftOver: boolean;
  readonly changes: readonly Part[][];
  /** What becomes of the object and its data. */
  readonly fate: readonly Part[][];
}

const indent = "      ";

/** Makes of the steps of a preview, one by one, what people are shown of them. */
export class PlanNotes {
  private readonly leftOvers = new LeftOvers();
  private readonly handedOver: HandedOver;

  constructor(private readonly options: PlanOptions) {
    this.handedOver = new HandedOver(options.isSelective);
  }

  /** Undefined of what is not shown: what stays as it is, and the halves of a replacement, which the replacement tells. */
  of(step: StepReport): PlannedStep | undefined {
    this.leftOvers.note(step);
    this.handedOver.note(step);
    const isLeftOver = this.leftOvers.has(step);
    if (step.op === "same" || !(step.logical || isLeftOver)) return undefined;
    const { isFull = false } = this.options;
    const changes = [...(isFull ? inputLines(step) : []), ...changeLines(step, isFull)];
    return { step, isLeftOver, changes, fate: this.fateOf(step, isLeftOver) };
  }

  private fateOf(step: StepReport, isLeftOver: boolean): Part[][] {
    // What a refresh finds gone, it does not destroy.
    const isLost = !step.retained && ((step.op === "delete" && !step.found) || isLeftOver);
    const fate = this.handedOver.fateOf(step);
    const data = isLost && fate === undefined ? this.options.dataOf?.(step) : undefined;
    const lines: Part[][] = [];
    if (isLeftOver) lines.push([indent, ["dim", "An earlier run replaced it, and did not come to delete it."]]);
    if (data) lines.push([indent, ["red", `This destroys ${data}.`]]);
    if (isLost && fate === "adopted")
      lines.push([`${indent}Another resource adopts it, so that it stays on the platform.`]);
    if (isLost && fate === "held") lines.push([`${indent}Another resource has it, so that it stays on the platform.`]);
    return lines;
  }
}

/** All that stands below a step, with what was said of it. */
export const linesBelow = ({ step, changes, fate }: PlannedStep, said: readonly Diagnostic[]): Part[][] => [
  ...changes,
  ...fate,
  ...said.map((each) => saidLine(each, `${labelOf(step.urn)}: `)),
  ...(step.retained
    ? [[`${indent}${step.old?.id ?? "It"} stays on the platform, with its data and what it costs (retainOnDelete).`]]
    : []),
];

/** @param own what stands in the line above already. */
function saidLine({ severity, message }: Diagnostic, own: string): Part[] {
  const said = withLabels(message.trimEnd());
  const text = said.startsWith(own) ? said.slice(own.length) : said;
  return severity === "info" ? reasonLine(text) : [indent, [styleOfSeverity(severity), `${severity}: ${text}`]];
}

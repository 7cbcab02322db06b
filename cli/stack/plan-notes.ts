import type { Diagnostic, StepReport } from "../../engine/index";
import type { Effect } from "../../provider/plan/effect";
import type { Part } from "../paint";
import { changeLines, inputLines, reasonLine } from "./details";
import { styleOfSeverity } from "./messages";
import { labelOf, withLabels } from "./names";

export interface PlanOptions {
  /** Show every changed place and every input of what is new. */
  readonly isFull?: boolean;
}

const indent = "      ";

/** Not shown: what stays as it is, and the halves of a replacement, which the replacement tells. */
export const isShown = ({ op, logical, leftOver = false }: StepReport): boolean =>
  op !== "same" && (logical || leftOver);

/** All that stands below a step in a preview. */
export const linesBelow = (
  step: StepReport,
  effects: readonly Effect[],
  said: readonly Diagnostic[],
  { isFull = false }: PlanOptions,
): readonly Part[][] => [
  ...(isFull ? inputLines(step) : []),
  ...changeLines(step, isFull),
  ...effects.flatMap(fateLines),
  ...said.map((each) => saidLine(each, `${labelOf(step.urn)}: `)),
];

/** What becomes of an object that the state lets go of, and of its data. */
function fateLines(effect: Effect): Part[][] {
  const [leftOver, fate] = [leftOverText(effect), fateText(effect)];
  return [
    ...(leftOver === undefined ? [] : [[indent, ["dim", leftOver] as const]]),
    // What a replacement destroys, the provider warns of.
    ...(effect.data !== undefined && !effect.isReplaced
      ? [[indent, ["red", `This destroys ${effect.data}.`] as const]]
      : []),
    ...(fate === undefined ? [] : [[`${indent}${fate}`]]),
  ];
}

export const leftOverText = ({ isLeftOver }: Effect): string | undefined =>
  isLeftOver && "An earlier run replaced it, and did not come to delete it.";

/** Why an object stays that the state lets go of. */
export function fateText({ does, why, id }: Effect): string | undefined {
  if (does !== "keep") return undefined;
  return why === "retained"
    ? `${id} stays on the platform, with its data and what it costs (retainOnDelete).`
    : `${id} stays on the platform: a resource still has it.`;
}

/** @param own what stands in the line above already. */
function saidLine({ severity, message }: Diagnostic, own: string): Part[] {
  const said = withLabels(message.trimEnd());
  const text = said.startsWith(own) ? said.slice(own.length) : said;
  return severity === "info" ? reasonLine(text) : [indent, [styleOfSeverity(severity), `${severity}: ${text}`]];
}

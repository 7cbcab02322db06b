import type { Diagnostic, StepReport } from "../../engine/index";
import type { PricedEffect } from "../../provider/effects/effect";
import { leftOverText, untoldFate, untoldLoss } from "../../provider/effects/in-words";
import type { Part } from "../paint";
import { changeLines, inputLines, reasonLine } from "./details";
import { styleOfSeverity } from "./messages";
import { labelOf, withLabels } from "./names";

export interface PlanOptions {
  /** Show every changed place and every input of new resources. */
  readonly isFull?: boolean;
}

const indent = "      ";

/** Tells whether a step is shown: not if it changes nothing, nor if it is half of a replacement. */
export const isShown = ({ op, counted, leftOver = false }: StepReport): boolean =>
  op !== "same" && (counted || leftOver);

/** Tells which of these steps shows the messages about its resource: the last one that neither a refresh found nor an earlier run left. */
export function speakersOf(steps: readonly StepReport[]): (step: StepReport) => boolean {
  const last = new Map<string, StepReport>();
  for (const step of steps) if (!last.has(step.urn) || !(step.found || step.leftOver)) last.set(step.urn, step);
  return (step) => last.get(step.urn) === step;
}

/** The lines below a step in a preview. */
export const linesBelow = (
  step: StepReport,
  effects: readonly PricedEffect[],
  said: readonly Diagnostic[],
  { isFull = false }: PlanOptions,
): readonly Part[][] => [
  ...(isFull ? inputLines(step) : []),
  ...changeLines(step, isFull),
  ...effects.flatMap((effect) => fateLines(effect, said)),
  ...said.map((each) => saidLine(each, `${labelOf(step.urn)}: `)),
];

/** The fate of an object that leaves the state, and of its data. */
function fateLines(effect: PricedEffect, said: readonly Diagnostic[]): Part[][] {
  const [leftOver, fate, lost] = [leftOverText(effect), untoldFate(effect, said), untoldLoss(effect, said)];
  return [
    ...(leftOver === undefined ? [] : [[indent, ["dim", leftOver] as const]]),
    ...(lost === undefined ? [] : [[indent, ["red", `This ${lost}.`] as const]]),
    ...(fate === undefined ? [] : [[`${indent}${fate}`]]),
  ];
}

/** @param own the text of the line above. */
function saidLine({ severity, message }: Diagnostic, own: string): Part[] {
  const said = withLabels(message.trimEnd());
  const text = said.startsWith(own) ? said.slice(own.length) : said;
  return severity === "info" ? reasonLine(text) : [indent, [styleOfSeverity(severity), `${severity}: ${text}`]];
}

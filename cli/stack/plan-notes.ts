import type { Diagnostic, StepReport } from "../../engine/index";
import { amountText } from "../../provider/cost/money";
import type { Effect } from "../../provider/plan/effect";
import { letGoOf } from "../../provider/plan/let-go";
import type { CostDelta } from "../../provider/plan/sums";
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

/** Tells which of these steps shows the messages about its resource: the run's own step rather than a finding of a refresh. */
export function speakersOf(steps: readonly StepReport[]): (step: StepReport) => boolean {
  const own = new Set(steps.flatMap(({ found, urn }) => (found ? [] : urn)));
  return ({ found, urn }) => !found || !own.has(urn);
}

/** The lines below a step in a preview. */
export const linesBelow = (
  step: StepReport,
  effects: readonly Effect[],
  said: readonly Diagnostic[],
  { isFull = false }: PlanOptions,
  cost?: CostDelta,
): readonly Part[][] => [
  ...(isFull ? inputLines(step) : []),
  ...changeLines(step, isFull),
  ...effects.flatMap((effect) => fateLines(effect, cost)),
  ...said.map((each) => saidLine(each, `${labelOf(step.urn)}: `)),
];

/** The fate of an object that leaves the state, and of its data. */
function fateLines(effect: Effect, cost?: CostDelta): Part[][] {
  const [leftOver, fate] = [leftOverText(effect), fateText(effect, cost)];
  return [
    ...(leftOver === undefined ? [] : [[indent, ["dim", leftOver] as const]]),
    // The provider warns about data that a replacement destroys.
    ...(effect.data !== undefined && !effect.isReplaced
      ? [[indent, ["red", `This destroys ${effect.data}.`] as const]]
      : []),
    ...(fate === undefined ? [] : [[`${indent}${fate}`]]),
  ];
}

export const leftOverText = ({ isLeftOver }: Effect): string | undefined =>
  isLeftOver && "An earlier run replaced it but did not delete it.";

/** The reason why an object that is replaced or leaves the state stays on the platform, or how a resource that was renamed keeps it. */
export function fateText(
  { does, why, id, kind, name, created, isReplaced }: Effect,
  { kept }: Pick<CostDelta, "kept"> = {},
): string | undefined {
  if (created)
    return `If ${created.join(" or ")} is ${name} under a new name, give it the option \`aliases\`: then ${id} is not deleted.`;
  if (does === "stay" && isReplaced && !why)
    return `${id} stays, with what it costs, until an \`up\` without --target or --exclude deletes it.`;
  if (does !== "keep" && !why) return undefined;
  if (why !== "retained") return `${id} stays on the platform: a resource still has it.`;
  const letGo = letGoOf(kind, id ?? "");
  const cost = kept?.perHour === undefined ? "and what it costs" : `and costs ${amountText(kept)}`;
  return `${id} stays on the platform, with its data ${cost} (retainOnDelete).${letGo ? ` ${letGo}` : ""}`;
}

/** @param own the text of the line above. */
function saidLine({ severity, message }: Diagnostic, own: string): Part[] {
  const said = withLabels(message.trimEnd());
  const text = said.startsWith(own) ? said.slice(own.length) : said;
  return severity === "info" ? reasonLine(text) : [indent, [styleOfSeverity(severity), `${severity}: ${text}`]];
}

import { groupedBy } from "../../values/many";
import type { Diagnostic, StepReport } from "../../engine/index";
import { parsePath } from "../../engine/plan/property-path";
import type { PricedEffect } from "../../provider/effects/effect";
import { deltaOf } from "../../provider/effects/sums";
import { leftOverText, replacingWithin, untoldFate, untoldLoss } from "../../provider/effects/in-words";
import type { Part, Style } from "../paint";
import { kindOfToken } from "../state/deployment";
import type { DisplayOptions } from "./display";
import { severityStyles } from "./messages";
import { labelOf, withLabels } from "./names";
import { isOfProgram } from "./step-line";
import { shortText, valueLines, valueText } from "./values";

const indent = "      ";

/** Tells whether a step is shown: not if it changes nothing, nor if it is half of a replacement. */
export const isShown = ({ op, counted, leftOver = false }: StepReport): boolean =>
  op !== "same" && (counted || leftOver);

/** The shown steps and what is said of each resource, at its last step that is neither found nor left over; and the rest. */
export function notesOf(steps: readonly StepReport[], said: readonly Diagnostic[], options: DisplayOptions) {
  const shown = steps.filter(isShown);
  const last = new Map<string, StepReport>();
  for (const step of shown) if (!last.has(step.urn) || !(step.found || step.leftOver)) last.set(step.urn, step);
  const isPlaced = ({ urn, severity }: Diagnostic) => urn !== undefined && severity !== "error" && last.has(urn);
  const placed = groupedBy(said.filter(isPlaced), ({ urn }) => urn);
  const about = (step: StepReport) => (last.get(step.urn) === step && placed.get(step.urn)) || [];
  return {
    notes: shown.map((step) => notedStep(step, about(step), options)),
    rest: said.filter((each) => !isPlaced(each)),
  };
}

export type NotedStep = ReturnType<typeof notedStep>;

/** A step with its effects and their cost, and the lines below it. */
export function notedStep(step: StepReport, said: readonly Diagnostic[], { plan, isFull = false }: DisplayOptions) {
  const effects = plan.of(step);
  const below = [
    ...(isFull ? inputLines(step) : []),
    ...changeLines(step, isFull),
    ...effects.flatMap((effect) => fateLines(effect, said)),
    ...said.map((each) => saidLine(each, `${labelOf(step.urn)}: `)),
  ];
  return { step, effects, cost: deltaOf(effects), below };
}

/** The fate of an object that leaves the state, and of its data. */
function fateLines(effect: PricedEffect, said: readonly Diagnostic[]): Part[][] {
  const [leftOver, fate, lost] = [leftOverText(effect), untoldFate(effect, said), untoldLoss(effect, said)];
  const parts: (Part | undefined)[] = [leftOver && ["dim", leftOver], lost && ["red", `This ${lost}.`], fate];
  return parts.flatMap((part) => (part ? [[indent, part]] : []));
}

/** @param own the text of the line above. */
function saidLine({ severity, message }: Diagnostic, own: string): Part[] {
  const said = withLabels(message.trimEnd());
  const text = said.startsWith(own) ? said.slice(own.length) : said;
  return [indent, severity === "info" ? ["dim", text] : [severityStyles[severity] ?? "dim", `${severity}: ${text}`]];
}

const shownPlaces = 8;

type Change = StepReport["changes"][number];

/** The changes of a step. An engine knows only which argument replaces an object; the provider, which members of it do. */
export function changesWithin({ changes, type, old, new: next }: StepReport): readonly Change[] {
  const kind = kindOfToken(type);
  if (kind === undefined || !changes.some(({ replaces }) => replaces)) return changes;
  const places = new Map(changes.map((change) => [change, parsePath(change.path) ?? [change.path]]));
  const paths = changes.flatMap((change) => (change.replaces ? [places.get(change)!] : []));
  const replacing = replacingWithin(kind, old?.inputs ?? {}, next?.inputs ?? {}, paths);
  return changes.map((change) => ({ ...change, replaces: replacing.has(places.get(change)!) }));
}

/** The changes of a step, one line each: `image: "a" → "b"`. */
function changeLines(step: StepReport, isAll: boolean): Part[][] {
  const changes = changesWithin(step);
  const shown = isAll ? changes : changes.slice(0, shownPlaces);
  const text = isAll ? valueText : shortText;
  const lines = shown.flatMap(({ path, kind, replaces, old, new: next }): Part[][] => {
    const lines = {
      add: () => signed("green", "+", valueLines(`${path}: `, next, text)),
      delete: () => signed("red", "-", valueLines(`${path}: `, old, text)),
      update: () => signed("yellow", "~", [`${path}: ${text(old)} → ${text(next)}`]),
    }[kind]();
    if (replaces) lines[0]?.push(["magenta", "  (replaces)"]);
    return lines;
  });
  const left = changes.length - shown.length;
  return left > 0 ? [...lines, [indent, ["dim", `… and ${left} more; --diff shows them all`]]] : lines;
}

function inputLines({ op, new: next }: StepReport): Part[][] {
  if (op !== "create" || !next) return [];
  return inputsOf(next.inputs).flatMap(([name, value]) => signed("green", "+", valueLines(`${name}: `, value)));
}

export const inputsOf = (inputs: Readonly<Record<string, unknown>>): [string, unknown][] =>
  Object.entries(inputs).filter(([name]) => isOfProgram(name));

const signed = (style: Style, sign: string, lines: readonly string[]): Part[][] =>
  lines.map((line, at) => [indent, [style, `${at === 0 ? sign : " "} ${line}`]]);

import type { StepReport } from "../../engine/index";
import { parsePath } from "../../engine/plan/property-path";
import { replacingWithin } from "../../provider/effects/replacing";
import type { Part, Style } from "../paint";
import { kindOfToken } from "../state/deployment";
import { isOfProgram } from "./step-line";
import { shortText, valueLines, valueText } from "./values";

/** The number of changed places that a preview shows for one resource before it counts the rest. */
const shownPlaces = 8;
const indent = "      ";

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
export function changeLines(step: StepReport, isAll: boolean): Part[][] {
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

/** Every input of a new resource, for `--diff`. */
export function inputLines({ op, new: next }: StepReport): Part[][] {
  if (op !== "create" || !next) return [];
  return inputsOf(next.inputs).flatMap(([name, value]) => signed("green", "+", valueLines(`${name}: `, value)));
}

export const inputsOf = (inputs: Readonly<Record<string, unknown>>): [string, unknown][] =>
  Object.entries(inputs).filter(([name]) => isOfProgram(name));

const signed = (style: Style, sign: string, lines: readonly string[]): Part[][] =>
  lines.map((line, at) => [indent, [style, `${at === 0 ? sign : " "} ${line}`]]);

export const reasonLine = (reason: string): Part[] => [indent, ["dim", reason]];

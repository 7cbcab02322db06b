import type { StepReport } from "../../engine/index";
import { show } from "../drift/report";
import type { Part } from "../paint";

/** Places that a preview shows of one resource before it says how many more there are. */
const shownPlaces = 8;
const indent = "      ";

/** What a step changes, place by place: `image: "a" → "b"`. */
export function changeLines({ changes }: StepReport, isAll: boolean): Part[][] {
  const shown = isAll ? changes : changes.slice(0, shownPlaces);
  const lines = shown.map(({ path, kind, replaces, old, new: next }): Part[] => {
    const forces: Part[] = replaces ? [["magenta", "  (replaces)"]] : [];
    if (kind === "add") return [indent, ["green", `+ ${path}: ${valueText(next, isAll)}`], ...forces];
    if (kind === "delete") return [indent, ["red", `- ${path}: ${valueText(old, isAll)}`], ...forces];
    const isSecret = old === "[secret]" && next === "[secret]";
    const what = isSecret ? "changed (secret)" : `${valueText(old, isAll)} → ${valueText(next, isAll)}`;
    return [indent, ["yellow", `~ ${path}: ${what}`], ...forces];
  });
  const left = changes.length - shown.length;
  return left > 0 ? [...lines, [indent, ["dim", `… and ${left} more; --diff shows them all`]]] : lines;
}

/** Every input of a new resource, as `--diff` shows it. */
export function inputLines({ op, new: next }: StepReport): Part[][] {
  if (op !== "create" || !next) return [];
  const inputs = Object.entries(next.inputs).filter(([name]) => !name.startsWith("__"));
  return inputs.map(([name, value]) => [indent, ["green", `+ ${name}: ${valueText(value, true)}`]]);
}

export const reasonLine = (reason: string): Part[] => [indent, ["dim", reason]];

const valueText = (value: unknown, isWhole: boolean): string => {
  const text = value === undefined ? undefined : JSON.stringify(value);
  return isWhole && text !== undefined ? text : show(text);
};

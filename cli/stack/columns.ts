import { groupedBy, largest } from "../../values/many";
import { durationText } from "../shown";
import { type Part, textOf, withTexts } from "../paint";
import { totalOf } from "../../provider/effects/sums";
import { columnsOf, padded, paddedStart, shortened } from "../terminal/text";
import { brieferNames } from "./names";
import { deltaText, type Item, type Row } from "./rows";
import { signOf, styleOf, wordOf } from "./step-line";

interface Cells {
  readonly sign: Part;
  readonly kind: string;
  readonly name: string;
  readonly plan: readonly Part[];
  readonly cost: string;
}

/** The width of each column, kept between drawings so that columns move only if they must. */
export const noWidths = () => ({ kind: 4, name: 4, plan: 4, cost: 0 });

const gap = "  ";
/** The shortest column for names: `workers-0…29 (30)` fits. */
const narrowestName = 18;

export function treeLines(items: readonly Item[], now: number, columns: number, widths = noWidths()): Part[][] {
  const cells = items.map((item) => cellsOf(item, now));
  const planWidth = ({ plan }: Cells) => plan.reduce((sum, part) => sum + columnsOf(textOf(part)), 0);
  for (const column of ["kind", "name", "cost"] as const)
    widths[column] = Math.max(widths[column], largest(cells.map((each) => columnsOf(each[column]))));
  widths.plan = Math.max(widths.plan, largest(cells.map(planWidth)));
  const left = columns - 1 - 4 - widths.kind - 2 * gap.length;
  const roomForCost = gap.length + widths.cost;
  // Progress matters more than cost, which the preview has shown.
  const hasCost = widths.cost > 0 && left - roomForCost >= narrowestName + widths.plan;
  const name = Math.min(widths.name, Math.max(narrowestName, left - widths.plan - (hasCost ? roomForCost : 0)));
  const line = (each: Cells, isHead = false): Part[] => {
    const told = (text: string): Part => (isHead ? ["dim", text] : text);
    const rest = " ".repeat(Math.max(0, widths.plan - planWidth(each))) + gap;
    const shown = columnsOf(each.name) <= name ? each.name : shortened(brieferNames(each.name), name);
    return trimmed([
      each.sign,
      told(padded(each.kind, widths.kind)),
      gap,
      [isHead ? "dim" : "bold", padded(shown, name)],
      gap,
      ...each.plan,
      ...(each.cost === "" || !hasCost ? [] : [told(rest + paddedStart(each.cost, widths.cost))]),
    ]);
  };
  const head = { sign: "    ", kind: "Kind", name: "Name", plan: [["dim", "Plan"]], cost: "Cost" } as const;
  return [line(head, true), ...cells.map((each) => line(each))];
}

function trimmed(line: Part[]): Part[] {
  const kept = line.slice(0, line.findLastIndex((part) => textOf(part).trimEnd() !== "") + 1);
  const last = kept.splice(-1);
  return [...kept, ...withTexts(last, (text) => text.trimEnd())];
}

function cellsOf({ branch, kind, name, rows }: Item, now: number): Cells {
  const shown = { kind: `${branch}${kind}`, name };
  const [first] = rows;
  if (!first) return { ...shown, sign: "    ", plan: [], cost: "" };
  const isFailed = rows.some(({ tense }) => tense === "failed");
  const style = styleOf(first.step.op, isFailed ? "failed" : undefined);
  return {
    ...shown,
    sign: [style, `${signOf(first.step, first.effects)} `],
    plan: progressOf(rows, now),
    cost: costOfRows(rows),
  };
}

/** The longest time of rows that share a tense. */
function timeOf(rows: readonly Row[], tense: Row["tense"], now: number): Part[] {
  const longest = largest(rows.map(({ since = now, tookMs = 0 }) => (tense === "running" ? now - since : tookMs)));
  return longest >= 1_000 || tense === "running" ? [["dim", ` (${durationText(longest)})`]] : [];
}

/** `creating: pulling the image (12 s)`, `creating failed`; of rows that differ `12 created, 8 creating (40 s), 10 to create`. */
function progressOf(rows: readonly Row[], now: number): Part[] {
  const { op } = rows[0]!.step;
  const parts = (["done", "running", "failed", "planned", "not started"] as const).flatMap((tense): Part[][] => {
    const some = rows.filter((row) => row.tense === tense);
    const [one] = some;
    if (!one) return [];
    const isAll = some.length === rows.length;
    const word = tense === "failed" && rows.length > 1 ? "failed" : wordOf(one.half ?? one.step, tense, one.effects);
    const count = isAll ? "" : tense === "planned" ? `${some.length} to ` : `${some.length} `;
    const phase = tense === "running" ? phaseOf(some) : "";
    const time = tense === "running" || isAll ? timeOf(some, tense, now) : [];
    return [[[styleOf(op, tense), `${count}${word}${phase}`], ...time]];
  });
  return parts.flatMap((part, at): Part[] => (at === 0 ? part : [", ", ...part]));
}

function phaseOf(rows: readonly Row[]): string {
  const phases = groupedBy(rows, ({ phase = "" }) => phase);
  phases.delete("");
  const [most] = [...phases].sort(([, one], [, other]) => other.length - one.length);
  return most ? `: ${most[0]}` : "";
}

function costOfRows(rows: readonly Row[]): string {
  const known = rows.flatMap(({ cost }) => cost ?? []);
  const isUnknown = known.some(({ perHour }) => perHour === undefined);
  return deltaText(isUnknown ? { perHour: undefined } : totalOf(known));
}

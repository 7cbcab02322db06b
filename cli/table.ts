import { largest } from "../values/many";
import { type Output, widthOf } from "./io";
import { beginningOf, columnsOf, padded, paddedStart } from "./terminal/text";

type Cell = string | number;

const between = 2;
/** The minimum width of a column, unless its head is wider. */
const narrowest = 8;

/**
 * Columns padded to their widest cell, with two blanks between them and no trailing blanks. Figures are right-aligned.
 *
 * @param width of the terminal: in a wider table the widest columns are narrowed and their cells continue in the next line.
 * Without it, as for files and pipes, a row is a line.
 */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[], width = Infinity): string {
  const lines = [head, ...rows].map((row) => row.map((cell) => String(cell)));
  const natural = head.map((_, column) => largest(lines.map((line) => columnsOf(line[column] ?? ""))));
  const columns = natural.map((wide, column) => ({
    wide,
    word: largest(lines.flatMap((line) => (line[column] ?? "").split(" ").map(columnsOf))),
    least: Math.min(wide, Math.max(narrowest, columnsOf(head[column] ?? ""))),
  }));
  const widths = fit(columns, width);
  const isNumeric = head.map((_, column) => rows.length > 0 && rows.every((row) => isFigure(row[column])));
  const pad = (cell: string, column: number) =>
    isNumeric[column] ? paddedStart(cell, widths[column] ?? 0) : padded(cell, widths[column] ?? 0);
  return lines
    .flatMap((line) => folded(line, widths))
    .map((line) => line.map(pad).join(" ".repeat(between)).trimEnd())
    .join("\n");
}

/** A {@link table} for an output, with its width and with safe cells. */
export const tableFor = (output: Output, head: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  table(
    head,
    rows.map((row) => row.map((cell) => (typeof cell === "string" ? output.inLine(cell) : cell))),
    widthOf(output),
  );

/** A number, an amount of money, or the mark of an unknown one. */
const isFigure = (cell: Cell | undefined): boolean =>
  typeof cell === "number" || /^([+-]?\d+\.\d\d+|\?)$/.test(String(cell));

interface Column {
  /** The widths of its widest cell and its longest word, and its minimum. */
  readonly wide: number;
  readonly word: number;
  readonly least: number;
}

/** Breaks cells at blanks if that is enough; otherwise the widest columns are narrowed and their words broken. */
function fit(columns: readonly Column[], width: number): number[] {
  const atBlanks = narrowed(columns, width, ({ word, least }) => Math.max(word, least));
  return total(atBlanks) <= width ? atBlanks : narrowed(columns, width, ({ least }) => least);
}

const total = (widths: readonly number[]): number => widths.reduce((sum, wide) => sum + wide + between, -between);

/** Narrows the widest column repeatedly until all fit or none can shrink. */
function narrowed(columns: readonly Column[], width: number, leastOf: (column: Column) => number): number[] {
  const widths = columns.map(({ wide }) => wide);
  while (total(widths) > width) {
    const slack = columns.map((column, at) => ((widths[at] ?? 0) > leastOf(column) ? (widths[at] ?? 0) : 0));
    const widest = slack.indexOf(largest(slack));
    if (slack[widest] === 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

function folded(line: readonly string[], widths: readonly number[]): string[][] {
  const cells = line.map((cell, column) => wrapped(cell, widths[column] ?? columnsOf(cell)));
  const height = largest(cells.map((parts) => parts.length));
  return Array.from({ length: height }, (_, index) => cells.map((parts) => parts[index] ?? ""));
}

/** Wraps a text at blanks; a word longer than a line at a joint, or else anywhere. */
function wrapped(text: string, width: number): string[] {
  const parts: string[] = [];
  let rest = text;
  while (columnsOf(rest) > width) {
    const most = beginningOf(rest, width).length || [...rest][0]!.length;
    const blank = rest.lastIndexOf(" ", most);
    const joint = largest(["/", "-", ":", ","].map((mark) => rest.lastIndexOf(mark, most - 1))) + 1;
    const end = blank > 0 ? blank : joint > most / 2 ? joint : most;
    parts.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...parts, rest];
}

import { stripVTControlCharacters } from "node:util";
import sliceAnsi from "slice-ansi";
import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";

/** The width of a text in columns, with or without colours: two for an ideogram, none for a combining character. */
export const columnsOf = (text: string): number => (plain.test(text) ? text.length : stringWidth(text));

/** Characters of one column each, which make up most texts and bars: a shortcut, because a table is measured many times. */
const plain = /^[ -~\u2580-\u259f]*$/;

export const beginningOf = (text: string, width: number): string => sliceAnsi(text, 0, Math.max(0, width));

/** A shortened text with its beginning and its end, which distinguishes names from a loop. */
export function shortened(text: string, width: number): string {
  const all = columnsOf(text);
  if (all <= width) return text;
  const end = Math.max(0, Math.floor((width - 1) / 2));
  return `${beginningOf(text, width - 1 - end)}…${end === 0 ? "" : endOf(text, end)}`;
}

/** The text from this many columns before its end on; an ideogram that would begin one column earlier is left out. */
function endOf(text: string, width: number): string {
  const end = sliceAnsi(text, columnsOf(text) - width);
  return columnsOf(end) <= width ? end : sliceAnsi(text, columnsOf(text) - width + 1);
}

export const padded = (text: string, width: number): string => text + " ".repeat(Math.max(0, width - columnsOf(text)));
export const paddedStart = (text: string, width: number): string =>
  " ".repeat(Math.max(0, width - columnsOf(text))) + text;

/**
 * A text wrapped at blanks in this width; continued lines are indented by two more columns. A word longer than a line stays
 * whole, so that it can be copied.
 */
export function wrapped(text: string, width: number): string[] {
  const lines = text.replaceAll("\t", tab).split("\n");
  return lines.flatMap((line) => (columnsOf(line) <= width ? [line] : wrappedLine(line, width)));
}

/** The replacement for a tab, whose width on a terminal can't be measured. */
const tab = "    ";

function wrappedLine(line: string, width: number): string[] {
  const indent = /^ */.exec(stripVTControlCharacters(line))?.[0].length ?? 0;
  const body = sliceAnsi(line, indent);
  const [first = ""] = broken(body, width - indent);
  const rest = sliceAnsi(body, columnsOf(first)).trimStart();
  const lines = columnsOf(rest) === 0 ? [] : broken(withoutFirstBlank(rest), width - indent - 2);
  return [" ".repeat(indent) + first, ...lines.map((each) => " ".repeat(indent + 2) + each)];
}

const broken = (text: string, width: number): string[] => wrapAnsi(text, Math.max(1, width)).split("\n");

/** The blank at the break may follow a colour code. */
const withoutFirstBlank = (text: string): string => text.replace(/^((?:\u001b\[\d+m)*) /, "$1");

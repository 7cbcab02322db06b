/** What turns each style on and off; `styleText` of Node would look at the environment once more. */
const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  magenta: [35, 39],
  cyan: [36, 39],
} as const;

export type Style = keyof typeof codes;

/** A piece of a line, and how it looks where colours are shown. */
export type Part = string | readonly [Style, string];

export const textOf = (part: Part): string => (typeof part === "string" ? part : part[1]);

export const paint = (parts: readonly Part[], isColored: boolean): string =>
  parts.map((part) => (typeof part === "string" || !isColored ? textOf(part) : styled(part[0], part[1]))).join("");

function styled(style: Style, text: string): string {
  const [on, off] = codes[style];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}

/** The line with the text of each part changed. */
export const withTexts = (parts: readonly Part[], change: (text: string) => string): Part[] =>
  parts.map((part) => (typeof part === "string" ? change(part) : [part[0], change(part[1])]));

/** No wider than this; an ellipsis stands for what is cut off. */
export function cut(parts: readonly Part[], width: number): Part[] {
  const total = parts.reduce((sum, part) => sum + textOf(part).length, 0);
  if (total <= width) return [...parts];
  let left = width - 1;
  const kept = withTexts(parts, (text) => {
    const piece = text.slice(0, left);
    left -= piece.length;
    return piece;
  }).filter((part) => textOf(part) !== "");
  return [...kept, "…"];
}

/**
 * Text as the lines that it takes in this width, broken at blanks: what goes on stands two columns further in than the
 * line began. A word that is longer than a line stays whole.
 */
export function folded(parts: readonly Part[], width: number): Part[][] {
  const text = parts.map(textOf).join("");
  const end = text.indexOf("\n");
  if (end >= 0) return [...folded(slice(parts, 0, end), width), ...folded(slice(parts, end + 1, text.length), width)];
  if (text.length <= width) return [[...parts]];
  const indent = (/^ */.exec(text)?.[0].length ?? 0) + 2;
  const lines: Part[][] = [];
  let from = 0;
  for (let room = width; text.length - from > room; room = width - indent) {
    const first = from === 0 ? indent - 2 : from;
    const before = text.lastIndexOf(" ", from + room);
    const blank = before > first ? before : text.indexOf(" ", from + room);
    if (blank < 0) break;
    lines.push(slice(parts, from, blank));
    from = blank + 1;
  }
  lines.push(slice(parts, from, text.length));
  return lines.map((line, nth) => (nth === 0 ? line : [" ".repeat(indent), ...line]));
}

/** The part of a line between two of its characters. */
function slice(parts: readonly Part[], from: number, to: number): Part[] {
  let at = 0;
  return withTexts(parts, (text) => {
    const piece = text.slice(Math.max(0, from - at), Math.max(0, to - at));
    at += text.length;
    return piece;
  }).filter((part) => textOf(part) !== "");
}

/** What the environment says of colours, as most commands understand it. */
export function wantsColor(env: Readonly<Record<string, string | undefined>>, isTTY: boolean): boolean {
  const { NO_COLOR: never, FORCE_COLOR: always, TERM: terminal } = env;
  if (never) return false;
  if (always !== undefined) return always !== "0" && always !== "false";
  return isTTY && terminal !== "dumb";
}

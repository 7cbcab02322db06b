import { beginningOf, columnsOf } from "./terminal/text";

/** The codes that turn each style on and off; Node's `styleText` would read the environment again. */
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

/** A piece of a line with its style. */
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

/** Cuts a line to this width, with an ellipsis for the rest. */
export function cut(parts: readonly Part[], width: number): Part[] {
  const total = parts.reduce((sum, part) => sum + columnsOf(textOf(part)), 0);
  if (total <= width) return [...parts];
  let left = width - 1;
  const kept: Part[] = [];
  for (const part of parts) {
    const text = columnsOf(textOf(part)) > left ? beginningOf(textOf(part), left) : textOf(part);
    left -= columnsOf(text);
    if (text !== "") kept.push(typeof part === "string" ? text : [part[0], text]);
  }
  return [...kept, "…"];
}

/** Tells whether the environment wants colours, by the usual conventions. */
export function wantsColor(env: Readonly<Record<string, string | undefined>>, isTTY: boolean): boolean {
  const { NO_COLOR: never, FORCE_COLOR: always, TERM: terminal } = env;
  if (never) return false;
  if (always !== undefined) return always !== "0" && always !== "false";
  return isTTY && terminal !== "dumb";
}

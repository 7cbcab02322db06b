import { styleText } from "node:util";
import { beginningOf, columnsOf } from "./terminal/text";

export type Style = "bold" | "dim" | "red" | "green" | "yellow" | "magenta" | "cyan";

export type Part = string | readonly [Style, string];

export const textOf = (part: Part): string => (typeof part === "string" ? part : part[1]);

export const paint = (parts: readonly Part[], isColored: boolean): string =>
  parts.map((part) => (typeof part === "string" || !isColored ? textOf(part) : styled(...part))).join("");

/** Whether the output is coloured is decided already: Node is not to ask the environment again. */
const styled = (style: Style, text: string): string => styleText(style, text, { validateStream: false });

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

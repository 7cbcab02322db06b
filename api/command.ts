import * as z from "zod";
import { jsonIn } from "../values/json";

/** A container's command in exec form. */
export interface Command {
  readonly entrypoint: readonly string[];
  readonly cmd: readonly string[];
}

const words = z.array(z.string()).optional();
const Encoded = z
  .strictObject({ entrypoint: words, cmd: words })
  .refine(({ entrypoint, cmd }) => (entrypoint ?? cmd) !== undefined);

/** Takes `args` apart: a JSON object of one or both arrays, or else a shell string meaning CMD. */ // M-2, M-3, M-9
export function decodeArgs(args: string): Command {
  const encoded = Encoded.safeParse(jsonIn(args)).data;
  return { entrypoint: encoded?.entrypoint ?? [], cmd: encoded ? (encoded.cmd ?? []) : splitWords(args) };
}

/** Compact JSON of the non-empty members, `entrypoint` first. */ // M-6
export function encodeArgs({ entrypoint, cmd }: Command): string {
  if (entrypoint.length === 0 && cmd.length === 0) return "";
  return JSON.stringify({ ...(entrypoint.length > 0 && { entrypoint }), ...(cmd.length > 0 && { cmd }) });
}

/** What a backslash hides within double quotes; before anything else it stays there. */
const hidden = '"\\$`\n';

/**
 * Splits like a POSIX shell without expansion: blanks separate, quotes and backslash are respected. An open
 * quote runs to the end; a backslash with nothing behind it stands for itself.
 */ // CH-12
function splitWords(text: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (quote === "'") {
      if (char === "'") quote = undefined;
      else word = (word ?? "") + char;
    } else if (char === "\\" && at + 1 < text.length && (quote === undefined || hidden.includes(text.charAt(at + 1)))) {
      at += 1;
      if (text.charAt(at) !== "\n") word = (word ?? "") + text.charAt(at);
    } else if (quote === '"') {
      if (char === '"') quote = undefined;
      else word = (word ?? "") + char;
    } else if (char === "'" || char === '"') {
      quote = char;
      word ??= "";
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? "") + char;
    }
  }
  if (word !== undefined) words.push(word);
  return words;
}

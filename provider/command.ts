import { z } from "zod";
import type { Props } from "./props";
import { strings } from "./props";

/** A container's command in exec form. */
export interface Command {
  readonly entrypoint: string[];
  readonly cmd: string[];
}

const Encoded = z.strictObject({ entrypoint: z.array(z.string()).optional(), cmd: z.array(z.string()).optional() });

/** Takes `args` apart: a JSON object of the two arrays, or else a shell string meaning CMD (M-2, M-9). */
export function decodeArgs(args: string): Command {
  const encoded = parseEncoded(args);
  return { entrypoint: encoded?.entrypoint ?? [], cmd: encoded ? (encoded.cmd ?? []) : splitWords(args) };
}

function parseEncoded(args: string): z.infer<typeof Encoded> | undefined {
  if (!args.trimStart().startsWith("{")) return undefined;
  try {
    return Encoded.safeParse(JSON.parse(args)).data;
  } catch {
    return undefined;
  }
}

/** Splits like a POSIX shell without expansion: blanks separate, quotes and backslash are respected (CH-12). */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (quote === "'") {
      if (char === "'") quote = undefined;
      else word = (word ?? "") + char;
    } else if (char === "\\" && (quote === undefined || '"\\$`\n'.includes(text.charAt(at + 1)))) {
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

/** The members of the command that a program set: `args` sets both, `cmd` and `entrypoint` one each (M-7). */
export function declaredCommand(props: Props): Partial<Command> {
  if (typeof props.args === "string") return decodeArgs(props.args);
  return {
    ...(props.entrypoint === undefined ? {} : { entrypoint: strings(props.entrypoint) }),
    ...(props.cmd === undefined ? {} : { cmd: strings(props.cmd) }),
  };
}

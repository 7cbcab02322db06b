import { badRequest } from "../refusal";

/** A container's command taken apart. */
export interface Command {
  readonly entrypoint: readonly string[];
  readonly cmd: readonly string[];
}

/** The three spellings of one setting in a request (M-1). */
export interface CommandRequest {
  readonly args?: string | undefined;
  readonly cmd?: readonly string[] | undefined;
  readonly entrypoint?: readonly string[] | undefined;
}

/** Whether a request says anything about the command; any of the three counts (P-41). */
export const hasCommand = ({ args, cmd, entrypoint }: CommandRequest) => (args ?? cmd ?? entrypoint) !== undefined;

/**
 * What to store as `args` (M-4 to M-7, CH-12), given what is stored. `args` is kept byte for byte; the arrays are encoded
 * together with the stored other one.
 */
export function storedArgs({ args, cmd, entrypoint }: CommandRequest, stored: string): string {
  if (args === undefined) {
    if (!cmd && !entrypoint) return stored;
    const before = decodeArgs(stored);
    return encodeArgs({ entrypoint: entrypoint ?? before.entrypoint, cmd: cmd ?? before.cmd });
  }
  const described = decodeArgs(args);
  const contradicts = (sent: readonly string[] | undefined, told: readonly string[]) =>
    sent !== undefined && (sent.length !== told.length || sent.some((word, i) => word !== told[i]));
  if (contradicts(cmd, described.cmd) || contradicts(entrypoint, described.entrypoint)) {
    throw badRequest("args describes another command than cmd and entrypoint");
  }
  return args;
}

/** Takes stored `args` apart (M-2, M-3, M-9). */
export function decodeArgs(args: string): Command {
  return execForm(args) ?? { entrypoint: [], cmd: splitWords(args) };
}

/** Compact JSON of the non-empty members, `entrypoint` first (M-6). */
export function encodeArgs({ entrypoint, cmd }: Command): string {
  if (entrypoint.length === 0 && cmd.length === 0) return "";
  return JSON.stringify({ ...(entrypoint.length > 0 && { entrypoint }), ...(cmd.length > 0 && { cmd }) });
}

function execForm(args: string): Command | undefined {
  if (!args.trimStart().startsWith("{")) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(args);
  } catch {
    return undefined;
  }
  const entries = Object.entries(parsed as object);
  const isExecForm = entries.every(
    ([name, words]) =>
      (name === "entrypoint" || name === "cmd") &&
      Array.isArray(words) &&
      words.every((word) => typeof word === "string"),
  );
  return isExecForm && entries.length > 0 ? { entrypoint: [], cmd: [], ...(parsed as Partial<Command>) } : undefined;
}

/** POSIX words: quotes and backslashes are respected, nothing is expanded (CH-12). An open quote runs to the end. */
function splitWords(text: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string;
    if (quote === "'") {
      if (char === "'") quote = "";
      else word += char;
    } else if (char === "\\" && i + 1 < text.length) {
      const next = text[++i] as string;
      // Within double quotes a backslash stays, except before what it could hide.
      word = (word ?? "") + (quote === '"' && !'"\\$`'.includes(next) ? `\\${next}` : next);
    } else if (quote === '"') {
      if (char === '"') quote = "";
      else word += char;
    } else if (char === "'" || char === '"') {
      quote = char;
      word ??= "";
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + char;
  }
  if (word !== undefined) words.push(word);
  return words;
}

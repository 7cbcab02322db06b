import { parseUrn } from "../../plugin/names";
import { quoted } from "../../values/shell";
import type { Stack } from "../state/deployment";

/** The flags of `doctor` and the state that it read. */
export interface Where {
  readonly stack?: string;
  readonly file?: string;
  readonly cwd?: string;
  readonly known: Stack;
  /** Only the Pulumi CLI writes the state. */
  readonly isElsewhere?: boolean;
  /** Only the Pulumi CLI runs the program. */
  readonly isRunByCli?: boolean;
}

/** A command in a sentence, with the word before it if the sentence says to run it. */
const named =
  /((?:\b[Rr]un|\bthen|\bor|\bread) )?`(?:compute )?(up|refresh|preview|destroy|state delete|doctor|import|logs)\b([^`]*)`/g;

/**
 * Makes the commands in advice ready to paste: with their full name, for the requested stack and folder. A state from a
 * file belongs to the Pulumi CLI.
 */
export const asPrinted = (advice: string, where: Where): string =>
  advice.replace(named, (_, before: string | undefined, command: string, rest: string) => {
    const isToRun = (before !== undefined || rest !== "") && !rest.includes(" --stack ");
    return `${before ?? ""}\`${whole(command, rest, isToRun ? stackFlag(where) : "", where)}\``;
  });

function stackFlag({ stack, file, known: { prefixes } }: Where): string {
  const [first] = prefixes;
  const name = file === undefined || first === undefined ? stack : parseUrn(first).stack;
  return name === undefined ? "" : ` --stack ${quoted(name)}`;
}

/** Commands that do not change the state. */
const looking = ["doctor", "import", "logs"];

/** Commands that run the program. */
const running = ["up", "preview"];

function whole(command: string, rest: string, flag: string, where: Where): string {
  const { cwd, file, isElsewhere = false, isRunByCli = false } = where;
  const directory = cwd === undefined ? "" : ` -C ${quoted(cwd)}`;
  // Where it is printed, `compute` gets its folder.
  const compute = `compute ${command}${rest}`;
  const byCli = `pulumi${directory} ${command}${rest}${flag}`;
  const isOfCli = running.includes(command) ? isRunByCli : isElsewhere && !looking.includes(command);
  if (file === undefined) return isOfCli ? byCli : compute + flag;
  if (command === "doctor") return `pulumi${directory} stack export${flag} | ${compute} --file -`;
  // A command that only reads the platform needs no stack.
  return looking.includes(command) ? compute : byCli;
}

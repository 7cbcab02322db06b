import { forStack } from "../../disk/command";
import { parseUrn } from "../../plugin/names";
import type { Io } from "../io";
import type { Stack } from "../state/deployment";
import { wordingHere } from "../state/pulumi-cli";

/** The flags of `doctor` and the state that it read. */
export interface Where {
  readonly stack?: string;
  readonly file?: string;
  readonly known: Stack;
}

/** A command in advice, which may leave out how it is called. */
const named = /`(?:compute )?((?:up|refresh|preview|destroy|state delete|doctor|import|logs)\b[^`]*)`/g;

/** Makes the commands in advice ready to paste. A state from a file belongs to the Pulumi CLI. */
export async function wordingOf(io: Pick<Io, "env" | "cwd">, where: Where): Promise<(advice: string) => string> {
  const { file, stack, known } = where;
  if (file === undefined) {
    const here = await wordingHere(io);
    return (advice) => here(advice.replace(named, "`compute $1`"));
  }
  const [first] = known.prefixes;
  const ofStack = (command: string) => forStack(command, first === undefined ? stack : parseUrn(first).stack);
  const wordsOf = (command: string): string => {
    // A command that only reads the platform needs no stack.
    if (/^(?:import|logs)/.test(command)) return `compute ${command}`;
    if (!command.startsWith("doctor")) return ofStack(`pulumi ${command}`);
    return `${ofStack("pulumi stack export")} | compute ${command} --file -`;
  };
  return (advice) => advice.replace(named, (_, command: string) => `\`${wordsOf(command)}\``);
}

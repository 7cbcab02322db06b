import type { Command } from "commander";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import * as z from "zod";
import { CommandFailure, type Io } from "../io";
import { addStackFlags, openStack, type StackFlags } from "../stack/flags";
import { readDeployment, type Stack } from "./deployment";
import type { Decrypt } from "./secret-values";

export interface StateFlags extends StackFlags {
  readonly file?: string;
}

export const addStateFlags = (command: Command): Command =>
  addStackFlags(command).option(
    "--file <path>",
    "read the state from a file instead: the output of `pulumi stack export`, or a checkpoint; - for standard input",
  );

/** Reads the state that the flags name. Secrets are opened where a passphrase is set, and stay closed otherwise. */
export async function loadStack(io: Io, flags: StateFlags): Promise<Stack> {
  const { where, text } = await readState(io, flags);
  return readDeployment(text, where, await decrypter(io, text));
}

/** A stack, and what to call its state: `stack dev`, or a file. */
export type Located = Stack & { readonly where: string };

/** Reads the state that the flags name. Secrets are opened only where a `Provider` has one, its key: opening them takes a while. */
export async function loadStackWithKeys(io: Io, flags: StateFlags): Promise<Located> {
  const { where, text } = await readState(io, flags);
  return { ...(await openKeys(io, { where, text, stack: readDeployment(text, where) })), where };
}

/** The same stack, with its secrets opened where the key of a `Provider` is one of them. */
export async function openKeys(
  io: Io,
  { where, text, stack }: { readonly where: string; readonly text: string; readonly stack: Stack },
): Promise<Stack> {
  if (!stack.providers.some(({ isSealed }) => isSealed)) return stack;
  return readDeployment(text, where, await decrypter(io, text));
}

/** The text of the state that the flags name, and what to call it. */
export async function readState(io: Io, flags: StateFlags): Promise<{ where: string; text: string }> {
  const { file } = flags;
  if (file === undefined) {
    const stack = await openStack(io, flags);
    return { where: `stack ${stack.name}`, text: JSON.stringify(await stack.exportState()) };
  }
  return file === "-" ? { where: "stdin", text: await io.input() } : { where: file, text: await readText(io, file) };
}

const unreadable: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a directory",
  EACCES: "permission denied",
};

const whyUnreadable = (cause: unknown): string => {
  const { code = "", message } = cause as NodeJS.ErrnoException;
  return unreadable[code] ?? message;
};

/** @throws CommandFailure where there is no such file. */
export async function readText(io: Io, file: string): Promise<string> {
  try {
    return await readFile(resolve(io.cwd, file), "utf8");
  } catch (cause) {
    throw new CommandFailure(`Can't read ${file}: ${whyUnreadable(cause)}.`);
  }
}

const provider = z.object({
  secrets_providers: z.object({ type: z.literal("passphrase"), state: z.object({ salt: z.string() }) }),
});
const Sealed = z.union([
  z.object({ deployment: provider }).transform(({ deployment }) => deployment),
  z.object({ checkpoint: z.object({ latest: provider }) }).transform(({ checkpoint }) => checkpoint.latest),
]);

/** Opens the secrets of a state that was sealed with the passphrase which is set. */
async function decrypter(io: Io, text: string): Promise<Decrypt | undefined> {
  const { PULUMI_CONFIG_PASSPHRASE: passphrase, PULUMI_CONFIG_PASSPHRASE_FILE: file } = io.env;
  const sealed = Sealed.safeParse(parse(text));
  if (!sealed.success || !text.includes('"ciphertext"')) return undefined;
  const given = passphrase ?? (file && (await readText(io, file)).trim());
  if (given === undefined) return undefined;
  const [{ openCrypter }, { systemAmbient }] = await Promise.all([
    import("../../engine/state/secrets.js"),
    import("../../engine/ambient.js"),
  ]);
  const crypter = await openCrypter(given, sealed.data.secrets_providers.state.salt, systemAmbient.bytes);
  return (ciphertext) => crypter.decrypt(ciphertext);
}

/** What is not JSON is refused later, with its name. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

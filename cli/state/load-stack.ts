import { jsonIn } from "../../values/json";
import { ownMember } from "../../values/own-member";
import type { Command } from "commander";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import * as z from "zod";
import type { LocalStack } from "../../engine/index";
import { CommandFailure, type Io } from "../io";
import { addStackFlags, findStack, openStack, type StackFlags } from "../stack/flags";
import { readDeployment, refuseHuge, type Stack } from "./deployment";
import { CliFailure, cliOfBackend } from "./pulumi-cli";
import { type Decrypt, decrypterWith } from "./secret-values";

export interface StateFlags extends StackFlags {
  readonly file?: string;
}

export const addStateFlags = (command: Command): Command =>
  addStackFlags(command).option(
    "--file <path>",
    "read the state from a file instead: the output of `pulumi stack export`, or a checkpoint; - for standard input",
  );

/** Reads the state that the flags name. Secrets are decrypted if a passphrase is set. */
export async function loadStack(io: Io, flags: StateFlags): Promise<Stack> {
  return opened(io, await readState(io, flags));
}

/** A stack, and its state in words: `stack dev`, or a file. */
export type Located = Stack & { readonly where: string };

/** Reads the state that the flags name. Secrets are decrypted only if a `Provider` has a key, because decrypting takes a while. */
export async function loadStackWithKeys(io: Io, flags: StateFlags): Promise<Located> {
  const state = await readState(io, flags);
  const { where, text } = state;
  return { ...(await openKeys(io, { ...state, stack: readDeployment(text, where) })), where };
}

/** The same stack with decrypted secrets, if one of them is the key of a `Provider`. */
export async function openKeys(io: Io, { stack, ...state }: State & { readonly stack: Stack }): Promise<Stack> {
  return stack.providers.some(({ isSealed }) => isSealed) ? opened(io, state) : stack;
}

export interface State {
  readonly where: string;
  readonly text: string;
  /** Fetches the state with decrypted secrets, for those that no local passphrase decrypts. */
  readonly reveal?: () => Promise<string>;
}

/** The state of a stack that runs here, with encrypted secrets. */
export async function stateOf(
  stack: Pick<LocalStack, "name" | "storedState">,
): Promise<State & { readonly stack: Stack }> {
  const { name } = stack;
  const text = await stack.storedState();
  return { where: name, text, stack: readDeployment(text, name) };
}

export async function readState(io: Io, flags: StateFlags): Promise<State> {
  const { file } = flags;
  if (file === "-") return { where: "stdin", text: await io.input() };
  if (file !== undefined) return { where: file, text: await readText(io, file) };
  const elsewhere = await cliOfBackend(io);
  if (elsewhere) {
    const name = await findStack(io, flags);
    const reveal = () => elsewhere.exportState(name, { showSecrets: true });
    return { where: `stack ${name}`, text: await elsewhere.exportState(name), reveal };
  }
  const stack = await openStack(io, flags);
  return { where: `stack ${stack.name}`, text: await stack.storedState() };
}

/** A state with its secrets decrypted as far as possible. */
async function opened(io: Io, { where, text, reveal }: State): Promise<Stack> {
  refuseHuge(text, where);
  const isOthers = text.includes('"ciphertext"') && !Sealed.safeParse(jsonIn(text)).success;
  if (reveal === undefined || !isOthers) return readDeployment(text, where, await decrypter(io, text));
  // Without permission to decrypt, the secrets stay encrypted.
  const clear = await reveal().catch((error: unknown) => {
    if (error instanceof CliFailure) return text;
    throw error;
  });
  return readDeployment(clear, where);
}

const unreadable: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a directory",
  EACCES: "permission denied",
};

/** @throws CommandFailure if there is no such file. */
export async function readText(io: Io, file: string): Promise<string> {
  try {
    return await readFile(resolve(io.cwd, file), "utf8");
  } catch (cause) {
    const { code = "", message } = cause as NodeJS.ErrnoException;
    throw new CommandFailure(`Can't read ${file}: ${ownMember(unreadable, code) ?? message}.`);
  }
}

const provider = z.object({
  secrets_providers: z.object({ type: z.literal("passphrase"), state: z.object({ salt: z.string() }) }),
});
const Sealed = z.union([
  z.object({ deployment: provider }).transform(({ deployment }) => deployment),
  z.object({ checkpoint: z.object({ latest: provider }) }).transform(({ checkpoint }) => checkpoint.latest),
]);

/** Decrypts the secrets of a state that was encrypted with the current passphrase. */
async function decrypter(io: Io, text: string): Promise<Decrypt | undefined> {
  const { PULUMI_CONFIG_PASSPHRASE: passphrase, PULUMI_CONFIG_PASSPHRASE_FILE: file } = io.env;
  // Text that is not JSON is refused later, by name.
  const sealed = Sealed.safeParse(jsonIn(text));
  if (!sealed.success || !text.includes('"ciphertext"')) return undefined;
  const given = passphrase ?? (file && (await readText(io, file)).trim());
  return given === undefined ? undefined : decrypterWith(given, sealed.data.secrets_providers.state.salt);
}

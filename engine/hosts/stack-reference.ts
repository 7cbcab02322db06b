import type { Ambient } from "../ambient";
import { openBackend } from "../state/backend";
import { parseCheckpoint } from "../state/checkpoint";
import { EngineError } from "../errors";
import { stackOutputs } from "../state/resource-state";
import { type Keys, openKnown } from "../state/secrets";
import { createStateCodec } from "../state/state-codec";
import { stackType } from "../protocol/urn";
import type { PropertyMap } from "../protocol/values";

export interface StackReferenceContext {
  readonly root: string;
  /** The project of the stack that asks. */
  readonly project: string;
  readonly ambient: Ambient;
  readonly keys: Keys;
  readonly passphrase: () => Promise<string>;
}

/**
 * The outputs of another stack in the same backend. Its secrets are decrypted with the same passphrase.
 *
 * @throws EngineError `invalid` for a missing stack, `passphrase` for another passphrase.
 */
export async function readStackOutputs(name: string, around: StackReferenceContext): Promise<PropertyMap> {
  const parts = name.split("/");
  const [stack = "", project = around.project] = parts.length === 2 ? parts.slice(1) : [...parts].reverse();
  const isWhole = parts.length === 1 || (parts.length <= 3 && parts[0] === "organization");
  const backend = isWhole ? openBackend(around.root, project, stack, around.ambient) : undefined;
  const text = await backend?.load();
  if (text === undefined || !backend) throw new EngineError("invalid", `unknown stack "${name}"`);
  const raw = parseCheckpoint(text, backend.file);
  const entry = raw.resources.find(({ type }) => type === stackType);
  if (!entry || raw.salt === undefined) return {};
  const crypter = await openKnown(raw.salt, around.keys, around.passphrase, around.ambient.bytes);
  return stackOutputs([createStateCodec(crypter).readEntry(entry)]);
}

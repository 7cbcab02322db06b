import type { SessionOptions } from "../project/session";
import { openBackend } from "../state/backend";
import { parseCheckpoint } from "../state/checkpoint";
import { EngineError } from "../errors";
import { stackOutputs } from "../state/resource-state";
import { openKnown } from "../state/secrets";
import { createStateCodec } from "../state/state-codec";
import { stackType } from "../protocol/urn";
import type { PropertyMap } from "../protocol/values";

/**
 * The outputs of another stack in the same backend. Its secrets are decrypted with the same passphrase.
 *
 * @param around the stack that asks.
 * @param root the folder of the backend.
 * @throws EngineError `invalid` for a missing stack, `passphrase` for another passphrase.
 */
export async function readStackOutputs(name: string, around: SessionOptions, root: string): Promise<PropertyMap> {
  const parts = name.split("/");
  const [stack = "", project = around.project.name] = parts.length === 2 ? parts.slice(1) : [...parts].reverse();
  const isWhole = parts.length === 1 || (parts.length <= 3 && parts[0] === "organization");
  const backend = isWhole ? openBackend(root, project, stack, around.ambient) : undefined;
  const text = await backend?.load();
  if (text === undefined || !backend) throw new EngineError("invalid", `unknown stack "${name}"`);
  const raw = parseCheckpoint(text, backend.file);
  const entry = raw.resources.find(({ type }) => type === stackType);
  if (!entry || raw.salt === undefined) return {};
  const crypter = await openKnown(raw.salt, around);
  return stackOutputs([createStateCodec(crypter).readEntry(entry)]);
}

import { ownMember } from "../../values/own-member";
import { EngineError } from "../errors";
import type { SessionOptions } from "../project/session";
import type { Provider } from "../protocol/provider-verbs";
import { stackType } from "../protocol/urn";
import { openBackend } from "../state/backend";
import { parseCheckpoint } from "../state/checkpoint";
import { stackOutputs } from "../state/resource-state";
import { openKnown } from "../state/secrets";
import { createStateCodec } from "../state/state-codec";
import { hasSecret, isMap, type PropertyMap } from "../protocol/values";

/** The outputs of another stack by its full name, `organization/<project>/<stack>`. */
export type ReadStackOutputs = (name: string) => Promise<PropertyMap>;

/** Serves stack references, which are only read. */
export function createBuiltinProvider(readOutputs: ReadStackOutputs): Provider {
  const never = async (): Promise<never> => {
    throw new EngineError("provider", "a stack reference can only be read");
  };
  return {
    close: async () => undefined,
    check: never,
    diff: never,
    create: never,
    update: never,
    delete: never,
    read: async ({ id, inputs }) => ({ id, inputs, outputs: await describeStack(inputs, readOutputs) }),
  };
}

/** The properties of a stack reference: the name, the outputs, and the names of the secret ones. */
export async function describeStack({ name }: PropertyMap, readOutputs: ReadStackOutputs): Promise<PropertyMap> {
  if (typeof name !== "string") throw new EngineError("invalid", "a stack reference needs the name of a stack");
  const outputs = await readOutputs(name);
  const secret = Object.keys(outputs).filter((key) => hasSecret(ownMember(outputs, key) ?? null));
  return { name, outputs: isMap(outputs) ? outputs : {}, secretOutputNames: secret.sort() };
}

/** The outputs of another stack in the backend `root`. @throws EngineError `invalid` if missing, or `passphrase`. */
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

const isAfterAll = async (): Promise<never> => {
  throw new Error("this provider has settings that are not known before an update");
};

/** Stands in, in a preview, for a provider with settings that are still unknown. It accepts inputs and sends no calls. */
export const unconfigurable: Provider = {
  check: async ({ news }) => ({ inputs: news, failures: [] }),
  diff: async () => ({ changes: "unknown", replaces: [], deleteBeforeReplace: false }),
  create: async ({ inputs }) => ({ id: "", outputs: inputs }),
  update: async ({ news }) => ({ outputs: news }),
  read: async ({ id }) => ({ id, outputs: {}, inputs: {} }),
  import: async ({ id }) => ({ id, outputs: {}, inputs: {} }),
  invoke: async () => ({ outputs: {}, failures: [] }),
  delete: isAfterAll,
  close: async () => undefined,
};

import { ownMember } from "../../values/own-member";
import { EngineError } from "../errors";
import type { Provider } from "../protocol/provider-verbs";
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

const isAfterAll = async (): Promise<never> => {
  throw new Error("this provider has settings that are not known before an update");
};

/**
 * The stand-in in a preview for a provider whose settings are still unknown: it sends no calls and accepts inputs
 * unchanged.
 */
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

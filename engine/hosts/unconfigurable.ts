import type { Provider } from "../protocol/provider-verbs";

const isAfterAll = async (): Promise<never> => {
  throw new Error("this provider has settings that are not known before an update");
};

/**
 * Stands in a preview for a provider whose settings come from something that is still to be made: nothing is asked, and
 * inputs are taken as they are.
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

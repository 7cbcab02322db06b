import type { Provider } from "./provider";
import type { PropertyMap } from "../protocol/values";
import { mapToWire } from "../protocol/wire";

/** Which provider, and how it is configured. `id` is undefined in a preview that does not know it yet. */
export interface ProviderKey {
  readonly urn: string;
  readonly id: string | undefined;
  readonly inputs: PropertyMap;
}

/** One running provider for each configuration of the default provider: almost always one. */
export interface ProviderPool {
  get(key: ProviderKey): Promise<Provider>;
  close(): Promise<void>;
}

export function createProviderPool(start: (key: ProviderKey) => Promise<Provider>): ProviderPool {
  const running = new Map<string, Promise<Provider>>();
  return {
    get: (key) => {
      const text = JSON.stringify([key.urn, key.id, mapToWire(key.inputs)]);
      const known = running.get(text);
      if (known) return known;
      const provider = start(key);
      provider.catch(() => undefined); // whoever asked gets the error
      running.set(text, provider);
      return provider;
    },
    close: async () => {
      await Promise.allSettled([...running.values()].map(async (provider) => (await provider).close()));
      running.clear();
    },
  };
}

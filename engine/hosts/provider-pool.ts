import { ownMember } from "../../values/own-member";
import { hasUnknown, type PropertyMap } from "../protocol/values";
import { type JsonMap, mapToWire } from "../protocol/wire";
import type { ProviderSettings } from "./host";
import type { CheckFailure, DiffAnswer, DiffConfigCall, Provider, RawProvider } from "../protocol/provider-verbs";
import { unconfigurable } from "./builtin-provider";

/** Which provider, and how it is configured. `id` is undefined in a preview that does not know it yet. */
export interface ProviderKey {
  readonly urn: string;
  readonly id: string | undefined;
  readonly inputs: PropertyMap;
}

/** A provider that runs and has not been told its settings. */
export interface Unconfigured {
  checkConfig(call: {
    urn: string;
    olds: JsonMap;
    news: JsonMap;
  }): Promise<{ inputs: JsonMap; failures: readonly CheckFailure[] }>;
  diffConfig(call: DiffConfigCall<JsonMap>): Promise<DiffAnswer>;
  /** To be called once at most. */
  configure(settings: ProviderSettings): Promise<RawProvider>;
  close(): Promise<void>;
}

/** One running provider for each configuration of each provider resource. */
export interface ProviderPool {
  /** One whose settings are to be checked; it is the one that {@link get} then configures. */
  fresh(urn: string, inputs: PropertyMap): Promise<Unconfigured>;
  get(key: ProviderKey): Promise<Provider>;
  /** Ends what waits in any of them. */
  cancel(): Promise<void>;
  close(): Promise<void>;
}

export interface Launcher {
  readonly launch: (urn: string, inputs: PropertyMap) => Promise<Unconfigured>;
  readonly configure: (started: Unconfigured, key: ProviderKey) => Promise<Provider>;
}

export function createProviderPool({ launch, configure }: Launcher): ProviderPool {
  const waiting = new Map<string, Promise<Unconfigured>>();
  const running = new Map<string, Promise<Provider>>();
  let cancelled = false;

  const start = async (key: ProviderKey): Promise<Provider> => {
    // A preview may not know yet what it is to be configured with.
    if (hasUnknown(key.inputs)) return unconfigurable;
    const started = waiting.get(key.urn) ?? launch(key.urn, key.inputs);
    waiting.delete(key.urn);
    const provider = await configure(await started, key);
    if (cancelled) await provider.cancel?.();
    return provider;
  };
  return {
    fresh: (urn, inputs) => {
      const known = waiting.get(urn);
      if (known) return known;
      const started = launch(urn, inputs);
      started.catch(() => waiting.delete(urn)); // whoever asked gets the error
      waiting.set(urn, started);
      return started;
    },
    get: (key) => {
      const text = textOf(key);
      const known = running.get(text);
      if (known) return known;
      const provider = start(key);
      provider.catch(() => undefined); // whoever asked gets the error
      running.set(text, provider);
      return provider;
    },
    cancel: async () => {
      cancelled = true;
      await Promise.allSettled([...running.values()].map(async (provider) => (await provider).cancel?.()));
    },
    close: async () => {
      const all = [...running.values(), ...waiting.values()];
      await Promise.allSettled(all.map(async (provider) => (await provider).close()));
      running.clear();
      waiting.clear();
    },
  };
}

/** A text that is equal for equal settings in any order: a state has them sorted, and a program has them as the stack's file does. */
function textOf({ urn, id, inputs }: ProviderKey): string {
  const wire = mapToWire(inputs);
  return JSON.stringify([
    urn,
    id,
    Object.keys(wire)
      .sort()
      .map((name) => [name, ownMember(wire, name)]),
  ]);
}

/** A provider that has nothing to say of its settings before it is given them. */
export const uncheckedSettings = (configure: Unconfigured["configure"]): Unconfigured => ({
  checkConfig: async ({ news }) => ({ inputs: news, failures: [] }),
  diffConfig: async () => ({ changes: "unknown", replaces: [], deleteBeforeReplace: false }),
  configure,
  close: async () => undefined,
});

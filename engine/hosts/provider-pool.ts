import { getOrMake } from "../../values/many";
import { ownMember } from "../../values/own-member";
import { hasUnknown, type PropertyMap } from "../protocol/values";
import { type JsonMap, mapToWire } from "../protocol/wire";
import type { ProviderSettings } from "./host";
import type { Checked, DiffAnswer, DiffConfigCall, Provider, RawProvider } from "../protocol/provider-verbs";
import { unconfigurable } from "./builtin-provider";

/** A provider and its configuration. `id` is undefined if a preview does not know it yet. */
export interface ProviderKey {
  readonly urn: string;
  readonly id: string | undefined;
  readonly inputs: PropertyMap;
}

/** A running provider without settings. */
export interface Unconfigured {
  checkConfig(call: { urn: string; olds: JsonMap; news: JsonMap }): Promise<Checked<JsonMap>>;
  diffConfig(call: DiffConfigCall<JsonMap>): Promise<DiffAnswer>;
  /** May be called at most once. */
  configure(settings: ProviderSettings): Promise<RawProvider>;
  close(): Promise<void>;
}

/** One running provider for each configuration of each provider resource. */
export interface ProviderPool {
  /** A provider for checking settings, which {@link get} then configures. */
  fresh(urn: string, inputs: PropertyMap): Promise<Unconfigured>;
  get(key: ProviderKey): Promise<Provider>;
  /** Ends waits in all providers. */
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
    // A preview may not know the configuration yet.
    if (hasUnknown(key.inputs)) return unconfigurable;
    const started = waiting.get(key.urn) ?? launch(key.urn, key.inputs);
    waiting.delete(key.urn);
    const provider = await configure(await started, key);
    if (cancelled) await provider.cancel?.();
    return provider;
  };
  return {
    fresh: (urn, inputs) => {
      const started = getOrMake(waiting, urn, () => launch(urn, inputs));
      started.catch(() => waiting.delete(urn)); // whoever asked gets the error
      return started;
    },
    get: (key) => {
      const provider = getOrMake(running, textOf(key), () => start(key));
      provider.catch(() => undefined); // whoever asked gets the error
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

/** A text that is equal for equal settings in any order: a state sorts them, while a program has them in the order of the stack's file. */
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

/** A provider that does not check settings. */
export const uncheckedSettings = (configure: Unconfigured["configure"]): Unconfigured => ({
  checkConfig: async ({ news }) => ({ inputs: news, failures: [] }),
  diffConfig: async () => ({ changes: "unknown", replaces: [], deleteBeforeReplace: false }),
  configure,
  close: async () => undefined,
});

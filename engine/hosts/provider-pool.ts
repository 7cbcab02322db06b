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
export class ProviderPool {
  private readonly waiting = new Map<string, Promise<Unconfigured>>();
  private readonly running = new Map<string, Promise<Provider>>();
  private isCancelled = false;

  constructor(
    private readonly launch: (urn: string, inputs: PropertyMap) => Promise<Unconfigured>,
    private readonly configure: (started: Unconfigured, key: ProviderKey) => Promise<Provider>,
  ) {}

  /** A provider for checking settings, which {@link get} then configures. */
  fresh(urn: string, inputs: PropertyMap): Promise<Unconfigured> {
    const started = getOrMake(this.waiting, urn, () => this.launch(urn, inputs));
    started.catch(() => this.waiting.delete(urn)); // whoever asked gets the error
    return started;
  }

  get(key: ProviderKey): Promise<Provider> {
    const provider = getOrMake(this.running, textOf(key), () => this.start(key));
    provider.catch(() => undefined); // whoever asked gets the error
    return provider;
  }

  /** Ends waits in all providers. */
  async cancel(): Promise<void> {
    this.isCancelled = true;
    await Promise.allSettled([...this.running.values()].map(async (provider) => (await provider).cancel?.()));
  }

  async close(): Promise<void> {
    const all = [...this.running.values(), ...this.waiting.values()];
    await Promise.allSettled(all.map(async (provider) => (await provider).close()));
    this.running.clear();
    this.waiting.clear();
  }

  private async start(key: ProviderKey): Promise<Provider> {
    // A preview may not know the configuration yet.
    if (hasUnknown(key.inputs)) return unconfigurable;
    const started = this.waiting.get(key.urn) ?? this.launch(key.urn, key.inputs);
    this.waiting.delete(key.urn);
    const provider = await this.configure(await started, key);
    if (this.isCancelled) await provider.cancel?.();
    return provider;
  }
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

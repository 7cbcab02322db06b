import { Billing } from "./families/billing";
import type { ClientOptions } from "./settings/options";
import { type ResourceClient, resourcesOn } from "./resource-client";
import { Transport } from "./http/transport";
import { V1 } from "./families/v1/v1";

/** The whole platform, family by family. */
export interface Client extends ResourceClient {
  readonly billing: Billing;
  readonly v1: V1;
}

/**
 * A client of the platform. Cheap to make: one for each key is enough, and its calls share one connection pool, one
 * limiter and one read cache.
 *
 * @param signal ends every wait, and the repeats of every call.
 * @param isAwaited asked before a write is repeated; false ends its repeats.
 * @throws ConfigurationError not here but at the first call that needs a setting that is missing.
 */
export function createClient(options: ClientOptions, signal?: AbortSignal, isAwaited?: () => Promise<boolean>): Client {
  const transport = new Transport(options, signal, isAwaited);
  const { call } = transport;
  return Object.assign(resourcesOn(transport, signal), { billing: new Billing(call), v1: new V1(call) });
}

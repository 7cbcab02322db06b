import { billing } from "../api/billing";
import type { ClientOptions } from "./settings/options";
import { type ResourceClient, resourcesOn } from "./resource-client";
import { Transport } from "./http/transport";
import type { Unsent } from "./http/unsent";
import { type Family, familyOn } from "./families/family";
import { v1On } from "./families/v1";

/** The whole platform, family by family. */
export interface Client extends ResourceClient {
  /**
   * What was spent, in USD, read-only. Times are RFC 3339: `startTime` inclusive and 30 days ago by default,
   * `endTime` exclusive and now by default, both widened to whole buckets; or `lastN` buckets instead of the two.
   */ // section 13
  readonly billing: Family<typeof billing>;
  readonly v1: ReturnType<typeof v1On>;
}

/**
 * Creates a client of the platform. One client for each key is enough: its calls share one connection pool, one limiter
 * and one read cache.
 *
 * @param signal ends every wait, and stops calls from being repeated.
 * @param isAwaited is asked before a write is sent, at most once a second, and before one is repeated; if it returns false, nothing is sent.
 * @param unsent ends writes that wait for their turn, of steps that have sent nothing.
 * @throws ConfigurationError not here but at the first call that needs a setting that is missing.
 */
export function createClient(
  options: ClientOptions,
  signal?: AbortSignal,
  isAwaited?: () => Promise<boolean>,
  unsent?: Unsent,
): Client {
  const transport = new Transport(options, signal, isAwaited, unsent);
  const { call } = transport;
  return Object.assign(resourcesOn(transport, signal), { billing: familyOn(call, billing), v1: v1On(call) });
}

import { Catalog } from "./catalog";
import { Clusters } from "./clusters";
import { NetworkVolumes } from "./network-volumes";
import type { ClientOptions } from "./options";
import { Pods } from "./pods";
import { Reads } from "./reads";
import { Registries } from "./registries";
import { Transport } from "./transport";
import { Waits } from "./waits";

/** The whole platform, family by family. */
export interface Client {
  readonly pods: Pods;
  readonly clusters: Clusters;
  readonly networkVolumes: NetworkVolumes;
  readonly registries: Registries;
  readonly catalog: Catalog;
  /** Reads that share lists; for many objects at once. */
  readonly reads: Reads;
  /** Waits that share a poll. */
  readonly waits: Waits;
  /** Waits for calls under way, cuts streams and gives the connections back. Rarely needed: idle connections keep no process alive. */
  close(): Promise<void>;
}

/**
 * A client of the platform. Cheap to make: one for each key is enough, and its calls share one connection pool, one
 * limiter and one read cache.
 *
 * @throws ConfigurationError not here but at the first call that needs a setting that is missing.
 */
export function createClient(options: ClientOptions): Client {
  const transport = new Transport(options);
  const { call, clock } = transport;
  const reads = new Reads(call, clock);
  transport.onWrite(() => reads.drop());
  return {
    pods: new Pods(call),
    clusters: new Clusters(call),
    networkVolumes: new NetworkVolumes(call),
    registries: new Registries(call),
    catalog: new Catalog(call),
    reads,
    waits: new Waits(call, clock),
    close: () => transport.close(),
  };
}

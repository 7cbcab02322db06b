import { Account } from "./account";
import { Billing } from "./billing";
import { Catalog } from "./catalog";
import { Clusters } from "./clusters";
import { NetworkVolumes } from "./network-volumes";
import type { ClientOptions } from "./options";
import { Pods } from "./pods";
import { Queue } from "./queue";
import { Reads } from "./reads";
import { Registries } from "./registries";
import { Serverless } from "./serverless";
import { Templates } from "./templates";
import { Transport } from "./transport";
import { V1 } from "./v1/v1";
import { Waits } from "./waits";

/** The whole platform, family by family. */
export interface Client {
  readonly pods: Pods;
  readonly clusters: Clusters;
  readonly networkVolumes: NetworkVolumes;
  readonly registries: Registries;
  readonly serverless: Serverless;
  readonly templates: Templates;
  readonly catalog: Catalog;
  readonly account: Account;
  readonly billing: Billing;
  readonly v1: V1;
  /** The jobs of one serverless endpoint; asks nothing by itself. */
  readonly queue: (endpointId: string) => Queue;
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
    pods: new Pods(transport),
    clusters: new Clusters(call),
    networkVolumes: new NetworkVolumes(call),
    registries: new Registries(call),
    serverless: new Serverless(transport),
    templates: new Templates(call),
    catalog: new Catalog(call),
    account: new Account(call),
    billing: new Billing(call),
    v1: new V1(call),
    queue: (endpointId) => new Queue(transport, endpointId),
    reads,
    waits: new Waits(call, clock),
    close: () => transport.close(),
  };
}

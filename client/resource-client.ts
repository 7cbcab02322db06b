import { Account } from "./families/account";
import { Catalog } from "./families/catalog";
import { Clusters } from "./families/clusters";
import { NetworkVolumes } from "./families/network-volumes";
import { Queue } from "./jobs/queue";
import type { ClientOptions } from "./settings/options";
import { Pods } from "./families/pods";
import { Reads } from "./reads/reads";
import { Registries } from "./families/registries";
import { Serverless } from "./families/serverless";
import { Templates } from "./families/templates";
import { Transport } from "./http/transport";
import { Waits } from "./waits/waits";

/** The families that infrastructure is made of, with what it refers to, and no others: what a provider loads, and every run waits for. */
export interface ResourceClient {
  readonly pods: Pods;
  readonly clusters: Clusters;
  readonly networkVolumes: NetworkVolumes;
  readonly registries: Registries;
  readonly catalog: Catalog;
  readonly templates: Templates;
  readonly account: Account;
  readonly serverless: Serverless;
  /** The jobs of one serverless endpoint. Sends no request by itself. */
  readonly queue: (endpointId: string) => Queue;
  /** Reads that share lists; for many objects at once. */
  readonly reads: Reads;
  /** Waits that share a poll. */
  readonly waits: Waits;
  /** Waits for calls that are under way, ends streams and closes the connections. Rarely needed, because idle connections don't keep the process alive. */
  close(): Promise<void>;
}

/** As {@link createClient}, without the families that no resource needs. */
export const createResourceClient = (
  options: ClientOptions,
  signal?: AbortSignal,
  isAwaited?: () => Promise<boolean>,
): ResourceClient => resourcesOn(new Transport(options, signal, isAwaited), signal);

/** @param signal ends every wait. */
export function resourcesOn(transport: Transport, signal?: AbortSignal): ResourceClient {
  const { call, clock } = transport;
  const reads = new Reads(call, clock);
  transport.onWrite(() => reads.drop());
  return {
    pods: new Pods(transport),
    clusters: new Clusters(call),
    networkVolumes: new NetworkVolumes(call),
    registries: new Registries(call),
    catalog: new Catalog(call),
    templates: new Templates(call),
    account: new Account(call),
    serverless: new Serverless(transport),
    queue: (endpointId) => new Queue(transport, endpointId),
    reads,
    waits: new Waits(call, clock, signal),
    close: () => transport.close(),
  };
}

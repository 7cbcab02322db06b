/* eslint-disable @typescript-eslint/no-require-imports -- a family is loaded when it is first asked for */
import type { Account } from "./families/account";
import type { Catalog } from "./families/catalog";
import type { Clusters } from "./families/clusters";
import type { NetworkVolumes } from "./families/network-volumes";
import type { Queue } from "./jobs/queue";
import type { ClientOptions } from "./settings/options";
import type { Pods } from "./families/pods";
import { type Reads, readsBy } from "./reads/reads";
import type { Registries } from "./families/registries";
import type { Serverless } from "./families/serverless";
import type { Templates } from "./families/templates";
import { lazily } from "./lazily";
import { Transport } from "./http/transport";
import type { Unsent } from "./http/unsent";
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
  unsent?: Unsent,
): ResourceClient => resourcesOn(new Transport(options, signal, isAwaited, unsent), signal);

/** @param signal ends every wait. */
export function resourcesOn(transport: Transport, signal?: AbortSignal): ResourceClient {
  const { call, clock } = transport;
  const reads = readsBy(call, clock);
  transport.onWrite(() => reads.drop());
  return lazily<ResourceClient>({
    pods: () => new (require("./families/pods") as typeof import("./families/pods")).Pods(transport),
    clusters: () => new (require("./families/clusters") as typeof import("./families/clusters")).Clusters(call),
    networkVolumes: () =>
      new (require("./families/network-volumes") as typeof import("./families/network-volumes")).NetworkVolumes(call),
    registries: () =>
      new (require("./families/registries") as typeof import("./families/registries")).Registries(call, clock),
    catalog: () => new (require("./families/catalog") as typeof import("./families/catalog")).Catalog(call),
    templates: () => new (require("./families/templates") as typeof import("./families/templates")).Templates(call),
    account: () => new (require("./families/account") as typeof import("./families/account")).Account(call),
    serverless: () =>
      new (require("./families/serverless") as typeof import("./families/serverless")).Serverless(transport),
    queue: () => {
      const jobs = require("./jobs/queue") as typeof import("./jobs/queue");
      const addresses = new jobs.QueueAddresses(transport);
      return (endpointId) => new jobs.Queue(transport, endpointId, addresses);
    },
    reads: () => reads,
    waits: () => new Waits(call, clock, signal, transport.unsent?.signal),
    close: () => () => transport.close(),
  });
}

/* eslint-disable @typescript-eslint/no-require-imports -- a family is loaded when it is first asked for */
import type { catalog } from "../api/catalog";
import type { clusters } from "../api/clusters";
import type { networkVolumes } from "../api/network-volumes";
import type { accountOn } from "./families/account";
import { type Family, familyOn } from "./families/family";
import type { Queue } from "./jobs/queue";
import type { ClientOptions } from "./settings/options";
import type { podsOn } from "./families/pods";
import { type Reads, readsBy } from "./reads/reads";
import type { registriesOn } from "./families/registries";
import type { serverlessOn } from "./families/serverless";
import type { templatesOn } from "./families/templates";
import { lazily } from "./lazily";
import { Transport } from "./http/transport";
import type { Unsent } from "./http/unsent";
import { Waits } from "./waits/waits";

/** The families that infrastructure is made of, with what it refers to, and no others: what a provider loads, and every run waits for. */
export interface ResourceClient {
  /** Machines, GPU or CPU, that run one container image each. */ // section 4
  readonly pods: ReturnType<typeof podsOn>;
  /** Sets of identical pods with a network of their own. */ // section 5
  readonly clusters: Family<typeof clusters, { list: "clusters"; pods: "pods" }>;
  /** Storage that outlives the pods that mount it; billed until deleted. */ // section 6, V-17
  readonly networkVolumes: Family<typeof networkVolumes, { list: "networkVolumes" }>;
  /** Credentials for container registries. User name and password are write-only. */ // section 7, R-10
  readonly registries: ReturnType<typeof registriesOn>;
  /** What can be had, where and for how much; read-only. Availability is advisory. */ // section 10, K-21
  readonly catalog: Family<
    typeof catalog,
    { gpus: "gpus"; cpus: "cpus"; dataCenters: "dataCenters"; templates: "templates" }
  >;
  /** Settings that pods, clusters and endpoints can be made from. Editing one changes nothing that exists. */ // section 9, T-23
  readonly templates: ReturnType<typeof templatesOn>;
  /** What belongs to the account as a whole. */ // section 2
  readonly account: ReturnType<typeof accountOn>;
  /** Endpoints whose workers come and go with the work. Their jobs are under `queue(endpointId)`. */ // section 8
  readonly serverless: ReturnType<typeof serverlessOn>;
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
  const client: ResourceClient = lazily({
    pods: () => (require("./families/pods") as typeof import("./families/pods")).podsOn(transport),
    clusters: () => {
      const { clusters } = require("../api/clusters") as typeof import("../api/clusters");
      return familyOn(call, clusters, { list: "clusters", pods: "pods" });
    },
    networkVolumes: () => {
      const { networkVolumes } = require("../api/network-volumes") as typeof import("../api/network-volumes");
      return familyOn(call, networkVolumes, { list: "networkVolumes" });
    },
    registries: () =>
      (require("./families/registries") as typeof import("./families/registries")).registriesOn(call, clock),
    catalog: () => {
      const { catalog } = require("../api/catalog") as typeof import("../api/catalog");
      const lists = { gpus: "gpus", cpus: "cpus", dataCenters: "dataCenters", templates: "templates" } as const;
      return familyOn(call, catalog, lists);
    },
    templates: () => (require("./families/templates") as typeof import("./families/templates")).templatesOn(call),
    account: () => (require("./families/account") as typeof import("./families/account")).accountOn(call),
    serverless: () =>
      (require("./families/serverless") as typeof import("./families/serverless")).serverlessOn(transport),
    queue: () => {
      const jobs = require("./jobs/queue") as typeof import("./jobs/queue");
      const addresses = new jobs.QueueAddresses(transport);
      return (endpointId) => new jobs.Queue(transport, endpointId, addresses);
    },
    reads: () => reads,
    waits: () => new Waits(client, clock, signal, transport.unsent?.signal),
    close: () => () => transport.close(),
  });
  const reads = readsBy(client, clock);
  transport.onWrite(() => reads.drop());
  return client;
}

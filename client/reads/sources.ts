import type { Secret } from "../../api/account";
import type { Cluster } from "../../api/clusters";
import type { NetworkVolume } from "../../api/network-volumes";
import type { Pod } from "../../api/pods";
import type { Delegation, Registry } from "../../api/registries";
import type { ServerlessEndpoint, WorkerList } from "../../api/serverless";
import type { Template } from "../../api/templates";
import { listLagMs } from "../../api/words";
import type { Clock } from "../clock";
import { NotFoundError } from "../errors/api-errors";
import type { Page } from "./pages";
import type { Source } from "./snapshot";
import type { Call } from "../http/transport";

/* eslint-disable @typescript-eslint/no-require-imports -- an interface is loaded when something of it is first read */
const secrets = () => (require("../../api/account") as typeof import("../../api/account")).secrets;
const clusters = () => (require("../../api/clusters") as typeof import("../../api/clusters")).clusters;
const networkVolumes = () =>
  (require("../../api/network-volumes") as typeof import("../../api/network-volumes")).networkVolumes;
const pods = () => (require("../../api/pods") as typeof import("../../api/pods")).pods;
const registries = () => (require("../../api/registries") as typeof import("../../api/registries")).registries;
const delegations = () => (require("../../api/registries") as typeof import("../../api/registries")).delegations;
const serverless = () => (require("../../api/serverless") as typeof import("../../api/serverless")).serverless;
const templates = () => (require("../../api/templates") as typeof import("../../api/templates")).templates;
/* eslint-enable @typescript-eslint/no-require-imports */

/** Where the kinds that Pulumi manages are read from. */
export interface Sources {
  /** A pod, also a member of a cluster. */
  readonly pod: Source<Pod>;
  readonly cluster: Source<Cluster>;
  readonly networkVolume: Source<NetworkVolume>;
  /** A registry credential. */
  readonly registry: Source<Registry>;
  /** A template of the account. */
  readonly template: Source<Template>;
  /** A serverless endpoint. */
  readonly endpoint: Source<ServerlessEndpoint>;
  /** A secret of the account, without its value. */
  readonly secret: Source<Secret>;
  /** A delegation of a registry, for which only the list can be asked. */
  readonly delegation: Source<Delegation>;
}

/** The workers of one endpoint at a time: no list has those of several. */
export const workersBy = (call: Call): Pick<Source<WorkerList>, "get"> => ({
  get: (id) => call(serverless().workers, { params: { id } }),
});

export function sources(call: Call, clock: Clock): Sources {
  const all = { params: {} };
  const one = (id: string) => ({ params: { id } });
  const listDelegations = async () => (await call(delegations().list, all)).delegations;
  return {
    pod: {
      get: (id) => call(pods().get, one(id)),
      // Members of clusters are not asked for: a page would fill up with them, and they are read by id (P-2).
      page: (cursor) => pageOf(call(pods().list, { ...all, query: at(cursor) }), (page) => page.pods),
    },
    cluster: {
      get: (id) => call(clusters().get, one(id)),
      page: async () => ({ items: (await call(clusters().list, all)).clusters }),
    },
    networkVolume: {
      get: (id) => call(networkVolumes().get, one(id)),
      page: async () => ({ items: (await call(networkVolumes().list, all)).networkVolumes }),
    },
    registry: {
      get: (id) => call(registries().get, one(id)),
      page: async () => ({ items: (await call(registries().list, all)).registries }),
    },
    template: {
      get: (id) => call(templates().get, one(id)),
      page: (cursor) => pageOf(call(templates().list, { ...all, query: at(cursor) }), (page) => page.templates),
    },
    endpoint: {
      get: (id) => call(serverless().get, one(id)),
      page: (cursor) => pageOf(call(serverless().list, { ...all, query: at(cursor) }), (page) => page.endpoints),
    },
    secret: {
      get: (id) => call(secrets().get, one(id)),
      page: async () => ({ items: (await call(secrets().list, { ...all, query: {} })).secrets }),
    },
    delegation: {
      get: (id) => delegationBy(listDelegations, id, clock),
      page: async () => ({ items: await listDelegations() }),
    },
  };
}

async function pageOf<P extends Page, T>(answer: Promise<P>, items: (page: P) => readonly T[]) {
  const page = await answer;
  return { items: items(page), pagination: page.pagination };
}

/** The largest page there is. */
const at = (cursor: string | undefined) => ({ limit: 1_000, ...(cursor === undefined ? {} : { cursor }) });

/**
 * One delegation. The platform shows it only in the list, which may lack a new one: whoever misses it there looks again later.
 *
 * @throws NotFoundError
 */
export async function delegationBy(
  list: () => Promise<readonly Delegation[]>,
  id: string,
  clock: Clock,
  signal?: AbortSignal,
): Promise<Delegation> {
  const find = async () => (await list()).find((delegation) => delegation.id === id);
  const found = (await find()) ?? (await clock.sleep(listLagMs, signal).then(find));
  return delegationIn(found ? [found] : [], id);
}

/** The delegation of this id in a list that was just read. @throws NotFoundError */
export function delegationIn(all: readonly Delegation[], id: string): Delegation {
  const found = all.find((delegation) => delegation.id === id);
  if (found) return found;
  throw new NotFoundError("GET /v2/registries/delegations", { status: 404, detail: `there is no delegation ${id}` });
}

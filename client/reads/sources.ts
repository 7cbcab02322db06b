import type { Secret } from "../../api/account";
import type { Cluster } from "../../api/clusters";
import type { NetworkVolume } from "../../api/network-volumes";
import type { Pod } from "../../api/pods";
import type { Delegation, Registry } from "../../api/registries";
import type { ServerlessEndpoint } from "../../api/serverless";
import type { Template } from "../../api/templates";
import { listLagMs } from "../../api/words";
import type { Clock } from "../clock";
import { NotFoundError } from "../errors/api-errors";
import type { Page } from "./pages";
import type { Source } from "./snapshot";
import type { CallInput } from "../http/prepare";
import type { ResourceClient } from "../resource-client";

/** What a request is sent with. */
export type Ask = () => Pick<CallInput<string, never, never>, "priority" | "deadline">;

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

/** The families that {@link Sources} are read by. Each is loaded when something of it is first read. */
export type Families = Pick<
  ResourceClient,
  "pods" | "clusters" | "networkVolumes" | "registries" | "templates" | "serverless" | "account"
>;

/** @param ask what each request is sent with. */
export const sources = (families: Families, ask: Ask = () => ({})): Sources => ({
  pod: {
    get: (id) => families.pods.get(id, ask()),
    // Members of clusters are not asked for: a page would fill up with them, and they are read by id (P-2).
    page: (cursor) => pageOf(families.pods.list({ ...at(cursor), ...ask() }), ({ pods }) => pods),
  },
  cluster: inOnePage(() => families.clusters, ask),
  networkVolume: inOnePage(() => families.networkVolumes, ask),
  registry: inOnePage(() => families.registries, ask),
  template: {
    get: (id) => families.templates.get(id, ask()),
    page: (cursor) => pageOf(families.templates.list({ ...at(cursor), ...ask() }), ({ templates }) => templates),
  },
  endpoint: {
    get: (id) => families.serverless.get(id, ask()),
    page: (cursor) => pageOf(families.serverless.list({ ...at(cursor), ...ask() }), ({ endpoints }) => endpoints),
  },
  secret: inOnePage(() => families.account.secrets, ask),
  delegation: inOnePage(() => families.registries.delegations, ask),
});

/** @param family is called when something of it is read, which loads it. */
const inOnePage = <T extends { readonly id: string }>(family: () => Listed<T>, ask: Ask): Source<T> => ({
  get: (id) => family().get(id, ask()),
  page: async () => ({ items: await family().list(ask()) }),
});

interface Listed<T> {
  get(id: string, options: ReturnType<Ask>): Promise<T>;
  list(options: ReturnType<Ask>): Promise<readonly T[]>;
}

async function pageOf<P extends Page, T>(answer: Promise<P>, items: (page: P) => readonly T[]) {
  const page = await answer;
  return { items: items(page), pagination: page.pagination };
}

/** The largest page there is. */
const at = (cursor: string | undefined) => ({ limit: 1_000, ...(cursor === undefined ? {} : { cursor }) });

/** One delegation, from the list. That may lack a new one: it is looked for again later. @throws NotFoundError */
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

import { collected } from "../../values/many";
import type { KindName } from "../../provider/kinds/names";
import type { Cluster } from "../../api/clusters";
import type { Pod } from "../../api/pods";
import type { ServerlessEndpoint } from "../../api/serverless";
import { unlessAbsent } from "../../client/errors/api-errors";
import type { Client } from "../../client/index";
import { runs } from "../../provider/kinds/prices";
import type { StackResource } from "../state/deployment";
import { EndpointReader, type EndpointSeen } from "./endpoints";

/** The request limit of one look at an account, a tenth of the platform's limit for a minute. */
const mostRequests = 6;

export class Budget {
  private left = mostRequests;

  /** Takes one request. @returns whether there was one. */
  take(): boolean {
    if (this.left === 0) return false;
    this.left -= 1;
    return true;
  }

  /** Reserves some requests during the work. @param others the minimum that the work may use, if available. */
  without<R>(count: number, others: number, work: () => Promise<R>): Promise<R> {
    const kept = Math.max(0, Math.min(count, this.left - others));
    this.left -= kept;
    return work().finally(() => (this.left += kept));
  }
}

/** The running resources of a stack in the state's order, including replaced ones that were not deleted. */
export const running = (resources: readonly StackResource[]): StackResource[] =>
  resources.filter(({ kind }) => runs(kind));

/** The platform's report on a stack at one moment. */
export interface Seen {
  readonly pods: ReadonlyMap<string, Pod>;
  readonly clusters: ReadonlyMap<string, Cluster>;
  readonly endpoints: ReadonlyMap<string, EndpointSeen>;
  /** Ids that are missing from lists and have not been read one by one yet. */
  readonly unasked: ReadonlySet<string>;
}

/**
 * Reads running objects repeatedly: one list for each kind of the stack, and a read by id for objects missing from the
 * list, because only a 404 means gone. Objects known to be gone are not read again, and reads beyond the budget are left to
 * a later look.
 */
export class StatusReader {
  private readonly gone = new Set<string>();
  /** Objects missing from lists for which no request was left yet. */
  private readonly unasked = new Set<string>();

  private resources: readonly StackResource[] = [];
  private readonly endpointReader: EndpointReader;

  constructor(private readonly client: Client) {
    this.endpointReader = new EndpointReader(client);
  }

  /** @param bills the number of requests reserved for bills, which are read last. */
  async read(
    resources: readonly StackResource[],
    signal: AbortSignal,
    budget = new Budget(),
    bills = 0,
  ): Promise<Seen> {
    this.resources = resources.filter(({ id, awaitsReplacement }) => id !== "" && !awaitsReplacement);
    const lists = [this.has("Pod") || this.has("Cluster"), this.has("Cluster"), this.has("Endpoint")];
    for (const isRead of lists) if (isRead) budget.take();
    // The state of an endpoint takes precedence over its cost.
    return budget.without(bills, this.has("Endpoint") ? 1 : 0, async () => {
      const [pods, clusters, endpoints] = await Promise.all([
        this.pods(signal, budget),
        this.clusters(signal, budget),
        this.has("Endpoint") ? this.endpoints(signal, budget) : new Map<string, ServerlessEndpoint>(),
      ]);
      return {
        pods,
        clusters,
        unasked: this.unasked,
        endpoints: await this.endpointReader.read(endpoints, signal, budget),
      };
    });
  }

  /** The same list has the members of clusters, which alone show a cluster's utilisation and cost. */
  private async pods(signal: AbortSignal, budget: Budget): Promise<ReadonlyMap<string, Pod>> {
    const includeClusterPods = this.has("Cluster");
    if (!includeClusterPods && !this.has("Pod")) return new Map();
    const listed = await collected(this.client.pods.listAll({ signal, includeClusterPods }));
    return this.completed("Pod", listed, budget, (id) => this.client.pods.get(id, { signal }));
  }

  private async clusters(signal: AbortSignal, budget: Budget): Promise<ReadonlyMap<string, Cluster>> {
    if (!this.has("Cluster")) return new Map();
    const listed = await this.client.clusters.list({ signal });
    return this.completed("Cluster", listed, budget, (id) => this.client.clusters.get(id, { signal }));
  }

  private async endpoints(signal: AbortSignal, budget: Budget): Promise<ReadonlyMap<string, ServerlessEndpoint>> {
    const listed = await collected(this.client.serverless.listAll({ signal }));
    const own = new Set(this.resources.map(({ id }) => id));
    const among = listed.filter(({ id }) => own.has(id));
    return this.completed("Endpoint", among, budget, (id) => this.client.serverless.get(id, { signal }));
  }

  private has(kind: KindName): boolean {
    return this.resources.some((resource) => resource.kind === kind);
  }

  private async completed<T extends { readonly id: string }>(
    kind: KindName,
    listed: readonly T[],
    budget: Budget,
    get: (id: string) => Promise<T>,
  ): Promise<ReadonlyMap<string, T>> {
    const found = new Map(listed.map((object) => [object.id, object]));
    const absent = this.resources.filter((one) => one.kind === kind && !found.has(one.id) && !this.gone.has(one.id));
    for (const { id } of absent) {
      if (!budget.take()) {
        this.unasked.add(id);
        continue;
      }
      this.unasked.delete(id);
      const object = await unlessAbsent(get(id));
      if (object === undefined) this.gone.add(id);
      else found.set(id, object);
    }
    return found;
  }
}

import type { Cluster } from "../../api/clusters";
import type { Pod } from "../../api/pods";
import type { ServerlessEndpoint } from "../../api/serverless";
import { NotFoundError } from "../../client/errors/api-errors";
import type { Client } from "../../client/index";
import { runs } from "../../provider/kinds/prices";
import type { Kind, StackResource } from "../state/deployment";
import { type EndpointSeen, withWorkers } from "./endpoints";

/** What of a stack runs, in the order of its state, with what was replaced and not deleted yet. */
export const running = (resources: readonly StackResource[]): StackResource[] =>
  resources.filter(({ kind }) => runs(kind));

/** What the platform says of a stack at one moment. */
export interface Seen {
  readonly pods: ReadonlyMap<string, Pod>;
  readonly clusters: ReadonlyMap<string, Cluster>;
  readonly endpoints: ReadonlyMap<string, EndpointSeen>;
}

/**
 * Reads what runs, again and again: one list of each kind that the stack has, and a look by id at what a list lacks, since
 * absence from a list never means gone. What is known to be gone is not asked for again.
 */
export class StatusReader {
  private readonly gone = new Set<string>();

  private resources: readonly StackResource[] = [];

  constructor(private readonly client: Client) {}

  async read(resources: readonly StackResource[], signal: AbortSignal): Promise<Seen> {
    this.resources = resources.filter(({ id, awaitsReplacement }) => id !== "" && !awaitsReplacement);
    const { client } = this;
    const endpoints = async () =>
      this.has("Endpoint") ? withWorkers(client, await this.endpoints(signal), signal) : new Map();
    const all = await Promise.all([this.pods(signal), this.clusters(signal), endpoints()]);
    return { pods: all[0], clusters: all[1], endpoints: all[2] };
  }

  /** Members of clusters come in the same list: only they tell what a cluster uses and costs. */
  private async pods(signal: AbortSignal): Promise<ReadonlyMap<string, Pod>> {
    const includeClusterPods = this.has("Cluster");
    if (!includeClusterPods && !this.has("Pod")) return new Map();
    const listed: Pod[] = [];
    for await (const pod of this.client.pods.listAll({ signal, includeClusterPods })) listed.push(pod);
    return this.completed("Pod", listed, (id) => this.client.pods.get(id, { signal }));
  }

  private async clusters(signal: AbortSignal): Promise<ReadonlyMap<string, Cluster>> {
    if (!this.has("Cluster")) return new Map();
    const listed = await this.client.clusters.list({ signal });
    return this.completed("Cluster", listed, (id) => this.client.clusters.get(id, { signal }));
  }

  private async endpoints(signal: AbortSignal): Promise<ReadonlyMap<string, ServerlessEndpoint>> {
    const listed: ServerlessEndpoint[] = [];
    for await (const endpoint of this.client.serverless.listAll({ signal })) listed.push(endpoint);
    const own = new Set(this.resources.map(({ id }) => id));
    const among = listed.filter(({ id }) => own.has(id));
    return this.completed("Endpoint", among, (id) => this.client.serverless.get(id, { signal }));
  }

  private has(kind: Kind): boolean {
    return this.resources.some((resource) => resource.kind === kind);
  }

  private async completed<T extends { readonly id: string }>(
    kind: Kind,
    listed: readonly T[],
    get: (id: string) => Promise<T>,
  ): Promise<ReadonlyMap<string, T>> {
    const found = new Map(listed.map((object) => [object.id, object]));
    const absent = this.resources.filter((one) => one.kind === kind && !found.has(one.id) && !this.gone.has(one.id));
    for (const { id } of absent) {
      try {
        found.set(id, await get(id));
      } catch (error) {
        if (!(error instanceof NotFoundError)) throw error;
        this.gone.add(id);
      }
    }
    return found;
  }
}

import { collected } from "../../values/many";
import type { KindName } from "../../provider/kinds/names";
import type { Cluster } from "../../api/clusters";
import type { Pod } from "../../api/pods";
import type { QueueHealth } from "../../api/queue";
import type { ServerlessEndpoint, WorkerList } from "../../api/serverless";
import { unlessAbsent } from "../../client/errors/api-errors";
import { ConfigurationError } from "../../client/errors/errors";
import type { Client } from "../../client/index";
import type { StackResource } from "../state/deployment";
import { bills, type Spent } from "./spent";

/** The request limit of one look at an account, a tenth of the platform's limit for a minute. */
const mostRequests = 6;

/** The interval for bills, which grow slowly. */
const billsEveryMs = 60_000;

/** An endpoint with the state of its workers and its queue. */
export interface EndpointSeen {
  readonly endpoint: ServerlessEndpoint;
  /** Null until a look has read them. */
  readonly workers: WorkerList["summary"] | null;
  /** Null for an endpoint without a queue or without a known queue address, and until a look has read them. */
  readonly jobs: QueueHealth["jobs"] | null;
}

/** The jobs of an endpoint; null without a queue whose address is known. */
async function jobsOf(client: Client, endpoint: ServerlessEndpoint, signal: AbortSignal) {
  const queue = client.queue(endpoint.id);
  try {
    await queue.locate({ signal }, endpoint);
    return (await queue.health({ signal })).jobs;
  } catch (error) {
    if (error instanceof ConfigurationError) return null;
    throw error;
  }
}

/** The platform's report on a stack at one moment. */
export interface Seen {
  readonly pods: ReadonlyMap<string, Pod>;
  readonly clusters: ReadonlyMap<string, Cluster>;
  readonly endpoints: ReadonlyMap<string, EndpointSeen>;
  /** Ids that are missing from lists and have not been read one by one. */
  readonly unasked: ReadonlySet<string>;
  readonly spent: Spent;
  /** The number of due bills that were not read. */
  readonly unreadBills: number;
}

/** What one request asks beside the lists. */
interface Question {
  readonly about: string;
  readonly ask: () => Promise<unknown>;
}

/** Asks the questions that were asked longest ago. */
class Turns {
  private readonly askedAt = new Map<string, number>();

  lastAsked(about: string): number {
    return this.askedAt.get(about) ?? -Infinity;
  }

  /** Asks at most so many. @returns the others. */
  async ask(questions: readonly Question[], most: number, now: number): Promise<readonly Question[]> {
    const order = questions.toSorted((a, b) => this.lastAsked(a.about) - this.lastAsked(b.about));
    const asked = order.splice(0, Math.max(0, most));
    for (const { about } of asked) this.askedAt.set(about, now);
    await Promise.all(asked.map((question) => question.ask()));
    return order;
  }
}

/**
 * Looks at running objects repeatedly: one list for each kind of the stack, then as many questions as the limit allows. The
 * others keep their last answers. Only a 404 means gone, and what is gone is not read again.
 */
export class StatusReader {
  private readonly gone = new Set<string>();
  private readonly workers = new Map<string, EndpointSeen["workers"]>();
  private readonly jobs = new Map<string, EndpointSeen["jobs"]>();
  private readonly spent = new Map<string, number>();
  private readonly turns = new Turns();

  constructor(private readonly client: Client) {}

  /** @param now milliseconds since 1970; without it, no bills are read. */
  async read(resources: readonly StackResource[], signal: AbortSignal, now?: number): Promise<Seen> {
    const { client, gone } = this;
    const there = resources.filter(({ id, awaitsReplacement }) => id !== "" && !awaitsReplacement);
    const has = (kind: KindName) => there.some((one) => one.kind === kind);
    const isListed = { pods: has("Pod") || has("Cluster"), clusters: has("Cluster"), endpoints: has("Endpoint") };
    // The list of pods has the members of clusters, which alone show a cluster's utilisation and cost.
    const ofPods = { signal, includeClusterPods: isListed.clusters };
    const [pods, clusters, endpoints] = await Promise.all([
      isListed.pods ? collected(client.pods.listAll(ofPods)).then(byId) : new Map<string, Pod>(),
      isListed.clusters ? client.clusters.list({ signal }).then(byId) : new Map<string, Cluster>(),
      isListed.endpoints ? this.ownEndpoints(there, signal) : new Map<string, ServerlessEndpoint>(),
    ]);
    const isDue = (kind: string) => now !== undefined && now - this.turns.lastAsked(kind) >= billsEveryMs;
    const due = [...new Set<string>(there.map(({ kind }) => kind))].filter(isDue);
    let left = mostRequests - Object.values(isListed).filter(Boolean).length;
    const ask = async (questions: readonly Question[], kept = 0) => {
      const others = await this.turns.ask(questions, left - kept, now ?? 0);
      left -= questions.length - others.length;
      return others;
    };
    const absent = <T>(kind: KindName, found: Map<string, T>, get: (id: string) => Promise<T>): Question[] => {
      const look = async (id: string) => {
        const object = await unlessAbsent(get(id));
        if (object === undefined) gone.add(id);
        else found.set(id, object);
      };
      const ids = there.flatMap((one) => (one.kind === kind && !found.has(one.id) && !gone.has(one.id) ? one.id : []));
      return ids.map((id) => ({ about: id, ask: () => look(id) }));
    };
    // Bills are read last, and the state of an endpoint takes precedence over its cost.
    const kept = Math.max(0, Math.min(due.length, left - (isListed.endpoints ? 1 : 0)));
    const unasked = await ask(
      [
        ...absent("Pod", pods, (id) => client.pods.get(id, { signal })),
        ...absent("Cluster", clusters, (id) => client.clusters.get(id, { signal })),
        ...absent("Endpoint", endpoints, (id) => client.serverless.get(id, { signal })),
      ],
      kept,
    );
    await ask(this.aboutEndpoints([...endpoints.values()], signal), kept);
    const billed = [
      ...this.billOf(
        "Pod",
        [...pods.values()].filter(({ cluster }) => !cluster),
        signal,
      ),
      ...this.billOf("Cluster", [...clusters.values()], signal),
      ...this.billOf("Endpoint", [...endpoints.values()], signal),
    ];
    const unread = await ask(billed.filter(({ about }) => due.includes(about)));
    signal.throwIfAborted();
    const seen = [...endpoints].map(([id, endpoint]): [string, EndpointSeen] => [
      id,
      { endpoint, workers: this.workers.get(id) ?? null, jobs: this.jobs.get(id) ?? null },
    ]);
    return {
      pods,
      clusters,
      endpoints: new Map(seen),
      unasked: new Set(unasked.map(({ about }) => about)),
      spent: this.spent,
      unreadBills: unread.length,
    };
  }

  private async ownEndpoints(there: readonly StackResource[], signal: AbortSignal) {
    const own = new Set(there.map(({ id }) => id));
    const listed = await collected(this.client.serverless.listAll({ signal }));
    return byId(listed.filter(({ id }) => own.has(id)));
  }

  /** The workers of each endpoint, and the jobs in its queue: the list has neither. */
  private aboutEndpoints(endpoints: readonly ServerlessEndpoint[], signal: AbortSignal): Question[] {
    const { client } = this;
    const workersOf = async ({ id }: ServerlessEndpoint) =>
      this.workers.set(id, (await client.serverless.workers(id, { signal })).summary);
    const waiting = async (one: ServerlessEndpoint) => this.jobs.set(one.id, await jobsOf(client, one, signal));
    const queues = endpoints.filter(({ type }) => type === "QUEUE");
    return [
      ...endpoints.map((one) => ({ about: `workers of ${one.id}`, ask: () => workersOf(one) })),
      ...queues.map((one) => ({ about: `jobs of ${one.id}`, ask: () => waiting(one) })),
    ];
  }

  /** The bill of a kind since its oldest object, in the largest buckets. A key may not be allowed to read it. */
  private billOf(kind: keyof typeof bills, made: readonly { createdAt: string }[], signal: AbortSignal): Question[] {
    const [startTime] = made.map(({ createdAt }) => createdAt).sort();
    if (startTime === undefined) return [];
    const range = { bucketSize: "year", signal, startTime } as const;
    const read = async () => {
      const sums = await bills[kind](this.client.billing, range).catch(() => []);
      for (const [id, sum] of sums) this.spent.set(id, sum);
    };
    return [{ about: kind, ask: read }];
  }
}

const byId = <T extends { readonly id: string }>(objects: readonly T[]): Map<string, T> =>
  new Map(objects.map((object) => [object.id, object]));

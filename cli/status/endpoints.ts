import { counted } from "../../values/many";
import type { QueueHealth } from "../../api/queue";
import type { ServerlessEndpoint, WorkerList } from "../../api/serverless";
import { ConfigurationError } from "../../client/errors/errors";
import type { Client } from "../../client/index";
import type { Budget } from "./read";

/** An endpoint with the state of its workers and its queue. */
export interface EndpointSeen {
  readonly endpoint: ServerlessEndpoint;
  /** Null until a look has read them. */
  readonly workers: WorkerList["summary"] | null;
  /** Null for an endpoint without a queue or without a known queue address, and until a look has read them. */
  readonly jobs: QueueHealth["jobs"] | null;
}

/**
 * Reads the workers and then the jobs of each endpoint, as far as the budget allows: the list has neither. Unread ones keep
 * their last values and come first in the next look.
 */
export class EndpointReader {
  private readonly seen = new Map<string, Pick<EndpointSeen, "workers" | "jobs">>();
  /** Ids, least recently read first. */
  private readonly turns = { workers: [] as string[], jobs: [] as string[] };

  constructor(private readonly client: Client) {}

  async read(
    endpoints: ReadonlyMap<string, ServerlessEndpoint>,
    signal: AbortSignal,
    budget: Budget,
  ): Promise<ReadonlyMap<string, EndpointSeen>> {
    const ids = [...endpoints.keys()];
    const queues = ids.filter((id) => endpoints.get(id)?.type === "QUEUE");
    const { client } = this;
    await this.ask("workers", ids, budget, async (id) => ({
      workers: (await client.serverless.workers(id, { signal })).summary,
    }));
    await this.ask("jobs", queues, budget, async (id) => ({
      jobs: await jobsOf(client, endpoints.get(id)!, signal),
    }));
    return new Map([...endpoints].map(([id, endpoint]) => [id, { endpoint, ...unseen, ...this.seen.get(id) }]));
  }

  private async ask(
    what: "workers" | "jobs",
    ids: readonly string[],
    budget: Budget,
    look: (id: string) => Promise<Partial<EndpointSeen>>,
  ): Promise<void> {
    const waiting = [...this.turns[what].filter((id) => ids.includes(id))];
    const order = [...ids.filter((id) => !waiting.includes(id)), ...waiting];
    const asked = order.filter(() => budget.take());
    this.turns[what] = [...order.slice(asked.length), ...asked];
    await Promise.all(
      asked.map(async (id) => {
        const found = await look(id);
        this.seen.set(id, { ...unseen, ...this.seen.get(id), ...found });
      }),
    );
  }
}

const unseen = { workers: null, jobs: null };

async function jobsOf(
  client: Client,
  endpoint: ServerlessEndpoint,
  signal: AbortSignal,
): Promise<QueueHealth["jobs"] | null> {
  const queue = client.queue(endpoint.id);
  try {
    await queue.locate({ signal }, endpoint);
    return (await queue.health({ signal })).jobs;
  } catch (error) {
    if (error instanceof ConfigurationError) return null;
    throw error;
  }
}

export const notLookedAt = "NOT LOOKED AT";

/** `1 RUNNING, 2 IDLE, 3 jobs waiting`. */
export function endpointPhase({ workers, jobs }: EndpointSeen): string {
  if (workers === null) return notLookedAt;
  const { running, idle, initializing, throttled, unhealthy } = workers;
  const counts: readonly (readonly [number, string])[] = [
    [running, "RUNNING"],
    [idle, "IDLE"],
    [initializing, "INITIALIZING"],
    [throttled, "THROTTLED"],
    [unhealthy, "UNHEALTHY"],
  ];
  const there = counts.filter(([count]) => count > 0).map(([count, status]) => `${count} ${status}`);
  const waiting = jobs && jobs.inQueue > 0 ? [`${counted(jobs.inQueue, "job")} waiting`] : [];
  return [...(there.length > 0 ? there : ["no workers"]), ...waiting].join(", ");
}

/** Tells whether no worker fails and no job waits for a missing one. */
export function isEndpointWell({ workers, jobs }: EndpointSeen): boolean {
  if (workers === null) return true;
  const { running, idle, unhealthy } = workers;
  return unhealthy === 0 && (running + idle > 0 || (jobs?.inQueue ?? 0) === 0);
}

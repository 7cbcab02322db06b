import type { QueueHealth } from "../../api/queue";
import type { ServerlessEndpoint, WorkerList } from "../../api/serverless";
import { ConfigurationError } from "../../client/errors/errors";
import type { Client } from "../../client/index";

/** An endpoint with how its workers and its queue are. */
export interface EndpointSeen {
  readonly endpoint: ServerlessEndpoint;
  readonly workers: WorkerList["summary"];
  /** Null of an endpoint without a queue, and where the queue's address is not set. */
  readonly jobs: QueueHealth["jobs"] | null;
}

/** Asks for the workers of each, and for its jobs: neither is in the list. */
export async function withWorkers(
  client: Client,
  endpoints: ReadonlyMap<string, ServerlessEndpoint>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, EndpointSeen>> {
  const look = async (endpoint: ServerlessEndpoint): Promise<readonly [string, EndpointSeen]> => {
    const { id } = endpoint;
    const [{ summary: workers }, jobs] = await Promise.all([
      client.serverless.workers(id, { signal }),
      endpoint.type === "QUEUE" ? jobsOf(client, id, signal) : null,
    ]);
    return [id, { endpoint, workers, jobs }];
  };
  return new Map(await Promise.all([...endpoints.values()].map(look)));
}

async function jobsOf(client: Client, id: string, signal: AbortSignal): Promise<QueueHealth["jobs"] | null> {
  try {
    return (await client.queue(id).health({ signal })).jobs;
  } catch (error) {
    if (error instanceof ConfigurationError) return null;
    throw error;
  }
}

/** `1 RUNNING, 2 IDLE, 3 jobs waiting`. */
export function endpointPhase({ workers, jobs }: EndpointSeen): string {
  const { running, idle, initializing, throttled, unhealthy } = workers;
  const counts: readonly (readonly [number, string])[] = [
    ...([
      [running, "RUNNING"],
      [idle, "IDLE"],
      [initializing, "INITIALIZING"],
    ] as const),
    ...([
      [throttled, "THROTTLED"],
      [unhealthy, "UNHEALTHY"],
    ] as const),
  ];
  const there = counts.filter(([count]) => count > 0).map(([count, status]) => `${count} ${status}`);
  const waiting = jobs && jobs.inQueue > 0 ? [`${jobs.inQueue} ${jobs.inQueue === 1 ? "job" : "jobs"} waiting`] : [];
  return [...(there.length > 0 ? there : ["no workers"]), ...waiting].join(", ");
}

/** Nothing that is there fails, and nobody waits for a worker that is not. */
export function isEndpointWell({ workers, jobs }: EndpointSeen): boolean {
  const { running, idle, unhealthy } = workers;
  return unhealthy === 0 && (running + idle > 0 || (jobs?.inQueue ?? 0) === 0);
}

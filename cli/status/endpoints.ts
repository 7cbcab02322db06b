import { counted } from "../../values/many";
import type { QueueHealth } from "../../api/queue";
import type { ServerlessEndpoint, WorkerList } from "../../api/serverless";
import { ConfigurationError } from "../../client/errors/errors";
import type { Client } from "../../client/index";

/** An endpoint with the state of its workers and its queue. */
export interface EndpointSeen {
  readonly endpoint: ServerlessEndpoint;
  /** Null until a look has read them. */
  readonly workers: WorkerList["summary"] | null;
  /** Null for an endpoint without a queue or without a known queue address, and until a look has read them. */
  readonly jobs: QueueHealth["jobs"] | null;
}

/** The jobs of an endpoint; null without a queue whose address is known. */
export async function jobsOf(
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

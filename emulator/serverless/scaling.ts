import type { Scaling } from "../../api/serverless";
import type { EndpointSettings } from "./record";

/** The input of the scaling policy (E-36). */
export interface Load {
  readonly scaling: Scaling;
  readonly min: number;
  readonly max: number;
  /** Workers that are there or on their way. */
  readonly workers: number;
  /** Those of them that could take a job as soon as they are up. */
  readonly free: number;
  /** How long each job in the queue has waited, in ms; low-priority jobs are left out. */
  readonly waitedMs: readonly number[];
  readonly inProgress: number;
}

/** How many workers the policy wants for this load, within `min` and `max`. */
export function wantedWorkers({ scaling, min, max, workers, free, waitedMs, inProgress }: Load): number {
  const clamp = (count: number) => Math.min(Math.max(count, min), max);
  if (scaling.type === "REQUEST_COUNT") {
    return clamp(Math.ceil((waitedMs.length + inProgress) / scaling.requestCount));
  }
  const overdue = waitedMs.filter((waited) => waited >= scaling.queueDelay * 1_000).length;
  // One worker for each job that waited too long, less those already free or booting.
  return clamp(workers + Math.max(0, overdue - free));
}

/** When a queued job will have waited long enough to call for a worker. */
export function overdueAt(scaling: Scaling, queuedAt: number): number {
  return scaling.type === "QUEUE_DELAY" ? queuedAt + scaling.queueDelay * 1_000 : queuedAt;
}

/** Whether idle workers wait out `idleTimeout` before they go: those of a queue that counts requests go at once (E-22). */
export const hasIdleTimeout = (type: "QUEUE" | "LOAD_BALANCER", scaling: Scaling): boolean =>
  type === "LOAD_BALANCER" || scaling.type === "QUEUE_DELAY";

export function idleGraceMs({
  type,
  scaling,
  workers,
}: Pick<EndpointSettings, "type" | "scaling" | "workers">): number {
  return hasIdleTimeout(type, scaling) ? (workers.idleTimeout ?? 0) * 1_000 : 0;
}

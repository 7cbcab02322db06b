import type { Cluster } from "../../api/clusters";
import type { Pod } from "../../api/pods";
import type { WorkerList } from "../../api/serverless";
import type { Clock } from "../clock";
import { Watch, type WaitFor } from "./readiness";
import { type Ask, type Families, sources } from "../reads/sources";
import type { Unsent } from "../http/unsent";

/** How long to wait for something to go. */
export type WaitForGone = Pick<WaitFor<unknown>, "withinMs" | "signal">;

/**
 * Waits. All that wait for pods share one poll, and so do those for clusters and those for workers: the first look comes after 1 s
 * (for what was deleted at once, when no other request waits to be sent), then they back off from 2 to 10 s, and however many wait and whenever they come, it is at most 15 requests a minute
 * (a page of 1,000 objects each, and up to 3 more for objects that the list lacks); for workers one for each endpoint.
 */
export class Waits {
  readonly #pods: Watch<Pod>;
  readonly #clusters: Watch<Cluster>;
  readonly #workers: Watch<WorkerList>;

  /** @param signal ends every wait that has none of its own. @param unsent ends those of a step that has sent nothing. */
  constructor(
    families: Families,
    clock: Clock,
    private readonly signal?: AbortSignal,
    private readonly unsent?: Unsent["signal"],
  ) {
    this.#pods = new Watch(
      { source: (ask) => sources(families, ask).pod, kind: "pod", describe: ({ status }) => `status ${status}` },
      clock,
    );
    this.#clusters = new Watch(
      { source: (ask) => sources(families, ask).cluster, kind: "cluster", describe: membersByStatus },
      clock,
    );
    // No list has the workers of several endpoints.
    const workers = (ask: Ask) => ({ get: (id: string) => families.serverless.workers(id, ask()) });
    this.#workers = new Watch({ source: workers, kind: "endpoint", describe: workersByStatus }, clock);
  }

  /**
   * Waits until the pod is as `isDone` says, e.g. `isDone: (pod) => pod.status === "RUNNING"`.
   *
   * @throws WaitFailedError as soon as `failure` gives a reason.
   * @throws WaitTimeoutError when the time is up; it carries the last value.
   * @throws NotFoundError when the pod is gone.
   */ // P-13
  pod(id: string, wait: WaitFor<Pod>): Promise<Pod> {
    return this.#pods.until(id, { signal: this.signal ?? this.unsent?.(), ...wait });
  }

  /** Waits until the cluster is as `isDone` says; a cluster has no status of its own. @throws as {@link Waits.pod} */
  cluster(id: string, wait: WaitFor<Cluster>): Promise<Cluster> {
    return this.#clusters.until(id, { signal: this.signal ?? this.unsent?.(), ...wait });
  }

  /** Waits until the workers of an endpoint are as `isDone` says. @throws as {@link Waits.pod} */
  workers(id: string, wait: WaitFor<WorkerList>): Promise<WorkerList> {
    return this.#workers.until(id, { signal: this.signal ?? this.unsent?.(), ...wait });
  }

  /** Resolves when a pod whose deletion was accepted is gone. @throws WaitTimeoutError */ // P-47
  podGone(id: string, wait: WaitForGone): Promise<void> {
    return this.#pods.untilGone(id, { signal: this.signal ?? this.unsent?.(), ...wait });
  }

  /** Resolves when a cluster whose deletion was accepted is gone. @throws WaitTimeoutError */
  clusterGone(id: string, wait: WaitForGone): Promise<void> {
    return this.#clusters.untilGone(id, { signal: this.signal ?? this.unsent?.(), ...wait });
  }
}

function membersByStatus({ pods, compute }: Cluster): string {
  const counts = Object.entries(pods.byStatus).map(([status, count]) => `${count} ${status}`);
  return `${counts.join(", ") || "no pods"} of ${compute.podCount}`;
}

function workersByStatus({ summary }: WorkerList): string {
  const { running, idle, initializing, throttled, unhealthy } = summary;
  return `workers: ${running} running, ${idle} idle, ${initializing} initializing, ${throttled} throttled, ${unhealthy} unhealthy`;
}

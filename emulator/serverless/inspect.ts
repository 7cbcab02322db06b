import { jobView } from "../jobs/job";
import type { Store } from "../store/store";
import type { EndpointState } from "./record";
import { endpointView, workersView } from "./view";

/** An endpoint with its workers, jobs and cost, for looking at: names of the environment, no values. */
export function inspectEndpoint(endpoint: EndpointState, store: Store, heldRequests: number): Record<string, unknown> {
  const view = endpointView(endpoint, store.urls.queueUrl);
  const usdPerHour = endpoint.workers.flatMap(({ place }) => Object.values(place?.rates ?? {}));
  return {
    ...view,
    env: Object.fromEntries(Object.keys(view.env ?? {}).map((name) => [name, "***"])),
    version: endpoint.version,
    heldRequests,
    computePerHourUsd: store.ledger.computeRateOfUsd(endpoint.id),
    ratePerHourUsd: usdPerHour.reduce((sum, usd) => sum + usd, 0),
    spentUsd: store.ledger.spentOnUsd(endpoint.id, store.now()),
    counters: { ...endpoint.counters, inQueue: endpoint.queue.length },
    ...workersView(endpoint, store.now()),
    // Results may be large and are the caller's own: only where a job stands is shown.
    jobs: [...endpoint.jobs.values()].map((job) => {
      const { output: _, error: __, ...standing } = jobView(job);
      return standing;
    }),
  };
}

import { removedAt } from "../jobs/job";
import { buildEndsAt, releaseBuilds } from "./builds";
import type { EmulatorEffects } from "./emulator-effects";
import type { EndpointState } from "./record";
import { advanceJobs, dispatch, removeExpiredJobs } from "./run-jobs";
import { idleGraceMs, overdueAt, wantedWorkers } from "./scaling";
import { idleDowngrades } from "./timing";
import { addWorker, advanceWorkers, removeWorker, replaceStaleWorkers, staying } from "./workers";

/** Brings the endpoint to `now`, event by event in the order of time, however far the clock jumped. */
export function advance(endpoint: EndpointState, now: number, fx: EmulatorEffects): void {
  for (let at = endpoint.alarms.due(now); at !== undefined; at = endpoint.alarms.due(now)) step(endpoint, at, fx);
}

/** Brings the endpoint to `now`, changes something, and lets everything that follows from it at this very moment happen. */
export function change<T>(endpoint: EndpointState, now: number, fx: EmulatorEffects, mutate: () => T): T {
  advance(endpoint, now, fx);
  const result = mutate();
  endpoint.alarms.add(now);
  advance(endpoint, now, fx);
  return result;
}

function step(endpoint: EndpointState, at: number, fx: EmulatorEffects): void {
  removeExpiredJobs(endpoint, at, fx);
  advanceJobs(endpoint, at, fx);
  advanceWorkers(endpoint, at, fx);
  downgradeIdleEndpoint(endpoint, at);
  releaseBuilds(endpoint, at, () => fx.newRecord("rel"));
  replaceStaleWorkers(endpoint, at, fx);
  dispatch(endpoint, at, fx);
  scale(endpoint, at, fx);
}

/** The platform lowers `max` of an endpoint nobody uses; it stays there until raised (E-44). */
function downgradeIdleEndpoint(endpoint: EndpointState, at: number): void {
  const { workers } = endpoint.settings;
  for (const { afterMs, max } of idleDowngrades) {
    if (at - endpoint.activeAt < afterMs || workers.max <= max) continue;
    // `min` follows, or the endpoint would break E-24 without anybody's doing.
    endpoint.settings = { ...endpoint.settings, workers: { ...workers, max, min: Math.min(workers.min, max) } };
  }
}

/** Notes that the endpoint is in use, so that E-44 counts from now. */
export function markActive(endpoint: EndpointState, now: number): void {
  endpoint.activeAt = now;
  for (const { afterMs } of idleDowngrades) endpoint.alarms.add(now + afterMs);
}

/** The most workers of one endpoint, even if its `max` is higher, because each one is simulated. */
const mostWorkers = 1_000;

function scale(endpoint: EndpointState, at: number, fx: EmulatorEffects): void {
  const { settings } = endpoint;
  const { min, max } = settings.workers;
  const present = staying(endpoint);
  const queued = endpoint.queue.map((id) => endpoint.jobs.get(id)).filter((job) => job && !job.lowPriority);
  const asked = wantedWorkers({
    scaling: settings.scaling,
    min: Math.min(min, max),
    max,
    workers: present.length,
    free: present.filter((worker) => !worker.jobId && worker.status !== "UNHEALTHY").length,
    waitedMs: queued.map((job) => at - (job?.queuedAt ?? at)),
    inProgress: present.filter((worker) => worker.jobId).length,
  });
  const wanted = Math.min(asked, mostWorkers);
  for (let count = present.length; count < wanted; count++) addWorker(endpoint, at, fx);
  for (const job of queued) {
    const due = overdueAt(settings.scaling, job?.queuedAt ?? at);
    if (due > at) endpoint.alarms.add(due);
  }
  shrink(endpoint, wanted, at, fx);
}

/** Too many for `max`: they go at once, busy ones after their job. More than wanted: idle ones go in their time. */
function shrink(endpoint: EndpointState, wanted: number, at: number, fx: EmulatorEffects): void {
  const { workers } = endpoint.settings;
  const graceMs = idleGraceMs(endpoint.settings);
  const keep = graceMs === 0 ? wanted : Math.min(workers.min, workers.max);
  const newestFirst = () => staying(endpoint).reverse();

  for (const worker of newestFirst().filter((worker) => !worker.jobId)) {
    const count = staying(endpoint).length;
    const isOver = worker.idleSince !== undefined && worker.status === "IDLE" && at - worker.idleSince >= graceMs;
    if (count > workers.max || (count > keep && isOver)) removeWorker(endpoint, worker, at, fx);
  }
  for (const worker of newestFirst()) {
    if (staying(endpoint).length > workers.max) worker.isLeaving = true;
  }
}

/** Alarms are not kept in a dump; this finds them again from the state. */
export function rearm(endpoint: EndpointState, now: number): void {
  const { alarms } = endpoint;
  alarms.add(now);
  for (const { afterMs } of idleDowngrades) alarms.add(endpoint.activeAt + afterMs);
  for (const worker of endpoint.workers) if (worker.nextAt !== undefined) alarms.add(worker.nextAt);
  for (const job of endpoint.jobs.values()) alarms.add(removedAt(job));
  for (const build of endpoint.builds) alarms.add(buildEndsAt(build));
}

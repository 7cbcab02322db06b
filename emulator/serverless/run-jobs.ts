import { isFinal, type JobState, removedAt } from "../jobs/job";
import { emit, finish, publish, requeue, start, timeOut } from "../jobs/machine";
import { type Outcome, planOf } from "../jobs/plan";
import type { EmulatorEffects } from "./emulator-effects";
import type { EndpointState, WorkerState } from "./record";
import { removeWorker, rest } from "./workers";

/** Puts a job into the queue, new or again. */
export function enqueue(endpoint: EndpointState, job: JobState): void {
  endpoint.jobs.set(job.id, job);
  endpoint.queue.push(job.id);
  endpoint.alarms.add(removedAt(job));
}

const limitOf = (endpoint: EndpointState, job: JobState) => job.executionTimeoutMs ?? endpoint.settings.timeout;

/** `ttl` and retention: an expired job is forgotten, even when it is nearly done (J-29, J-35). */
export function removeExpiredJobs(endpoint: EndpointState, at: number, fx: EmulatorEffects): void {
  for (const job of endpoint.jobs.values()) {
    if (removedAt(job) > at) continue;
    endpoint.jobs.delete(job.id);
    if (job.status === "IN_QUEUE") endpoint.queue = endpoint.queue.filter((id) => id !== job.id);
    if (job.status === "IN_PROGRESS") releaseWorker(endpoint, job, at, fx);
  }
}

/** Lets running jobs do what they planned up to now, and stops those past their execution timeout (J-28). */
export function advanceJobs(endpoint: EndpointState, at: number, fx: EmulatorEffects): void {
  for (const worker of [...endpoint.workers]) {
    const job = worker.jobId === undefined ? undefined : endpoint.jobs.get(worker.jobId);
    if (job?.startedAt === undefined || isFinal(job)) continue;
    const ranMs = at - job.startedAt;
    const endMs = job.plan?.end?.afterMs ?? Infinity;
    const limitMs = limitOf(endpoint, job);
    playPlan(job, worker, ranMs, fx);
    if (endMs <= ranMs && endMs <= limitMs) endJob(endpoint, job, job.plan?.end?.outcome as Outcome, at, fx);
    else if (limitMs <= ranMs) timeOutJob(endpoint, job, worker, at, fx);
    else armJob(endpoint, job);
  }
}

function playPlan(job: JobState, worker: WorkerState, ranMs: number, fx: EmulatorEffects): void {
  const steps = job.plan?.steps ?? [];
  for (let next = steps[job.planned]; next && next.afterMs <= ranMs; next = steps[++job.planned]) {
    if ("chunk" in next) emit(job, next.chunk);
    else if ("progress" in next) publish(job, next.progress);
    else fx.log(worker.id, "container", next.log, (job.startedAt ?? 0) + next.afterMs);
  }
}

/** Wakes for the next thing this job does: a planned step, its end, or its limit. */
function armJob(endpoint: EndpointState, job: JobState): void {
  const { plan, startedAt } = job;
  if (startedAt === undefined) return;
  const step = plan?.steps[job.planned]?.afterMs ?? Infinity;
  endpoint.alarms.add(startedAt + Math.min(step, plan?.end?.afterMs ?? Infinity, limitOf(endpoint, job)));
}

/** Gives queued jobs to idle workers, first come first served; low-priority ones wait for the others. */
export function dispatch(endpoint: EndpointState, at: number, fx: EmulatorEffects): void {
  for (const worker of endpoint.workers) {
    if (worker.status !== "IDLE" || worker.isLeaving || endpoint.queue.length === 0) continue;
    const job = takeNext(endpoint);
    if (!job) return;
    start(job, worker.id, at);
    worker.status = "RUNNING";
    worker.jobId = job.id;
    worker.idleSince = undefined;
    fx.log(worker.id, "container", `started job ${job.id}`, at);
    if (!fx.runHandler(endpoint, job)) job.plan = planOf(job.input);
    armJob(endpoint, job);
  }
}

function takeNext(endpoint: EndpointState): JobState | undefined {
  const normal = endpoint.queue.findIndex((id) => !endpoint.jobs.get(id)?.lowPriority);
  const [id] = endpoint.queue.splice(Math.max(normal, 0), 1);
  return id === undefined ? undefined : endpoint.jobs.get(id);
}

/** The handler came back with a result or a failure (J-26, J-27). */
export function endJob(
  endpoint: EndpointState,
  job: JobState,
  outcome: Outcome,
  at: number,
  fx: EmulatorEffects,
): void {
  finish(job, outcome, at);
  endpoint.counters[job.status === "COMPLETED" ? "completed" : "failed"] += 1;
  afterEnd(endpoint, job, at, fx);
}

/** TIMED_OUT counts as failed (J-53), and the worker is stopped (J-28). */
function timeOutJob(
  endpoint: EndpointState,
  job: JobState,
  worker: WorkerState,
  at: number,
  fx: EmulatorEffects,
): void {
  timeOut(job, at);
  endpoint.counters.failed += 1;
  fx.log(worker.id, "system", `job ${job.id} exceeded its execution timeout`, at);
  worker.jobId = undefined;
  removeWorker(endpoint, worker, at, fx);
  afterEnd(endpoint, job, at, fx);
}

/** What every end has in common: the worker is free, the retention runs, the waiting are told. */
export function afterEnd(endpoint: EndpointState, job: JobState, at: number, fx: EmulatorEffects): void {
  endpoint.alarms.add(removedAt(job));
  releaseWorker(endpoint, job, at, fx);
  fx.jobEnded(job);
}

/** Frees the worker that had the job, or lets it go if it was only finishing (E-37). */
export function releaseWorker(endpoint: EndpointState, job: JobState, at: number, fx: EmulatorEffects): void {
  const worker = endpoint.workers.find((candidate) => candidate.jobId === job.id);
  if (!worker) return;
  fx.log(worker.id, "container", `finished job ${job.id}`, at);
  rest(endpoint, worker, at);
  if (worker.isLeaving) removeWorker(endpoint, worker, at, fx);
}

/** The worker crashed or was taken away. Its job is requeued if the platform still may (J-51); otherwise it failed. */
export function loseWorker(endpoint: EndpointState, worker: WorkerState, at: number, fx: EmulatorEffects): void {
  const job = worker.jobId === undefined ? undefined : endpoint.jobs.get(worker.jobId);
  worker.jobId = undefined;
  fx.log(worker.id, "system", "worker lost", at);
  removeWorker(endpoint, worker, at, fx);
  if (!job || isFinal(job)) return;
  if (job.automaticRetries < fx.automaticRetries) {
    job.automaticRetries += 1;
    endpoint.counters.retried += 1;
    requeue(job, at);
    enqueue(endpoint, job);
  } else {
    endJob(endpoint, job, { error: "worker exited unexpectedly" }, at, fx);
  }
}

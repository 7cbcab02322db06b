import type { EmulatorEffects } from "./emulator-effects";
import type { EndpointState, WorkerState } from "./record";
import { idleGraceMs } from "./scaling";
import { bootMs, placeMs, throttleRetryMs } from "./timing";

export function addWorker(endpoint: EndpointState, at: number, fx: EmulatorEffects): void {
  const { settings, version } = endpoint;
  const worker: WorkerState = {
    id: fx.newId(),
    version,
    image: settings.image,
    gpuCount: settings.gpu?.count ?? 0,
    createdAt: at,
    status: "INITIALIZING",
    place: undefined,
    nextAt: at + placeMs,
    startedAt: undefined,
    idleSince: undefined,
    jobId: undefined,
    isLeaving: false,
  };
  endpoint.workers.push(worker);
  endpoint.alarms.add(at + placeMs);
  fx.log(worker.id, "system", `worker created for ${settings.name}, configuration ${version}`, at);
}

export function removeWorker(endpoint: EndpointState, worker: WorkerState, at: number, fx: EmulatorEffects): void {
  endpoint.workers.splice(endpoint.workers.indexOf(worker), 1);
  fx.log(worker.id, "system", "worker stopped", at);
  fx.workerGone(endpoint, worker, at);
}

/** Moves every worker on its way to IDLE: a machine first, then the boot. */
export function advanceWorkers(endpoint: EndpointState, at: number, fx: EmulatorEffects): void {
  for (const worker of endpoint.workers) {
    if (worker.nextAt === undefined || worker.nextAt > at) continue;
    if (worker.place) becomeIdle(endpoint, worker, at, fx);
    else findPlace(endpoint, worker, at, fx);
  }
}

function findPlace(endpoint: EndpointState, worker: WorkerState, at: number, fx: EmulatorEffects): void {
  const place = fx.place(endpoint);
  if (!place) {
    worker.status = "THROTTLED";
    worker.nextAt = at + throttleRetryMs(at - worker.createdAt);
    fx.log(worker.id, "system", "no capacity now, waiting", at);
  } else {
    worker.place = place;
    worker.status = "INITIALIZING";
    worker.nextAt = at + bootMs[endpoint.settings.flashboot];
    fx.meter(endpoint, at);
    fx.log(worker.id, "system", `worker placed in ${place.dataCenterId}`, at);
    fx.log(worker.id, "system", `pulling image ${worker.image}`, at);
  }
  endpoint.alarms.add(worker.nextAt);
}

function becomeIdle(endpoint: EndpointState, worker: WorkerState, at: number, fx: EmulatorEffects): void {
  worker.nextAt = undefined;
  worker.startedAt = at;
  fx.log(worker.id, "system", "container started", at);
  fx.log(worker.id, "container", "worker ready", at);
  rest(endpoint, worker, at);
}

/** The worker has nothing to do; it goes when its idle time is over. */
export function rest(endpoint: EndpointState, worker: WorkerState, at: number): void {
  worker.status = "IDLE";
  worker.jobId = undefined;
  worker.idleSince = at;
  endpoint.alarms.add(at + idleGraceMs(endpoint.settings));
}

/** Takes up a new configuration: idle and booting workers at once, busy ones after their job (E-37). */
export function replaceStaleWorkers(endpoint: EndpointState, at: number, fx: EmulatorEffects): void {
  const stale = endpoint.workers.filter((worker) => worker.version !== endpoint.version && !worker.jobId);
  for (const worker of stale) {
    removeWorker(endpoint, worker, at, fx);
    if (!worker.isLeaving) addWorker(endpoint, at, fx);
  }
}

/** Those that count: a worker on its way out no longer does. */
export const staying = (endpoint: EndpointState): WorkerState[] =>
  endpoint.workers.filter((worker) => !worker.isLeaving);

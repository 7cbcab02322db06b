import type { ServerlessEndpoint, Worker, WorkerList } from "../../api/serverless";
import { timestampOf } from "../store/clock";
import { decodeArgs } from "../../api/command";
import type { EndpointState, WorkerState, WorkerStatus } from "./record";

/** An endpoint as the platform shows it (E-14). */
export function endpointView({ id, createdAt, settings }: EndpointState, queueUrl: string): ServerlessEndpoint {
  const { gpu, cpu, workers, scaling, ...rest } = settings;
  const { entrypoint, cmd } = decodeArgs(settings.args);
  return {
    id,
    ...rest,
    entrypoint: [...entrypoint],
    cmd: [...cmd],
    requestUrls: settings.type === "QUEUE" ? queueUrls(queueUrl, id) : balancerUrls(id, settings.env),
    ...(gpu ? { gpu: { ...gpu } } : {}),
    ...(cpu ? { cpu: [...cpu] } : {}),
    workers: { ...workers },
    scaling: { ...scaling },
    createdAt: timestampOf(createdAt),
  };
}

/** `{job_id}` stands literally in the addresses that need one (E-15). */
function queueUrls(queueUrl: string, id: string) {
  const base = `${queueUrl}/v2/${id}`;
  return {
    run: `${base}/run`,
    runSync: `${base}/runsync`,
    status: `${base}/status/{job_id}`,
    stream: `${base}/stream/{job_id}`,
    cancel: `${base}/cancel/{job_id}`,
    retry: `${base}/retry/{job_id}`,
    purgeQueue: `${base}/purge-queue`,
    health: `${base}/health`,
  };
}

/** A host of its own, outside the contract and not served here (E-15, E-43, section 0.3). */
function balancerUrls(id: string, env: Readonly<Record<string, string>>) {
  const base = `https://${id}.balancer.platform.example`;
  return { base, health: `${base}${env.HEALTH_CHECK_PATH ?? "/ping"}` };
}

const isStale = ({ version, settings }: EndpointState, worker: WorkerState): boolean =>
  // Endpoints still at version 1 have nothing to compare but images (E-39).
  version === 1 ? worker.image !== settings.image : worker.version !== version;

/** Without the live view of the queue, nobody knows who is busy: statuses follow the pod's life cycle (E-41). */
function shownStatus(endpoint: EndpointState, { status, startedAt }: WorkerState): WorkerStatus {
  if (endpoint.hasLiveView) return status;
  return startedAt === undefined ? "INITIALIZING" : "RUNNING";
}

/** One worker (E-16): what depends on its machine is null until it has one. */
function workerView(endpoint: EndpointState, worker: WorkerState, now: number): Worker {
  const { place, startedAt } = worker;
  return {
    id: worker.id,
    status: shownStatus(endpoint, worker),
    isStale: isStale(endpoint, worker),
    version: worker.version,
    gpuCount: worker.gpuCount,
    image: place ? worker.image : null,
    uptimeSeconds: startedAt === undefined ? null : Math.floor((now - startedAt) / 1_000),
    gpuTypeId: place?.gpuTypeId ?? null,
    dataCenterId: place?.dataCenterId ?? null,
    startedAt: startedAt === undefined ? null : timestampOf(startedAt),
  };
}

/** All active workers; the counts add up to their number (E-6, E-40). */
export function workersView(endpoint: EndpointState, now: number): WorkerList {
  const workers = endpoint.workers.map((worker) => workerView(endpoint, worker, now));
  const count = (status: WorkerStatus) => workers.filter((worker) => worker.status === status).length;
  return {
    workers,
    summary: {
      running: count("RUNNING"),
      idle: count("IDLE"),
      initializing: count("INITIALIZING"),
      throttled: count("THROTTLED"),
      unhealthy: count("UNHEALTHY"),
      total: workers.length,
    },
    endpointVersion: endpoint.version,
  };
}

import type { JobState } from "../jobs/job";
import type { EndpointState, Place, WorkerState } from "./record";

/** What the simulation of an endpoint needs from, and tells, the rest of the emulator. */
export interface Effects {
  /** Identity of a new worker. */
  newId(): string;
  /** Identity of anything that is listed. */
  newRecord(prefix: string): { id: string; seq: number };
  /** Takes capacity for one worker; nothing when there is none now (THROTTLED). */
  place(endpoint: EndpointState): Place | undefined;
  /** The worker is gone: capacity goes back, its log ends, its bill stops. */
  workerGone(endpoint: EndpointState, worker: WorkerState, at: number): void;
  /** One more worker has a machine and costs money from now on. */
  workerPlaced(endpoint: EndpointState, at: number): void;
  log(workerId: string, source: "system" | "container", line: string, at: number): void;
  /** Runs a programmed handler for the job, if the endpoint has one; otherwise the default worker takes it. */
  runHandler(endpoint: EndpointState, job: JobState, at: number): boolean;
  /** The job reached a final status (webhooks, waiting requests). */
  jobEnded(endpoint: EndpointState, job: JobState, at: number): void;
  /** How often the platform requeues a job whose worker was lost (J-51); 0 unless configured. */
  readonly automaticRetries: number;
}

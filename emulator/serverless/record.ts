import { EndpointCreate, EndpointUpdate, ServerlessEndpoint } from "../../api/serverless";
import type { JobState } from "../jobs/job";
import type { Stored } from "../store/collection";
import { type KeptBy, keptMembers } from "../store/kept";
import { Alarms } from "./alarms";
import { defaults } from "./timing";

export type WorkerStatus = "RUNNING" | "IDLE" | "INITIALIZING" | "THROTTLED" | "UNHEALTHY";

/** Where a worker runs, known once it has a machine. */
export interface Place {
  readonly dataCenterId: string;
  readonly gpuTypeId: string | null;
  /** The machines, and the GPUs or vCPUs taken there. */
  readonly stockId: string;
  readonly units: number;
  /** USD per hour by amount member. */
  readonly rates: Readonly<Record<string, number>>;
}

export interface WorkerState {
  readonly id: string;
  /** Configuration it was started with (E-39). */
  readonly version: number;
  readonly image: string;
  readonly gpuCount: number;
  readonly createdAt: number;
  status: WorkerStatus;
  place: Place | undefined;
  /** When the next thing about it happens by itself: a try for a machine, or the end of its boot. */
  nextAt: number | undefined;
  startedAt: number | undefined;
  idleSince: number | undefined;
  jobId: string | undefined;
  /** Goes as soon as its job ends. */
  isLeaving: boolean;
}

/** What an endpoint just keeps. Of the rest a template may say something, or only some of its members are sent. */
export const endpointMembers = keptMembers({
  create: EndpointCreate.shape,
  update: EndpointUpdate.shape,
  answer: ServerlessEndpoint.shape,
  own: ["gpu", "cpu", "workers", "image", "args", "cmd", "entrypoint", "disk", "env", "ports", "registry"],
  fixed: ["type"],
  absent: { dataCenterIds: [], networkVolumes: [], timeout: defaults.timeout, flashboot: "OFF" },
});

/** The settings of an endpoint in the form the contract shows them (E-14). */
export interface EndpointSettings extends KeptBy<typeof endpointMembers> {
  gpu:
    | {
        pools: string[];
        excludedTypes?: string[];
        count: number;
        allowedCudaVersions: string[];
        minCudaVersion: string | null;
      }
    | undefined;
  cpu: { id: string; vcpuCount: number; memory: number }[] | undefined;
  workers: { min: number; max: number; idleTimeout?: number };
  image: string;
  args: string;
  disk: number;
  env: Record<string, string>;
  ports: string[];
  registry: string | null;
}

export interface Change {
  readonly field: string;
  readonly old: unknown;
  readonly new: unknown;
}

export interface ReleaseState extends Stored {
  readonly version: number;
  readonly source: "MANUAL" | "GIT_BUILD";
  readonly buildId: string | null;
  readonly createdAt: number;
  readonly diff: readonly Change[];
}

export interface EndpointState extends Stored {
  readonly createdAt: number;
  /** Template named on a v1 create; v2 endpoints keep no link (E-33). */
  templateId: string | undefined;
  settings: EndpointSettings;
  /** Starts at 1, one more per release (E-38). */
  version: number;
  /** Newest last. */
  readonly releases: ReleaseState[];
  readonly builds: BuildState[];
  readonly workers: WorkerState[];
  readonly jobs: Map<string, JobState>;
  /** Ids of the jobs IN_QUEUE, first come first served. */
  queue: string[];
  readonly counters: { completed: number; failed: number; retried: number };
  /** Last job submission, or the moment `max` was raised: what E-44 counts from. */
  activeAt: number;
  /** False makes the worker list fall back to the pods' life cycle (E-41). */
  hasLiveView: boolean;
  readonly alarms: Alarms;
}

/** A build from source, scripted through the emulator's own routes; its status follows the clock (E-18). */
export interface BuildState extends Stored {
  readonly createdAt: number;
  readonly commitHash: string | null;
  readonly commitMessage: string | null;
  readonly branch: string | null;
  readonly imageName: string;
  readonly outcome: "COMPLETED" | "FAILED" | "CANCELLED" | "TEST_FAILED";
  readonly error: string | null;
  /** Its release was made; only COMPLETED builds have one. */
  isReleased: boolean;
}

export function newEndpoint({ id, seq }: Stored, settings: EndpointSettings, now: number): EndpointState {
  return {
    id,
    seq,
    createdAt: now,
    templateId: undefined,
    settings,
    version: 1,
    releases: [],
    builds: [],
    workers: [],
    jobs: new Map(),
    queue: [],
    counters: { completed: 0, failed: 0, retried: 0 },
    activeAt: now,
    hasLiveView: true,
    alarms: new Alarms(),
  };
}

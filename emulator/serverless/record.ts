import * as z from "zod";
import { EndpointCreate, EndpointUpdate, ServerlessEndpoint } from "../../api/serverless";
import { StockId } from "../catalog/fixtures/stock";
import { JobRecord, type JobState } from "../jobs/job";
import { Count, dated, Env, Few, Id, Instant, many, Rates, Text, Texts } from "../kernel/bounds";
import type { Stored } from "../store/collection";
import { type KeptBy, keptMembers } from "../store/kept";
import { Alarms } from "../store/timers";
import { defaults } from "./timing";

/** Where a worker runs, known once it has a machine: the machines, and the GPUs or vCPUs taken there. */
const Place = z.object({ dataCenterId: Id, gpuTypeId: Id.nullable(), stockId: StockId, units: Few, rates: Rates });
export type Place = z.infer<typeof Place>;

const Worker = z.object({
  id: Id,
  /** Configuration it was started with (E-39). */
  version: Count,
  image: Text,
  gpuCount: Few,
  createdAt: Instant,
  status: z.enum(["RUNNING", "IDLE", "INITIALIZING", "THROTTLED", "UNHEALTHY"]),
  place: Place.optional(),
  /** When the next thing about it happens by itself: a try for a machine, or the end of its boot. */
  nextAt: Instant.optional(),
  startedAt: Instant.optional(),
  idleSince: Instant.optional(),
  jobId: Id.optional(),
  /** Goes as soon as its job ends. */
  isLeaving: z.boolean(),
});
export type WorkerState = z.infer<typeof Worker>;
export type WorkerStatus = WorkerState["status"];

/** What an endpoint just keeps. Of the rest a template may say something, or only some of its members are sent. */
export const endpointMembers = keptMembers({
  create: EndpointCreate.shape,
  update: EndpointUpdate.shape,
  answer: ServerlessEndpoint.shape,
  own: ["gpu", "cpu", "workers", "image", "args", "cmd", "entrypoint", "disk", "env", "ports", "registry"],
  fixed: ["type"],
  absent: { dataCenterIds: [], networkVolumes: [], timeout: defaults.timeout, flashboot: "OFF" },
});

/** What an endpoint has by rules of its own, in the form the contract shows it (E-14). */
const OwnSettings = z.object({
  image: Text,
  args: Text,
  disk: Count,
  env: Env,
  ports: Texts,
  registry: z.string().nullable(),
  gpu: z
    .object({
      pools: Texts,
      excludedTypes: Texts.optional(),
      count: Few,
      allowedCudaVersions: Texts,
      minCudaVersion: z.string().nullable(),
    })
    .optional(),
  cpu: z
    .array(z.object({ id: Id, vcpuCount: Few, memory: z.number() }))
    .max(1_000)
    .optional(),
  workers: z.object({ min: Few, max: Few, idleTimeout: Count.optional() }),
});
export type EndpointSettings = KeptBy<typeof endpointMembers> & z.infer<typeof OwnSettings>;

const Change = z.object({ field: Text, old: z.unknown().optional(), new: z.unknown().optional() });
export type Change = z.infer<typeof Change>;

const Release = z.object({
  ...dated,
  version: Count,
  source: z.enum(["MANUAL", "GIT_BUILD"]),
  buildId: z.string().nullable(),
  diff: z.array(Change).max(1_000),
});
export type ReleaseState = z.infer<typeof Release>;

/** A build from source, scripted through the emulator's own routes; its status follows the clock (E-18). */
const Build = z.object({
  ...dated,
  commitHash: z.string().nullable(),
  commitMessage: z.string().nullable(),
  branch: z.string().nullable(),
  imageName: Text,
  outcome: z.enum(["COMPLETED", "FAILED", "CANCELLED", "TEST_FAILED"]),
  error: z.string().nullable(),
  /** Its release was made; only COMPLETED builds have one. */
  isReleased: z.boolean(),
});
export type BuildState = z.infer<typeof Build>;

export const EndpointRecord = z.object({
  ...dated,
  /** Template named on a v1 create; v2 endpoints keep no link (E-33). */
  templateId: z.string().optional(),
  settings: z.object({ ...endpointMembers.inDumps, ...OwnSettings.shape }),
  /** Starts at 1, one more per release (E-38). */
  version: Count,
  /** Newest last. */
  releases: many(Release),
  builds: many(Build),
  workers: z.array(Worker).max(1_000),
  /** Ids of the jobs IN_QUEUE, first come first served. */
  queue: many(Id),
  counters: z.object({ completed: Count, failed: Count, retried: Count }),
  /** Last job submission, or the moment `max` was raised: what E-44 counts from. */
  activeAt: Instant,
  /** False makes the worker list fall back to the pods' life cycle (E-41). */
  hasLiveView: z.boolean(),
  jobs: many(JobRecord),
});

export interface EndpointState extends Omit<z.infer<typeof EndpointRecord>, "settings" | "jobs"> {
  settings: EndpointSettings;
  readonly jobs: Map<string, JobState>;
  readonly alarms: Alarms;
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

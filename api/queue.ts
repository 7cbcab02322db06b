import * as z from "zod";
import { acts, endpoint, reads } from "./endpoint";
import { jobStatuses } from "./words";
import { openEnum, whole } from "./shared";

const megabyte = 1_048_576;
/** Largest `run` body and result, in bytes. */ // J-14, J-15
export const maxRunBytes = 10 * megabyte;
/** Largest `runsync` body and result, in bytes. */ // J-14, J-15
export const maxRunSyncBytes = 20 * megabyte;
/** Largest streamed chunk, in bytes. */ // J-41
export const maxChunkBytes = megabyte;

/** What a job is submitted with. Other top-level members are ignored by the platform. */ // section 12.1, CH-45
export const JobRequest = z.looseObject({
  /** Contents belong to the worker. */ // J-16
  input: z.record(z.string(), z.unknown()),
  /** Called with the final status. */ // J-40
  webhook: z.string().optional(),
  policy: z
    .looseObject({
      /** ms, 5000 to 604800000; default the endpoint's `timeout`. */ // J-19
      executionTimeout: z.int().min(5_000).max(604_800_000).optional(),
      /** ms from submission, 10000 to 604800000; default 24 h. */ // J-29
      ttl: z.int().min(10_000).max(604_800_000).optional(),
      /** True: does not trigger scaling up. */
      lowPriority: z.boolean().optional(),
    })
    .optional(),
  /** Handed to the worker, never returned. */
  s3Config: z
    .looseObject({
      accessId: z.string(),
      accessSecret: z.string(),
      bucketName: z.string(),
      endpointUrl: z.string(),
    })
    .optional(),
});
export type JobRequest = z.infer<typeof JobRequest>;

/** A job as the platform reports it. */ // J-10
export const Job = z.looseObject({
  id: z.string(),
  status: openEnum(jobStatuses),
  output: z.unknown().optional(),
  /** ms spent queued, once picked up. */
  delayTime: whole.optional(),
  /** ms spent running, once finished. */
  executionTime: whole.optional(),
  workerId: z.string().optional(),
  /** On FAILED. */ // J-27
  error: z.unknown().optional(),
});
export type Job = z.infer<typeof Job>;

/** One piece of streamed output. */ // J-13
export const StreamChunk = z.looseObject({
  output: z.unknown(),
  metrics: z.record(z.string(), z.unknown()).optional(),
});
export type StreamChunk = z.infer<typeof StreamChunk>;

/** Both published forms of the stream answer. */ // J-43
export const StreamAnswer = z.union([
  z.array(StreamChunk),
  z.looseObject({ status: z.string().optional(), stream: z.array(StreamChunk).optional() }),
]);

export const QueueHealth = z.looseObject({
  jobs: z.looseObject({
    completed: whole,
    failed: whole,
    inProgress: whole,
    inQueue: whole,
    retried: whole,
  }),
  /** More counters may appear. */ // J-54
  workers: z.looseObject({ idle: whole, running: whole }),
});
export type QueueHealth = z.infer<typeof QueueHealth>;

/** ms, 1000 to 300000; default 90000. */ // J-17
export const WaitQuery = z.strictObject({ wait: z.int().min(1_000).max(300_000).optional() });

export const queue = {
  run: endpoint({
    ...acts,
    id: "J-1",
    surface: "queue",
    path: "/v2/:endpointId/run",
    body: JobRequest,
    response: Job,
    maxBodyBytes: maxRunBytes,
  }),
  runSync: endpoint({
    ...acts,
    id: "J-2",
    surface: "queue",
    path: "/v2/:endpointId/runsync",
    query: WaitQuery,
    body: JobRequest,
    response: Job,
    maxBodyBytes: maxRunSyncBytes,
  }),
  status: endpoint({
    ...reads,
    id: "J-3",
    surface: "queue",
    path: "/v2/:endpointId/status/:jobId",
    /** New time to live in ms from now; shorter or longer. */ // J-33
    query: z.strictObject({ ttl: z.int().optional() }),
    response: Job,
  }),
  statusSync: endpoint({
    ...reads,
    id: "J-4",
    surface: "queue",
    path: "/v2/:endpointId/status-sync/:jobId",
    query: WaitQuery,
    response: Job,
  }),
  /** Takes the chunks out of the job's buffer: an answer that was lost is lost. */ // J-42
  stream: endpoint({
    ...reads,
    id: "J-5",
    surface: "queue",
    path: "/v2/:endpointId/stream/:jobId",
    response: StreamAnswer,
    idempotent: false,
  }),
  cancel: endpoint({
    ...acts,
    id: "J-6",
    surface: "queue",
    path: "/v2/:endpointId/cancel/:jobId",
    response: Job,
    idempotent: true,
  }),
  retry: endpoint({ ...acts, id: "J-7", surface: "queue", path: "/v2/:endpointId/retry/:jobId", response: Job }),
  purgeQueue: endpoint({
    ...acts,
    id: "J-8",
    surface: "queue",
    path: "/v2/:endpointId/purge-queue",
    response: z.looseObject({ removed: whole, status: z.string() }),
  }),
  health: endpoint({ ...reads, id: "J-9", surface: "queue", path: "/v2/:endpointId/health", response: QueueHealth }),
};

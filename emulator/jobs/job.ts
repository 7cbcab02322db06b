import * as z from "zod";
import { type Job, JobRequest, maxRunBytes, maxRunSyncBytes, StreamChunk } from "../../api/queue";
import { finalJobStatuses, jobStatuses } from "../../api/words";
import { Count, Duration, Id, Instant, many } from "../kernel/bounds";
import { defaultTtlMs, longestTtlMs, runRetentionMs, syncRetention } from "./limits";
import { Plan } from "./plan";

/** A job as the emulator remembers it and as a dump has it; times are milliseconds on the emulator's clock. */
export const JobRecord = z.object({
  id: Id,
  kind: z.enum(["run", "runsync"]),
  input: z.record(z.string(), z.unknown()),
  webhook: z
    .string()
    .refine((url) => URL.canParse(url))
    .optional(),
  /** For the worker only; never returned (section 12.1). */
  s3Config: JobRequest.shape.s3Config,
  lowPriority: z.boolean(),
  /** This job's own limit; the endpoint's `timeout` when unset (J-19). */
  executionTimeoutMs: Duration.optional(),
  submittedAt: Instant,
  /** When `ttl` removes it unless it ended; a retry does not move it (J-39). */
  ttlAt: Instant,
  retentionMs: Duration,
  /** When the job is forgotten according to `status?ttl`, which overrides other limits (J-33). */
  dropAt: Instant.optional(),
  status: z.enum(jobStatuses),
  queuedAt: Instant,
  startedAt: Instant.optional(),
  finishedAt: Instant.optional(),
  workerId: Id.optional(),
  output: z.unknown().optional(),
  error: z.unknown().optional(),
  /** Streamed and not yet read (J-42). */
  chunks: many(StreamChunk),
  /** Counts starts, so that a late answer of an earlier one is told apart. */
  attempt: Count,
  /** Requeued by the platform after a worker was lost (J-51). */
  automaticRetries: Count,
  /** The default worker's plan and its progress; unset while a programmed handler works. */
  plan: Plan.optional(),
  planned: Count,
});
export type JobState = z.infer<typeof JobRecord>;
export type JobKind = JobState["kind"];

/** A job just accepted (J-23, J-24). `waitMs` is the `wait` a `runsync` named. */
export function submitted(
  id: string,
  kind: JobKind,
  request: z.output<typeof JobRequest>,
  now: number,
  waitMs?: number,
): JobState {
  const { input, webhook, s3Config, policy } = request;
  return {
    id,
    kind,
    input,
    webhook,
    s3Config,
    lowPriority: policy?.lowPriority === true,
    executionTimeoutMs: policy?.executionTimeout,
    submittedAt: now,
    ttlAt: now + (policy?.ttl ?? defaultTtlMs),
    retentionMs: kind === "run" ? runRetentionMs : syncRetention(waitMs),
    dropAt: undefined,
    attempt: 0,
    automaticRetries: 0,
    ...queued(now),
  };
}

export function queued(now: number) {
  return {
    status: "IN_QUEUE",
    queuedAt: now,
    startedAt: undefined,
    finishedAt: undefined,
    workerId: undefined,
    output: undefined,
    error: undefined,
    chunks: [],
    plan: undefined,
    planned: 0,
  } satisfies Partial<JobState>;
}

export const isFinal = (job: JobState): boolean => finalJobStatuses.includes(job.status);

/** When the job is forgotten: `ttl` while it is open (J-29), its retention once it ended (J-35, J-36). */
export function removedAt(job: JobState): number {
  if (job.dropAt !== undefined) return job.dropAt;
  return job.finishedAt === undefined ? job.ttlAt : job.finishedAt + job.retentionMs;
}

/** `status?ttl`: the job lives so long from now, shorter or longer than it would have, but no longer than 7 days (J-33, CH-55). */
export function setLife(job: JobState, ttlMs: number, now: number): void {
  job.dropAt = now + Math.min(ttlMs, longestTtlMs);
}

/** Largest result, in bytes: the same figure as for its body (J-15). */
export const maxResultBytes = (job: JobState): number => (job.kind === "run" ? maxRunBytes : maxRunSyncBytes);

/** The job as `status` shows it (J-10). The input is not echoed (CH-46). */
export function jobView(job: JobState): Job {
  const { id, status, startedAt, finishedAt } = job;
  return {
    id,
    status,
    ...(startedAt === undefined ? {} : { delayTime: startedAt - job.queuedAt }),
    ...(startedAt === undefined || finishedAt === undefined ? {} : { executionTime: finishedAt - startedAt }),
    ...(job.output === undefined ? {} : { output: job.output }),
    ...(job.error === undefined ? {} : { error: job.error }),
    ...(job.workerId === undefined ? {} : { workerId: job.workerId }),
  };
}

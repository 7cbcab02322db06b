import type * as z from "zod";
import type { Job, JobRequest, StreamChunk } from "../../api/queue";
import { finalJobStatuses } from "../../api/words";
import { maxRunBytes, maxRunSyncBytes } from "../../api/queue";
import { defaultTtlMs, longestTtlMs, runRetentionMs, syncRetention } from "./limits";
import type { Plan } from "./plan";

export type JobKind = "run" | "runsync";
export type JobStatus = "IN_QUEUE" | "IN_PROGRESS" | "COMPLETED" | "FAILED" | "CANCELLED" | "TIMED_OUT";

/** A job as the emulator remembers it; times are milliseconds on the emulator's clock. */
export interface JobState {
  readonly id: string;
  readonly kind: JobKind;
  readonly input: Record<string, unknown>;
  readonly webhook: string | undefined;
  /** For the worker only; never returned (section 12.1). */
  readonly s3Config: JobRequest["s3Config"];
  readonly lowPriority: boolean;
  /** This job's own limit; the endpoint's `timeout` when unset (J-19). */
  readonly executionTimeoutMs: number | undefined;
  readonly submittedAt: number;
  /** When `ttl` removes it unless it ended; a retry does not move it (J-39). */
  ttlAt: number;
  readonly retentionMs: number;
  /** When the job is forgotten according to `status?ttl`, which overrides other limits (J-33). */
  dropAt: number | undefined;

  status: JobStatus;
  queuedAt: number;
  startedAt: number | undefined;
  finishedAt: number | undefined;
  workerId: string | undefined;
  output: unknown;
  error: unknown;
  /** Streamed and not yet read (J-42). */
  chunks: StreamChunk[];
  /** Counts starts, so that a late answer of an earlier one is told apart. */
  attempt: number;
  /** Requeued by the platform after a worker was lost (J-51). */
  automaticRetries: number;
  /** The default worker's plan and its progress; unset while a programmed handler works. */
  plan: Plan | undefined;
  planned: number;
}

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

/** The state of a job before any work. */
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

import type * as z from "zod";
import { finalJobStatuses } from "../../api/words";
import type { Job } from "../../api/queue";
import { ComputeError, ResponseShapeError } from "../errors/errors";

export type OutputSchema<T> = z.ZodType<T> | undefined;

/** A job that was completed, with its output typed. */
export type JobOf<T> = Omit<Job, "output"> & { readonly output: T };

/**
 * A serverless job ended as FAILED, CANCELLED or TIMED_OUT. The error holds the job.
 *
 * @done The job ran as far as its status says.
 * @fix Read `job.error`. `retry()` queues a failed or timed-out job again; submit a cancelled one as new.
 */ // J-12, J-36
export class JobFailedError extends ComputeError {
  readonly code = "job_failed";

  /** What happened, for those who have neither this error nor the job's handle in their hands. */
  readonly reason: string;

  /** @param job as the platform reported it; its `error` may quote what the worker was given, so the message leaves it out. */
  constructor(readonly job: Job) {
    const next: Record<string, string> = {
      FAILED: "The worker's own words are in `job.error`. `retry()` queues it again.",
      TIMED_OUT:
        "It ran into its execution time limit. `retry()` queues it again; `policy.executionTimeout` gives it longer.",
      CANCELLED: "Somebody cancelled it, or its endpoint was deleted. Submit it again.",
    };
    const end = `Job ${job.id} ended ${job.status}.`;
    super(`${end} ${next[job.status] ?? ""}`.trim());
    this.reason = `${end} ${causes[job.status] ?? ""}`.trim();
  }
}

/** What led to an end, where that is not in the log. */
const causes: Readonly<Record<string, string>> = {
  TIMED_OUT: "It ran into its execution time limit; `policy.executionTimeout` gives it longer.",
  CANCELLED: "Somebody cancelled it, or its endpoint was deleted.",
};

/** Only the four known ends are ends. */ // J-12
export const isFinal = ({ status }: Pick<Job, "status">): boolean => finalJobStatuses.includes(status);

/** @throws JobFailedError, ResponseShapeError when the output is not what the caller said it would be. */
export function toJob<T>(job: Job, output: OutputSchema<T>): JobOf<T> {
  if (job.status !== "COMPLETED") throw new JobFailedError(job);
  if (!output) return job as JobOf<T>;
  const parsed = output.safeParse(job.output);
  if (parsed.success) return { ...job, output: parsed.data };
  const places = parsed.error.issues.map(({ path }) => `$.output${path.map((key) => `.${String(key)}`).join("")}`);
  throw new ResponseShapeError(
    `job ${job.id}`,
    `has an output other than expected at ${[...new Set(places)].join(", ")}`,
  );
}

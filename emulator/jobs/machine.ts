import { append } from "../../values/many";
import type { StreamChunk } from "../../api/queue";
import { splitChunk } from "./chunks";
import { isFinal, maxResultBytes, queued, type JobState } from "./job";
import type { Outcome } from "./plan";

/** The job is in a state that the operation does not allow; answers 400 (J-38, J-39). */
export class JobStateError extends Error {}

/** A worker picks the job up (J-25): `delayTime` is fixed and the execution timer starts. */
export function start(job: JobState, workerId: string, now: number): void {
  job.status = "IN_PROGRESS";
  job.startedAt = now;
  job.workerId = workerId;
  job.attempt += 1;
}

/** Progress shows as `output` while the job runs (J-45, CH-46). */
export function publish(job: JobState, progress: unknown): void {
  if (job.status === "IN_PROGRESS") job.output = progress;
}

/** Adds streamed output to the buffer, in pieces of at most 1 MB (J-41). @throws ChunkTooLargeError */
export function emit(job: JobState, chunk: StreamChunk): void {
  if (job.status === "IN_PROGRESS") append(job.chunks, splitChunk(chunk));
}

/** Takes the chunks streamed since the last call (J-42). */
export function drain(job: JobState): StreamChunk[] {
  return job.chunks.splice(0);
}

/** The handler came back (J-26, J-27). An object with an `error` member is a failure too (CH-46). */
export function finish(job: JobState, outcome: Outcome, now: number): void {
  const failure = failureOf(job, outcome);
  end(job, failure === undefined ? "COMPLETED" : "FAILED", now);
  job.output = failure === undefined && "output" in outcome ? outcome.output : undefined;
  job.error = failure;
}

/** The execution timeout passed without a report (J-28). */
export function timeOut(job: JobState, now: number): void {
  end(job, "TIMED_OUT", now);
  job.output = undefined;
}

/** Stops the job, or keeps it from starting (J-30, J-31). Cancelling twice is harmless (J-38). */
export function cancel(job: JobState, now: number): void {
  if (job.status === "CANCELLED") return;
  if (isFinal(job)) throw new JobStateError(`job ${job.id} is ${job.status} and cannot be cancelled`);
  end(job, "CANCELLED", now);
  job.output = undefined;
}

/** Requeues a failed job with the same id and input; its `ttl` clock goes on (J-32, J-39). */
export function retry(job: JobState, now: number): void {
  if (job.status !== "FAILED" && job.status !== "TIMED_OUT") {
    throw new JobStateError(`job ${job.id} is ${job.status}; only a FAILED or TIMED_OUT job can be retried`);
  }
  requeue(job, now);
}

/** Puts the job back into the queue as if it had not started (J-32, J-51). */
export function requeue(job: JobState, now: number): void {
  Object.assign(job, queued(now));
}

function end(job: JobState, status: "COMPLETED" | "FAILED" | "CANCELLED" | "TIMED_OUT", now: number): void {
  job.status = status;
  job.finishedAt = now;
  job.plan = undefined;
}

function failureOf(job: JobState, outcome: Outcome): unknown {
  if ("error" in outcome) return outcome.error ?? "the handler failed";
  const { output } = outcome;
  if (typeof output === "object" && output !== null && "error" in output) return output.error ?? "the handler failed";
  const bytes = output === undefined ? 0 : Buffer.byteLength(JSON.stringify(output) ?? "");
  const limit = maxResultBytes(job);
  return bytes > limit ? `the result of ${bytes} bytes exceeds the limit of ${limit} bytes` : undefined;
}

import type { Job, StreamChunk } from "../../api/queue";
import { ApiError } from "../errors/api-errors";
import type { Clock } from "../clock";
import { mayPass, WaitTimeoutError } from "../errors/errors";
import { isFinal, toJob, type JobOf, type OutputSchema } from "./job-state";
import type { CallOptions } from "../http/prepare";
import type { Queue } from "./queue";

export interface ResultOptions {
  /** How long to wait, in ms. Default: until the job has ended; results are kept 30 minutes. */ // J-36
  readonly timeoutMs?: number | undefined;
  /** Since when `timeoutMs` counts, on the client's clock. Default: the call. */
  readonly since?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Longest that one request is held; shorter ones lose less to a connection that breaks. */
const holdMs = 60_000;
/** Shortest that the platform can be asked to hold one. */ // J-17
export const shortestHoldMs = 1_000;
/** Waits between requests that the platform answers at once. */
const firstPauseMs = 500;
const longestPauseMs = 10_000;

const isNoSuchQuestion = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 405);

/** One job, to be asked about and controlled. */
export class JobHandle<T = unknown> {
  readonly #queue: Queue;
  readonly #clock: Clock;
  readonly #output: OutputSchema<T>;

  constructor(
    readonly id: string,
    queue: Queue,
    clock: Clock,
    output?: OutputSchema<T>,
  ) {
    this.#queue = queue;
    this.#clock = clock;
    this.#output = output;
  }

  /** Where it stands; while it runs, `output` may be the worker's progress. @throws NotFoundError */ // J-3, J-45, J-62
  status(options?: CallOptions): Promise<Job> {
    return this.#queue.status(this.id, options);
  }

  /**
   * Waits for its end and answers it with its output. With `timeoutMs`, faults that pass are waited out.
   *
   * @throws JobFailedError when it ends FAILED, CANCELLED or TIMED_OUT.
   * @throws WaitTimeoutError after `timeoutMs`; the job goes on, and `result()` may be called again.
   * @throws NotFoundError when it is unknown or its result has been dropped.
   */ // J-29, J-35
  async result({ timeoutMs, since, signal }: ResultOptions = {}): Promise<JobOf<T>> {
    const clock = this.#clock;
    const deadline = timeoutMs === undefined ? Number.POSITIVE_INFINITY : (since ?? clock.now()) + timeoutMs;
    const pause = new Pause(clock);
    let job: Job | undefined;
    for (let ask = this.#held; ; ) {
      const askedAt = clock.now();
      let trouble: Error | undefined;
      try {
        job = await ask(deadline - askedAt, signal);
      } catch (error) {
        // An older platform has no held form of the question; then the plain one finds the job.
        if (isNoSuchQuestion(error) && ask === this.#held) {
          ask = this.#plain;
          continue;
        }
        if (timeoutMs === undefined || !mayPass(error)) throw error;
        trouble = error as Error;
      }
      if (job && isFinal(job)) return toJob(job, this.#output);
      const seen = job && `status ${job.status}`;
      if (clock.now() >= deadline) throw new WaitTimeoutError(`job ${this.id}`, timeoutMs ?? 0, job, seen, trouble);
      await pause.after(askedAt, deadline, signal);
    }
  }

  /** The plain question also where there is not enough time left to hold one. */
  readonly #held = (leftMs: number, signal?: AbortSignal) =>
    leftMs < shortestHoldMs
      ? this.#plain(leftMs, signal)
      : this.#queue.statusSync(this.id, { waitMs: Math.floor(Math.min(holdMs, leftMs)), signal });

  readonly #plain = (_: number, signal?: AbortSignal) => this.#queue.status(this.id, { signal });

  /**
   * Its output, chunk by chunk, until it has ended and nothing is left. Chunks are taken from the platform: two
   * loops over one job would share them, and what an answer that was lost had in it is lost.
   *
   * @throws JobFailedError at the end of a job that did not complete, after its last chunk.
   */ // J-42
  async *stream({ signal }: { readonly signal?: AbortSignal } = {}): AsyncGenerator<StreamChunk, void, void> {
    const clock = this.#clock;
    const pause = new Pause(clock);
    // The state is asked for only after an empty answer, and counts only for the empty answer after that: a job may
    // leave its last chunk and end in between.
    let last: Job | undefined;
    for (;;) {
      const askedAt = clock.now();
      const chunks = await this.#queue.stream(this.id, { signal });
      yield* chunks;
      if (chunks.length > 0) {
        pause.reset();
        continue;
      }
      if (last && isFinal(last)) break;
      last = await this.#queue.status(this.id, { signal });
      if (!isFinal(last)) await pause.after(askedAt, Number.POSITIVE_INFINITY, signal);
    }
    if (last.status !== "COMPLETED") toJob(last, undefined);
  }

  /** Cancels it, whether queued or running; again is harmless. */ // J-6, J-38
  cancel(options?: CallOptions): Promise<Job> {
    return this.#queue.cancel(this.id, options);
  }

  /** Queues it again after FAILED or TIMED_OUT; its old output is dropped. */ // J-7, J-32
  retry(options?: CallOptions): Promise<Job> {
    return this.#queue.retry(this.id, options);
  }
}

/** Keeps questions apart that the platform answers sooner than it was asked to. */
class Pause {
  #nextMs = firstPauseMs;

  constructor(private readonly clock: Clock) {}

  reset(): void {
    this.#nextMs = firstPauseMs;
  }

  async after(askedAt: number, deadline: number, signal?: AbortSignal): Promise<void> {
    const now = this.clock.now();
    const ms = Math.min(askedAt + this.#nextMs, deadline) - now;
    this.#nextMs = Math.min(longestPauseMs, this.#nextMs * 2);
    if (ms > 0) await this.clock.sleep(ms, signal);
  }
}

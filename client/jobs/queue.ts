import type * as z from "zod";
import { queue, type Job, type JobRequest, type QueueHealth, type StreamChunk } from "../../api/queue";
import { JobHandle, shortestHoldMs } from "./job";
import { isFinal, toJob, type JobOf, type OutputSchema } from "./job-state";
import type { CallOptions } from "../http/prepare";
import type { Call, Transport } from "../http/transport";
import { QueueAddresses, type Reported } from "./queue-address";

export { QueueAddresses };

/** How a job is submitted. */
export interface RunOptions<T = unknown> extends CallOptions, Pick<JobRequest, "webhook" | "policy" | "s3Config"> {
  /** What its output must look like; results are checked against it and typed by it. */
  readonly output?: z.ZodType<T>;
}

export interface RunSyncOptions<T = unknown> extends RunOptions<T> {
  /** How long one request is held, in ms: 1000 to 300000, default 90000. Not how long results are kept. */ // J-17, J-21
  readonly waitMs?: number;
  /** How long to wait in all, in ms; no request is held longer. Default: until the job has ended. */
  readonly timeoutMs?: number;
}

/** How long the platform holds a request by default. */ // J-2
const defaultWaitMs = 90_000;
/** Time for the answer to come after the platform has stopped waiting. */
const graceMs = 15_000;

/** The jobs of one serverless endpoint of type QUEUE. Limits are checked before sending. */ // section 12, J-14, J-17, J-18
export class Queue {
  readonly #transport: Transport;
  readonly #addresses: QueueAddresses;

  constructor(
    transport: Transport,
    readonly endpointId: string,
    addresses = new QueueAddresses(transport),
  ) {
    this.#transport = transport;
    this.#addresses = addresses;
  }

  /**
   * Finds out where the queue is, as every call does that comes first.
   *
   * @param endpoint as a list or a read has answered it: it is then not read again.
   * @throws ConfigurationError where nothing says it.
   */
  async locate(options: CallOptions = {}, endpoint?: Reported): Promise<void> {
    await this.#addresses.of(this.endpointId, options, endpoint);
  }

  /**
   * Submits a job and returns a handle to it at once. Its body may have up to 10 MB. It is not sent again after a lost
   * answer, because that could run the job twice.
   *
   * @throws InvalidRequestError before sending: a body above 10 MB, a policy out of range.
   * @throws BadRequestError for an endpoint without a queue.
   */ // J-1, J-14, J-18, J-66
  async run<T = unknown>(input: JobRequest["input"], options: RunOptions<T> = {}): Promise<JobHandle<T>> {
    const { signal, priority, output, ...rest } = options;
    const body = { ...rest, input };
    const job = await this.#call(queue.run, { params: this.#params, body, signal, priority });
    return this.job(job.id, output);
  }

  /**
   * Submits a job and waits for its end; when the platform answers an unfinished job, goes on waiting.
   * Its body may have 20 MB. A result is kept one minute, up to five with a longer `waitMs`.
   *
   * @throws JobFailedError when it ends other than COMPLETED.
   * @throws WaitTimeoutError after `timeoutMs`; the job goes on.
   * @throws InvalidRequestError before sending, as for {@link Queue.run}.
   */ // J-2, J-20, J-36
  async runSync<T = unknown>(input: JobRequest["input"], options: RunSyncOptions<T> = {}): Promise<JobOf<T>> {
    const { signal, priority, output, waitMs, timeoutMs, ...rest } = options;
    const since = this.#transport.clock.now();
    const longestMs = Math.floor(Math.max(timeoutMs ?? Number.POSITIVE_INFINITY, shortestHoldMs));
    const wait = longestMs < (waitMs ?? defaultWaitMs) ? longestMs : waitMs;
    const job = await this.#call(queue.runSync, {
      params: this.#params,
      query: wait === undefined ? {} : { wait },
      body: { ...rest, input },
      headersMs: (wait ?? defaultWaitMs) + graceMs,
      signal,
      priority,
    });
    if (isFinal(job)) return toJob(job, output);
    return this.job(job.id, output).result({ timeoutMs, since, signal });
  }

  /** Returns a handle to a job that was submitted before, e.g. by another process. Sends no request. */
  job<T = unknown>(jobId: string, output?: OutputSchema<T>): JobHandle<T> {
    return new JobHandle(jobId, this, this.#transport.clock, output);
  }

  /** State and result of a job. `ttlMs` sets how long from now it is kept, shorter or longer, at most 7 days. @throws NotFoundError */ // J-3, J-33, J-62
  status(jobId: string, { ttlMs, ...options }: CallOptions & { readonly ttlMs?: number } = {}): Promise<Job> {
    const query = ttlMs === undefined ? {} : { ttl: ttlMs };
    return this.#call(queue.status, { params: this.#of(jobId), query, ...options });
  }

  /** As {@link Queue.status}, but held until the job has ended or `waitMs` has passed, 1000 to 300000. */ // J-4
  statusSync(jobId: string, { waitMs, ...options }: CallOptions & { readonly waitMs?: number } = {}): Promise<Job> {
    const query = waitMs === undefined ? {} : { wait: waitMs };
    const headersMs = (waitMs ?? defaultWaitMs) + graceMs;
    return this.#call(queue.statusSync, { params: this.#of(jobId), query, headersMs, ...options });
  }

  /**
   * The chunks since the call before; they are then gone from the platform. Waits up to 10 s for the first.
   * For all chunks of a job see {@link JobHandle.stream}. Both published forms of the answer are read.
   */ // J-5, J-42, J-43
  async stream(jobId: string, options?: CallOptions): Promise<StreamChunk[]> {
    const answer = await this.#call(queue.stream, { params: this.#of(jobId), ...options });
    return Array.isArray(answer) ? answer : (answer.stream ?? []);
  }

  /** Cancels a job that is queued or running. Cancelling it again is harmless. @throws BadRequestError when it has ended otherwise. */ // J-6, J-38
  cancel(jobId: string, options?: CallOptions): Promise<Job> {
    return this.#call(queue.cancel, { params: this.#of(jobId), ...options });
  }

  /** Queues a failed or timed-out job again, under its id. @throws BadRequestError in any other state. */ // J-7, J-32, J-39
  retry(jobId: string, options?: CallOptions): Promise<Job> {
    return this.#call(queue.retry, { params: this.#of(jobId), ...options });
  }

  /** Drops all queued jobs. Jobs that are running continue. */ // J-8, J-34
  purgeQueue(options?: CallOptions): Promise<{ removed: number; status: string }> {
    return this.#call(queue.purgeQueue, { params: this.#params, ...options });
  }

  /** Counts of jobs and workers. */ // J-9, J-53
  health(options?: CallOptions): Promise<QueueHealth> {
    return this.#call(queue.health, { params: this.#params, ...options });
  }

  #call: Call = async (operation, input) =>
    this.#transport.call(operation, { ...input, address: await this.#addresses.of(this.endpointId, input) });

  get #params() {
    return { endpointId: this.endpointId };
  }

  #of(jobId: string) {
    return { endpointId: this.endpointId, jobId };
  }
}

import { getOrMake } from "../../values/many";
import { setMaxListeners } from "node:events";
import type * as z from "zod";
import type { Endpoint, Surface } from "../../api/endpoint";
import { type Address, addressOf, authorizationOf, checkKey } from "../settings/address";
import { apiError, RateLimitError } from "../errors/api-errors";
import { type Clock, systemClock } from "../clock";
import { ConnectionPools } from "./connections";
import { decode, toApiError, unlike } from "./decode";
import { codings } from "./undici";
import { ResponseShapeError, TimeoutError, UnawaitedError } from "../errors/errors";
import { type Answer, sendRequest } from "./send-request";
import { type Hooks, isWatched, type RequestEvent, tellRequest, tellResponse, tellWait } from "./hooks";
import {
  type Addresses,
  type ClientOptions,
  defaultMaxResponseBytes,
  defaultMaxWaitMs,
  defaultTimeouts,
  type Timeouts,
} from "../settings/options";
import { againMs, momentMs, type Pacer, pacerOf, type Place, unlimited, type Wait } from "../rate-limit/pacer";
import { type Proxies, proxiesIn, type Proxy, proxyFor } from "../settings/proxies";
import { type CallInput, prepare, type Prepared, type Priority } from "./prepare";
import { readRateHeaders, readRetryAfter } from "../rate-limit/rate-headers";
import type { RateReport } from "../rate-limit/rate-windows";
import { memberNamesIn, secretsIn, textsIn } from "../errors/redact";
import { defaultRetry, nextDelay, type RetryPolicy } from "./retry";
import { cursorHeader, type OpenAnswer, openStream, readRefusal } from "./stream-request";
import { either, unawaited, type Unsent } from "./unsent";
import { version } from "./version";

/** For so long a write needs no new answer to whether somebody waits for it. */
const freshMs = 1_000;

/** One call of an endpoint, typed by its declaration. */
export type Call = <P extends string, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, R>,
  input: CallInput<P, Q, B>,
) => Promise<z.output<R>>;

/** The arguments of a stream besides its endpoint. */
export interface StreamInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Silence after which the stream breaks, in ms. Default `timeouts.logIdleMs`. */
  readonly idleMs?: number;
}

type AnyInput = CallInput<string, z.ZodType, z.ZodType>;

/** One call on its way: what all its attempts share. */
interface Job {
  readonly endpoint: Endpoint;
  readonly prepared: Prepared;
  readonly address: Address;
  readonly label: string;
  readonly input: AnyInput;
  readonly priority: Priority;
  /** Milliseconds left of the whole call's time. */
  leftMs: number;
  /** Milliseconds left to wait for the rate limit. */
  patienceMs: number;
}

const isEventStream = (type = "") => /^text\/event-stream\s*(?:;|$)/i.test(type);

/** The one place where requests leave: authorization, pacing, retries, time limits, validation, errors. */
export class Transport {
  readonly clock: Clock;
  readonly random: () => number;
  readonly timeouts: Timeouts;
  readonly #options: ClientOptions;
  readonly #retry: RetryPolicy;
  readonly #hooks: Hooks;
  readonly #pools: ConnectionPools;
  readonly #addresses = new Map<Surface, Address>();
  readonly #proxies: Proxies;
  /** Limits are per user, told only on the management interface. */ // A-50, O-8, J-69
  readonly #pacer: Pacer | undefined;
  /** Longest that a call waits for the rate limit. */
  readonly maxWaitMs: number;
  readonly #userAgent: string;
  readonly #writeListeners: (() => void)[] = [];
  /** Until when those who watch know that refused requests wait. */
  #toldUntil = Number.NEGATIVE_INFINITY;
  /** The time when somebody was last known to wait for writes. */
  #awaitedAt = Number.NEGATIVE_INFINITY;

  /**
   * @param ends once it is aborted, no call is repeated any more: the one under way is answered, as it stands.
   * @param isAwaited asked before a write is sent, where it was not within the last second, and before one is repeated: nobody
   *   wants a write any more whose asker is gone.
   * @param unsent ends writes that wait for their turn, of steps that have sent nothing.
   */
  constructor(
    options: ClientOptions,
    private readonly ends?: AbortSignal,
    private readonly isAwaited?: () => Promise<boolean>,
    readonly unsent?: Unsent,
  ) {
    const { clock = systemClock, limiter = {}, dispatcher, hooks = {}, userAgent } = options;
    this.#options = options;
    this.clock = clock;
    // eslint-disable-next-line no-restricted-properties -- the one default
    this.random = options.random ?? Math.random;
    this.timeouts = { ...defaultTimeouts, ...options.timeouts };
    this.#retry = { ...defaultRetry, ...options.retry };
    this.#hooks = hooks;
    this.#proxies = dispatcher ? {} : (options.proxies ?? proxiesIn(process.env));
    this.#pools = new ConnectionPools(this.timeouts.connectMs, (origin) => this.#proxyTo(origin), dispatcher);
    this.#pacer = pacerOf(options, clock, this.random);
    this.maxWaitMs = (limiter === false ? undefined : limiter.maxWaitMs) ?? defaultMaxWaitMs;
    const own = `pulumi-compute-platform/${version} node/${process.versions.node}`;
    this.#userAgent = userAgent === undefined ? own : `${userAgent} ${own}`;
  }

  /** Told whenever something may have changed on the platform: when a write leaves and when it has ended. */
  onWrite(listener: () => void): void {
    this.#writeListeners.push(listener);
  }

  /** As they were given. */
  get addresses(): Addresses {
    return this.#options;
  }

  close(): Promise<void> {
    return this.#pools.close();
  }

  call: Call = async (endpoint, input) => {
    const job = this.#start(endpoint, input);
    const isWrite = endpoint.method !== "GET" && endpoint.surface !== "queue";
    if (isWrite) this.#wrote();
    try {
      return (await this.#run(job)) as z.output<typeof endpoint.response>;
    } finally {
      if (isWrite) this.#wrote();
    }
  };

  /** Opens an event stream, once. @throws ApiError when refused, ConnectionError, ResponseShapeError when it is no event stream. */
  async open(endpoint: Endpoint, input: StreamInput, lastEventId?: string): Promise<OpenAnswer> {
    const job = this.#start(endpoint, input);
    const { label } = job;
    const headers = this.#headers(endpoint, false);
    if (lastEventId !== undefined) headers["last-event-id"] = cursorHeader(label, lastEventId);
    const place = await this.#pace(job);
    const startedAt = this.clock.now();
    const event = this.#announce(job, 1);
    try {
      const idleMs = input.idleMs ?? this.timeouts.logIdleMs;
      const answer = await openStream(this.#pools.open().streams, { ...this.#requestOf(job), headers, idleMs });
      place.answered(this.#rateReport(answer));
      if (answer.status !== 200)
        throw toApiError(label, endpoint.surface, await this.#refusal(answer), this.#secrets(job), startedAt);
      const wrong = unlike(answer.headers, isEventStream, "an event stream");
      if (wrong !== undefined) {
        await this.#refusal(answer);
        throw new ResponseShapeError(label, wrong);
      }
      if (event) tellResponse(this.#hooks, { ...event, durationMs: this.clock.now() - startedAt, status: 200 });
      return answer;
    } catch (error) {
      if (event) this.#report(event, startedAt, undefined, error as Error);
      throw error;
    } finally {
      place.release();
    }
  }

  #refusal(answer: OpenAnswer): Promise<Answer> {
    return readRefusal(answer, this.timeouts.bodyMs);
  }

  #wrote(): void {
    for (const tell of this.#writeListeners) tell();
  }

  #start(endpoint: Endpoint, given: AnyInput): Job {
    const prepared = prepare(endpoint, given);
    // A write that was begun is seen through; what only reads can be asked again.
    const signal = given.signal ?? (endpoint.method === "GET" ? this.#options.signal : undefined);
    signal?.throwIfAborted();
    const input = { ...given, signal };
    // One signal may serve many calls; Node would warn of a leak at eleven listeners.
    if (input.signal) setMaxListeners(0, input.signal);
    const label = `${endpoint.method} ${prepared.path}`;
    const priority = input.priority ?? (endpoint.method === "GET" ? "foreground" : "normal");
    const address = input.address ?? this.#address(endpoint.surface);
    checkKey(this.#options);
    const withinMs = (input.deadline ?? Number.POSITIVE_INFINITY) - this.clock.now();
    const leftMs = Math.min(Math.max(this.timeouts.totalMs, input.headersMs ?? 0), withinMs);
    const patienceMs = Math.min(this.maxWaitMs, withinMs);
    return { endpoint, prepared, address, label, input, priority, leftMs, patienceMs };
  }

  async #run(job: Job): Promise<unknown> {
    const { endpoint, label, input } = job;
    const unsent = endpoint.method === "GET" ? undefined : this.unsent?.signal();
    for (let attempt = 1, refusals = 0; ; ) {
      const place = await this.#pace(job, attempt === 1 ? unsent : undefined);
      if (attempt === 1) await this.#requireAsker(job, place);
      if (endpoint.method !== "GET") this.unsent?.sends();
      const startedAt = this.clock.now();
      const event = this.#announce(job, attempt);
      let answer: Answer | undefined;
      let error: Error;
      try {
        answer = await this.#send(job);
        place.answered(this.#rateReport(answer));
        if (answer.status >= 200 && answer.status < 300) {
          const value = decode(endpoint, label, answer);
          if (event) this.#report(event, startedAt, answer);
          return value;
        }
        error = toApiError(label, endpoint.surface, answer, this.#secrets(job), this.clock.now());
      } catch (caught) {
        error = caught as Error;
      } finally {
        place.release();
      }
      const durationMs = this.clock.now() - startedAt;
      const isRefusal = error instanceof RateLimitError;
      const number = isRefusal ? ++refusals : attempt;
      const isOver = input.signal?.aborted || this.ends?.aborted;
      const idempotent = endpoint.idempotent && !input.isSentOnce;
      const delay = isOver
        ? undefined
        : nextDelay({ error, attempt: number, idempotent, random: this.random() }, this.#retry);
      if (event) this.#report(event, startedAt, answer, error, delay);
      if (delay === undefined) throw error;
      if (isRefusal) this.#spendPatience(job, delay, error);
      if (isRefusal && job.priority !== "background") this.tellRefused(delay);
      // Waiting for the rate limit is not the call's own time; being refused slowly is.
      this.#spendTime(job, isRefusal ? durationMs : durationMs + delay, error);
      await this.#pause(delay, input.signal, error, isRefusal ? unsent : undefined);
      if (endpoint.method !== "GET" && (await this.isAwaited?.()) === false) throw error;
      if (!isRefusal) attempt += 1;
    }
  }

  /** A write may have waited long before it is its turn. @throws UnawaitedError */
  async #requireAsker({ endpoint, label }: Job, place: Place): Promise<void> {
    if (endpoint.method === "GET" || !this.isAwaited || this.clock.now() - this.#awaitedAt < freshMs) return;
    if (await this.isAwaited()) this.#awaitedAt = this.clock.now();
    else {
      place.release();
      throw new UnawaitedError(label);
    }
  }

  /** Waits for the rate limit. @throws RateLimitError when that takes longer than the call may wait; the signal's reason. */
  async #pace(job: Job, unsent?: AbortSignal): Promise<Place> {
    if (unsent?.aborted) throw new UnawaitedError(job.label);
    if (job.endpoint.surface !== "api" || !this.#pacer) return unlimited;
    const startedAt = this.clock.now();
    const refuse = (wait: Wait) => this.#outOfPatience(job, wait);
    const acquired = this.#pacer.acquire({ ...job, signal: either(job.input.signal, unsent), refuse });
    const place = acquired instanceof Promise ? await acquired.catch(unawaited(job.label, unsent)) : acquired;
    job.patienceMs -= this.clock.now() - startedAt;
    if (job.input.deadline !== undefined) job.leftMs = Math.min(job.leftMs, job.patienceMs);
    return place;
  }

  /** @throws the failure itself where no call is to be repeated any more: it says what has become of the request. */
  async #pause(ms: number, signal: AbortSignal | undefined, failure: Error, unsent?: AbortSignal): Promise<void> {
    const ends = either(this.ends, unsent);
    try {
      await this.clock.sleep(ms, either(signal, ends));
    } catch (reason) {
      throw ends?.aborted && !signal?.aborted ? failure : reason;
    }
  }

  /** Reports the wait of a request refused for the rate limit, which is outside the pacer's queue. */
  tellRefused(leftMs: number): void {
    const now = this.clock.now();
    if (leftMs < momentMs || now + leftMs <= this.#toldUntil) return;
    this.#toldUntil = now + Math.max(leftMs, againMs);
    tellWait(this.#hooks, { requests: 1, leftMs });
  }

  #spendPatience(job: Job, delay: number, error: Error): void {
    if (delay > job.patienceMs) throw error;
    job.patienceMs -= delay;
  }

  #outOfPatience({ label, input }: Job, { waitedMs, leftMs }: Wait): Error {
    const seconds = (ms: number) => `${Math.ceil(ms / 1_000)} s`;
    const own = `the ${seconds(this.maxWaitMs)} that a call may wait (maxWaitMs)`;
    const limit = input.deadline === undefined ? own : "the time that the call has";
    const detail =
      waitedMs > 0 && leftMs <= 0
        ? `it has waited ${seconds(waitedMs)} for the rate limit behind other calls, which uses up ${limit}`
        : `the rate limit lets nothing through for another ${seconds(leftMs)}, longer than is left of ${limit}`;
    return apiError(label, { status: 429, detail, ...(leftMs > 0 ? { retryAfterMs: leftMs } : {}) });
  }

  #spendTime(job: Job, ms: number, error: Error): void {
    job.leftMs -= ms;
    if (job.leftMs <= 0) throw error;
  }

  async #send(job: Job): Promise<Answer> {
    const { endpoint, prepared, label, input } = job;
    if (job.leftMs <= 0) throw new TimeoutError(label, "total", this.timeouts.totalMs, "not-sent");
    return sendRequest(this.#pools.open().calls, {
      ...this.#requestOf(job),
      headers: this.#headers(endpoint, prepared.body !== undefined),
      body: prepared.body,
      headersMs: input.headersMs ?? this.timeouts.headersMs,
      totalMs: job.leftMs,
      maxBytes: this.#options.maxResponseBytes ?? defaultMaxResponseBytes,
    });
  }

  /** What every request says. */
  #requestOf({ label, endpoint: { method }, address: { origin, prefix }, prepared, input: { signal } }: Job) {
    const path = prefix + prepared.path + prepared.query;
    return { ...this.timeouts, label, origin, path, method, proxy: this.#proxyTo(origin), signal };
  }

  #rateReport({ status, headers }: Pick<Answer, "status" | "headers">): RateReport {
    const windows = readRateHeaders(headers.ratelimit, headers["ratelimit-policy"]);
    const blockedMs = status === 429 ? readRetryAfter(headers, this.clock.now()) : undefined;
    return { windows, blockedMs, isSilent: status === 401 || status === 429 || status >= 500 };
  }

  #headers({ surface, method, stream }: Endpoint, hasBody: boolean): Record<string, string> {
    const key = checkKey(this.#options);
    const headers: Record<string, string> = {
      authorization: authorizationOf(surface, key, this.#options),
      accept: stream ? "text/event-stream" : "application/json",
      // Lines of a stream that are compressed may wait for others.
      "accept-encoding": stream ? "identity" : codings,
      "user-agent": this.#userAgent,
    };
    // Published clients of the queue send the type with every POST, also with those that have no body (J-55).
    if (hasBody || (surface === "queue" && method === "POST")) headers["content-type"] = "application/json";
    return headers;
  }

  #address(surface: Surface): Address {
    return getOrMake(this.#addresses, surface, () => addressOf(surface, this.#options));
  }

  readonly #proxyTo = (origin: string): Proxy | undefined => proxyFor(new URL(origin), this.#proxies);

  /** Built only for errors. */
  #secrets({ input, address }: Job): string[] {
    const { apiKey = "", isSecret } = this.#options;
    const marked = isSecret ? [...textsIn(input), ...memberNamesIn(input)].filter(isSecret) : [];
    const ofProxy = this.#proxyTo(address.origin)?.secrets ?? [];
    return [apiKey, ...secretsIn(input.body), ...marked, ...ofProxy].filter((secret) => secret !== "");
  }

  #announce({ endpoint, prepared }: Job, attempt: number): RequestEvent | undefined {
    if (!isWatched(this.#hooks)) return undefined;
    const { id, method, path } = endpoint;
    const event = { operation: id, method, route: path, path: prepared.path, attempt };
    tellRequest(this.#hooks, event);
    return event;
  }

  #report(event: RequestEvent, startedAt: number, answer?: Answer, error?: Error, retryInMs?: number): void {
    const rateLimit = answer ? this.#rateReport(answer).windows : [];
    tellResponse(this.#hooks, {
      ...event,
      durationMs: this.clock.now() - startedAt,
      ...(answer ? { status: answer.status, bytes: answer.body.length } : {}),
      ...(rateLimit.length > 0 ? { rateLimit } : {}),
      ...(error ? { error } : {}),
      ...(retryInMs === undefined ? {} : { retryInMs }),
    });
  }
}

import type { Dispatcher } from "undici";
import type { Clock } from "../clock";
import type { Hooks } from "../http/hooks";
import type { RetryPolicy } from "../http/retry";
import type { SetIn } from "./advice";
import type { Proxies } from "./proxies";

/** How long each part of a call may take, in milliseconds of real time, even with another clock. */
export interface Timeouts {
  /** To find a connection. Default 10 000. */
  readonly connectMs: number;
  /** From sending to the head of the answer. Default 60 000; longer where the call asks the platform to wait. */
  readonly headersMs: number;
  /** Between two pieces of the answer. Default 30 000. */
  readonly bodyMs: number;
  /** The whole call with its retries, without the time it waits for the rate limit. Default 300 000. */
  readonly totalMs: number;
  /** Silence after which a log stream is opened anew; it goes on where it was. Default 300 000. */
  readonly logIdleMs: number;
  /** Silence after which what a log had so far counts as read, where only its last lines are wanted. Default 1000. */
  readonly logQuietMs: number;
}

export const defaultTimeouts: Timeouts = {
  connectMs: 10_000,
  headersMs: 60_000,
  bodyMs: 30_000,
  totalMs: 300_000,
  logIdleMs: 300_000,
  logQuietMs: 1_000,
};

/** How requests are held back so that none is refused for the rate limit. */ // section 1.6
export interface LimiterOptions {
  /** Longest that one call waits for the rate limit; then it fails with `rate_limited`. Default 3 600 000: an hour. */
  readonly maxWaitMs?: number;
  /**
   * Take account at once of what other processes of this user send with the same key, through a small file in the
   * system's folder for temporary files, or in `directory`. Default: only of what the platform's answers tell.
   */
  readonly acrossProcesses?: boolean | { readonly directory: string };
}

/** The three addresses; each is needed only when an operation of its surface is called. */
export interface Addresses {
  /** Prefix before `/v2/…` of the platform's API. */
  readonly apiUrl?: string | undefined;
  /** Address of the version 1 API; ends in `/v1`. */
  readonly baseUrl?: string | undefined;
  /** Prefix before `/v2/{endpointId}/…` of the queue. */
  readonly queueUrl?: string | undefined;
  /**
   * Hosts that may be reached without TLS, as in `["emulator:8080"]`: with the port, unless that is 80. This machine's own
   * addresses always may; for any other host the key would cross the network in the clear, and nothing is sent.
   */
  readonly allowHttp?: readonly string[] | undefined;
  /** By address, why the key must not go there; a call that would send it fails with this sentence. */
  readonly withheld?: { readonly [option in "apiUrl" | "baseUrl" | "queueUrl"]?: string } | undefined;
  /** The host of the address, where a key of the environment would not go there unless the environment names it; errors then say so. */
  readonly keylessHost?: string | undefined;
  /** Where else than in these options a person sets them, which errors then say. */
  readonly setIn?: SetIn | undefined;
}

/** The options of a client. It connects, and reports missing settings, only when a call needs them. */
export interface ClientOptions extends Addresses {
  /** Sent as `Authorization: Bearer …`. Shown nowhere. */
  readonly apiKey?: string | undefined;
  /** The form of authorization on the queue. Default `bearer`. */
  readonly queueAuth?: "bearer" | "bare" | undefined;
  readonly timeouts?: Partial<Timeouts> | undefined;
  readonly retry?: Partial<RetryPolicy> | undefined;
  /** `false` sends everything at once and waits only when refused. */
  readonly limiter?: LimiterOptions | false | undefined;
  /** Time. Default: the machine's. */
  readonly clock?: Clock | undefined;
  /** Chance, uniform in [0, 1). Default: the machine's. */
  readonly random?: (() => number) | undefined;
  /**
   * Proxies through which hosts other than this machine are reached. Default: those of the environment, such as
   * `HTTPS_PROXY`; `{}` uses none.
   */
  readonly proxies?: Proxies | undefined;
  /** Connections of undici, for which `proxies` does not count. Default: a keep-alive pool of its own, closed by `close()`. */
  readonly dispatcher?: Dispatcher | undefined;
  readonly hooks?: Hooks | undefined;
  /** Texts of a request that are masked where an error quotes them. What always is one, such as a password, needs no mention. */
  readonly isSecret?: ((text: string) => boolean) | undefined;
  /** Once it is aborted, requests that only read fail with its reason. One that a call is given goes before it. */
  readonly signal?: AbortSignal | undefined;
  /** Put before this package's own user agent, e.g. `my-tool/1.2`. */
  readonly userAgent?: string | undefined;
  /** Largest answer read into memory, in bytes. Default 64 MiB. */
  readonly maxResponseBytes?: number | undefined;
}

export const defaultMaxResponseBytes = 64 * 1_024 * 1_024;
export const defaultMaxWaitMs = 3_600_000;

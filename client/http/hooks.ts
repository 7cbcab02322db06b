import { channel } from "node:diagnostics_channel";
import type { WindowReport } from "../rate-limit/rate-headers";

/** A request that is about to be sent. Contains no header, query or body, so it may be logged. */
export interface RequestEvent {
  /** Operation id of the contract, e.g. `P-10`. */
  readonly operation: string;
  readonly method: string;
  /** Path as declared, e.g. `/v2/pods/:id`: few distinct values, good for metrics. */
  readonly route: string;
  /** Path as sent, below the configured address. */
  readonly path: string;
  /** 1-based; the same call sent again has the next number. */
  readonly attempt: number;
}

/** How one attempt ended. */
export interface ResponseEvent extends RequestEvent {
  /** Milliseconds from sending to the last byte, on the client's clock. */
  readonly durationMs: number;
  /** Absent when there was no answer. */
  readonly status?: number;
  /** Bytes of the answer's body. */
  readonly bytes?: number;
  /** What failed; its message and fields hold no secret. */
  readonly error?: Error;
  /** The rate limit according to the answer, for each of its windows; absent if the answer does not tell. */
  readonly rateLimit?: readonly WindowReport[];
  /** Wait before the next attempt; absent when there is none. */
  readonly retryInMs?: number;
}

/** Requests wait for the rate limit, and have for a second. */
export interface WaitEvent {
  /** How many wait. */
  readonly requests: number;
  /** Milliseconds until the next of them may go; at the least, since those before it come first. */
  readonly leftMs: number;
}

/** Called synchronously. An error of a hook is dropped, because watching a call must not break it. */
export interface Hooks {
  onRequest?(event: RequestEvent): void;
  onResponse?(event: ResponseEvent): void;
  /** Once for each time that requests wait, and twice a minute while they do; polls in the background, which give way to all others, do not count. */
  onWait?(event: WaitEvent): void;
}

/** Names of the `node:diagnostics_channel` channels that carry the same events. */
export const channels = {
  request: "pulumi-compute-platform:client:request",
  response: "pulumi-compute-platform:client:response",
} as const;

const requests = channel(channels.request);
const responses = channel(channels.response);

/** True when somebody listens, so that events nobody wants cost nothing. */
export function isWatched(hooks: Hooks): boolean {
  return (
    hooks.onRequest !== undefined ||
    hooks.onResponse !== undefined ||
    requests.hasSubscribers ||
    responses.hasSubscribers
  );
}

export function tellRequest(hooks: Hooks, event: RequestEvent): void {
  safely(() => hooks.onRequest?.(event));
  requests.publish(event);
}

export const tellWait = (hooks: Hooks, event: WaitEvent): void => safely(() => hooks.onWait?.(event));

/** How long, and why, for people. */
export const waitSentence = ({ requests, leftMs }: WaitEvent): string =>
  "Waiting for the rate limit, because the platform limits the requests per minute of an API key: " +
  `${requests} ${requests === 1 ? "request waits" : "requests wait"}, the next one goes in ${Math.ceil(leftMs / 1_000)} s.`;

export function tellResponse(hooks: Hooks, event: ResponseEvent): void {
  safely(() => hooks.onResponse?.(event));
  responses.publish(event);
}

function safely(tell: () => void): void {
  try {
    tell();
  } catch {
    // See Hooks.
  }
}

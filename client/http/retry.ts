import { ApiError, RateLimitError } from "../errors/api-errors";
import { CallError } from "../errors/errors";

/** How often and after which waits a call is repeated. */
export interface RetryPolicy {
  /** Attempts in total, the first included. Waits for a rate limit are not counted. */
  readonly attempts: number;
  readonly baseMs: number;
  readonly capMs: number;
}

export const defaultRetry: RetryPolicy = { attempts: 4, baseMs: 250, capMs: 8_000 };

export interface Failure {
  readonly error: unknown;
  /** 1-based. */
  readonly attempt: number;
  /** Sending the request twice equals sending it once. */
  readonly idempotent: boolean;
  /** Uniform in [0, 1). */
  readonly random: number;
}

/** Milliseconds to wait before the next attempt, or undefined to give up. */
export function nextDelay({ error, attempt, idempotent, random }: Failure, policy: RetryPolicy): number | undefined {
  // A 429 did nothing, so even a create may be sent again; the platform's own wait wins over ours, where it asks for one.
  if (error instanceof RateLimitError) {
    return error.retryAfterMs || Math.max(backoff(attempt, policy, random), policy.baseMs / 2);
  }
  if (attempt >= policy.attempts || !mayRepeat(error, idempotent)) return undefined;
  const asked = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(asked, backoff(attempt, policy, random));
}

/** After a lost answer only an idempotent call is repeated; an unsent one always may be. */
function mayRepeat(error: unknown, idempotent: boolean): boolean {
  return error instanceof CallError && error.mayPass && (idempotent || error.outcome === "not-sent");
}

/** Full jitter: uniform in [0, min(cap, base·2ⁿ⁻¹)). */
export function backoff(attempt: number, { baseMs, capMs }: Omit<RetryPolicy, "attempts">, random: number): number {
  return random * Math.min(capMs, baseMs * 2 ** (attempt - 1));
}

import { setTimeout as delay } from "node:timers/promises";

/** The only way this codebase learns the time or waits. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms` milliseconds, or rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Longest single timer of Node; a longer one would fire at once. */
const longestTimerMs = 2_147_483_647;

export const systemClock: Clock = {
  // eslint-disable-next-line no-restricted-properties -- the one place that asks the machine
  now: () => Date.now(),
  async sleep(ms, signal) {
    try {
      for (let left = ms; left > 0 || left === ms; left -= longestTimerMs)
        await delay(Math.min(left, longestTimerMs), undefined, signal ? { signal } : undefined);
    } catch (error) {
      // Node wraps the reason; the caller gets the reason that was passed to `abort`.
      signal?.throwIfAborted();
      throw error;
    }
  },
};

/**
 * A signal that aborts after so many ms of real time, or with the first of the others, as what takes both needs it.
 *
 * In place of `AbortSignal.timeout`: Node 20 forgets that one when it collects garbage, if nobody but `AbortSignal.any` has it, and
 * what waits for the end of both then waits for ever.
 */
export function timeLimit(ms: number, ...others: readonly (AbortSignal | undefined)[]): AbortSignal {
  const controller = new AbortController();
  const end = () => controller.abort(new DOMException(`nothing came within ${ms} ms`, "TimeoutError"));
  // eslint-disable-next-line no-restricted-globals -- real time, as documented
  setTimeout(end, ms).unref();
  return AbortSignal.any([controller.signal, ...others.filter((signal) => signal !== undefined)]);
}

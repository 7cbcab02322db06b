import type { Clock } from "../clock";
import { WaitTimeoutError } from "../errors/errors";

export interface WaitUntilOptions {
  readonly clock: Clock;
  /** Milliseconds between two reads. */
  readonly everyMs: number;
  /** Milliseconds in all. */
  readonly withinMs: number;
  readonly signal?: AbortSignal;
  /** What is waited for, for the error: `pod p4k9w2m7qx`. */
  readonly what?: string;
}

/**
 * Reads until `isDone`, waiting `everyMs` between reads.
 *
 * @throws WaitTimeoutError when `withinMs` would pass before the next read; it carries the last value seen.
 */
export async function waitUntil<T>(
  read: () => Promise<T>,
  isDone: (value: T) => boolean,
  { clock, everyMs, withinMs, signal, what = "what was read" }: WaitUntilOptions,
): Promise<T> {
  const deadline = clock.now() + withinMs;
  for (;;) {
    signal?.throwIfAborted();
    const value = await read();
    if (isDone(value)) return value;
    if (clock.now() + everyMs > deadline) throw new WaitTimeoutError(what, withinMs, value);
    await clock.sleep(everyMs, signal);
  }
}

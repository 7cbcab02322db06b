import type { Clock } from "../client/clock";
import { AnswerError } from "../client/errors/errors";

/**
 * The operation was cancelled while it waited. With dynamic resources such waits continue.
 *
 * @done Everything created so far is in the state.
 * @fix Run `up` to continue, or `refresh` to read the current state.
 */
export class CancelledError extends AnswerError {
  readonly code = "cancelled";

  constructor() {
    super(
      "the wait ended because the operation was cancelled. Run `up` again to go on, or `refresh` to see what is there.",
    );
    // This is an answer to the engine, not a crash.
  }
}

/** A clock whose waits all end with the signal. */
export const endingWith = (clock: Clock, ends: AbortSignal): Clock => ({
  now: () => clock.now(),
  sleep: (ms, signal) => clock.sleep(ms, signal ? AbortSignal.any([signal, ends]) : ends),
});

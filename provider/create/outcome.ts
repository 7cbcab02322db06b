import { CallError, ComputeError, type Outcome } from "../../client/errors/errors";

/**
 * What a failed create did on the platform, or undefined where the failure was not the call's: a full disk, an
 * interruption, a mistake of ours. An error that explains a call's failure counts as that failure.
 */
export function outcomeOf(error: unknown): Outcome | undefined {
  if (error instanceof CallError) return error.outcome;
  return error instanceof ComputeError && error.cause !== undefined ? outcomeOf(error.cause) : undefined;
}

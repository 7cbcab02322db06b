import { CallError, ComputeError, type Outcome } from "../../client/errors/errors";

/**
 * What a failed create did on the platform, or undefined where the failure was not the create's: a full disk, an
 * interruption, a mistake of ours, a look beside it. An error that explains a call's failure counts as that failure.
 */
export function outcomeOf(error: unknown): Outcome | undefined {
  if (error instanceof CallError) return error.request.startsWith("GET ") ? undefined : error.outcome;
  return error instanceof ComputeError && error.cause !== undefined ? outcomeOf(error.cause) : undefined;
}

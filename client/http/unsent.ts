import { UnawaitedError } from "../errors/errors";

/** How far the steps are that ask for writes. */
export interface Unsent {
  /** The signal that ends the asking step as long as it has sent nothing. Undefined if it has, or if nobody knows. */
  readonly signal: () => AbortSignal | undefined;
  /** The asking step sends a write. */
  readonly sends: () => void;
}

/** A signal that is aborted as soon as one of the two is. */
export const either = (one: AbortSignal | undefined, other: AbortSignal | undefined): AbortSignal | undefined =>
  one && other ? AbortSignal.any([one, other]) : (one ?? other);

/** Says of a request that left the queue with its step that it was not sent. */
export const unawaited =
  (label: string, unsent: AbortSignal | undefined) =>
  (reason: unknown): never => {
    throw unsent?.aborted ? new UnawaitedError(label) : reason;
  };

// Words and figures of the contract for code that needs no schemas: importing them from here does not load zod.

/** How a job stands. */
export const jobStatuses = ["IN_QUEUE", "IN_PROGRESS", "COMPLETED", "FAILED", "CANCELLED", "TIMED_OUT"] as const;
/** A job that ended; every other status, known or not, is not final. */ // J-12
export const finalJobStatuses: readonly string[] = ["COMPLETED", "FAILED", "CANCELLED", "TIMED_OUT"];

/** Whose public templates the catalog lists. */
export const templateSources = ["official", "verified", "community"] as const;

/**
 * How long a new object may be missing from the platform's lists, in milliseconds. The exactly-once creates rest on it;
 * `COMPUTE_SETTLE_SECONDS` is for an account where it takes longer.
 */
export const listLagMs = 30_000;

/**
 * How long after a process began a create its request may still be carried out, even if the process has died. A request waits at
 * most an hour for its turn under the rate limit.
 */
export const longestInFlightMs = 60 * 60_000;

// Words of the contract for code that has no use for its schemas: whoever takes them from here does not load zod.

/** How a job stands. */
export const jobStatuses = ["IN_QUEUE", "IN_PROGRESS", "COMPLETED", "FAILED", "CANCELLED", "TIMED_OUT"] as const;
/** A job that ended; every other status, known or not, is not final. */ // J-12
export const finalJobStatuses: readonly string[] = ["COMPLETED", "FAILED", "CANCELLED", "TIMED_OUT"];

/** Whose public templates the catalog lists. */
export const templateSources = ["official", "verified", "community"] as const;

/** How long a worker takes to come up, and when the platform steps in by itself. Milliseconds. */

/** From the decision to add a worker until it has a machine; until then its place is unknown (E-16). */
export const placeMs = 500;
/** From having a machine until the first job can run; fast starts skip most of it. */
export const bootMs = { OFF: 2_500, FLASHBOOT: 800, PRIORITY_FLASHBOOT: 300 } as const;
const shortestRetryMs = 5_000;
/** How long a THROTTLED worker waits before it asks again: longer each time, so that days are a few hundred questions. */
export const throttleRetryMs = (waitedMs: number): number =>
  Math.max(1, Math.floor(waitedMs / 100 / shortestRetryMs)) * shortestRetryMs;

const day = 24 * 3_600_000;
/** Idle endpoints are scaled down by the platform (E-44): after so long without requests, `max` is at most this. */
export const idleDowngrades = [
  { afterMs: 3 * day, max: 2 },
  { afterMs: 7 * day, max: 0 },
] as const;

/** Create defaults (section 8.1, E-22, E-31, CH-18). */
export const defaults = { min: 0, max: 3, idleTimeout: 10, timeout: 300_000, disk: 20 } as const;

/** Figures of the queue, each stated once. Times in milliseconds. */

const second = 1_000;
const minute = 60 * second;
const day = 24 * 60 * minute;

/** How long a job may live when its `policy` says nothing (section 12.1). */
export const defaultTtlMs = day;
/** Results of `run` are kept this long (J-36). */
export const runRetentionMs = 30 * minute;
/** Results of `runsync` are kept this long, or as long as an explicit `wait` within these bounds (J-37, CH-54). */
export const syncRetentionMs = { min: minute, max: 5 * minute };
/** How long `runsync` and `status-sync` hold a request that names no `wait` (section 12.1). */
export const defaultWaitMs = 90 * second;
/** How long `stream` waits for a first chunk (J-42, CH-58). */
export const streamWaitMs = 10 * second;
/** A webhook is tried once, and then again this often, this far apart (J-40). */
export const webhook = { retries: 2, gapMs: 10 * second };
/** How long the default worker works when the input does not say. */
export const defaultExecutionMs = 100;

/** How long a `runsync` result is kept, from the `wait` that was given, if any (J-37). */
export function syncRetention(explicitWaitMs: number | undefined): number {
  const { min, max } = syncRetentionMs;
  return explicitWaitMs === undefined ? min : Math.min(Math.max(explicitWaitMs, min), max);
}

/** Longest time to live of a job (J-33). */
export const longestTtlMs = 604_800_000;

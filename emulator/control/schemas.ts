import * as z from "zod";
import { Count, Duration, longestMs, Percent, ShortText, Usd } from "../kernel/bounds";

/** Moves the emulator's clock forward, in ms. */
export const ClockMove = z.strictObject({ advanceMs: z.number().min(0).max(longestMs) });

/** How busy a pod's GPUs and CPU are from now on; null leaves it to its script, or to chance. */
export const PodBusy = z.strictObject({ podId: ShortText, percent: Percent.nullable() });

const access = z.enum(["none", "read-only", "read-write"]);

/**
 * A key and what it may do: everything, read only, nothing, or per interface and narrowed to some serverless
 * endpoints. The same key again replaces it; `disabled` makes it invalid. `quota` gives it windows of its own;
 * otherwise all keys of a `user` (default `owner`) share theirs. An `account` that is not there is made.
 */
export const KeySpec = z.strictObject({
  key: ShortText.min(1),
  grant: z
    .union([
      z.enum(["all", "read-only", "none"]),
      z.strictObject({ api: access, queue: access, endpoints: z.array(ShortText).max(10_000).optional() }),
    ])
    .default("all"),
  user: ShortText.min(1).optional(),
  account: ShortText.min(1).optional(),
  quota: z
    .strictObject({
      minute: Count.optional(),
      hour: Count.optional(),
      day: Count.optional(),
    })
    .optional(),
  disabled: z.boolean().optional(),
});

const quotas = z.strictObject({ minute: Count, hour: Count, day: Count });

/** Any of the settings (settings.ts); omitted settings stay. */
export const SettingsChange = z.strictObject({
  provisioningMs: Duration.optional(),
  startingMs: Duration.optional(),
  listLagMs: Duration.optional(),
  creditUsd: Usd.optional(),
  spendingCapPerHourUsd: Usd.min(0).optional(),
  deniedGpus: z.array(ShortText).max(1_000).optional(),
  rateLimit: quotas.nullable().optional(),
  streamForm: z.enum(["array", "object"]).optional(),
  logIdForm: z.enum(["timestamp", "suffixed"]).optional(),
  automaticJobRetries: Count.optional(),
  workerQuota: Count.nullable().optional(),
  queueRequestsPerWorker: Count.optional(),
  limitQueueLength: z.boolean().optional(),
});

/** Sets the number of free GPUs or vCPUs to `free`, regardless of use, in all stocks that match the other members. */
export const CapacityChange = z.strictObject({
  /** GPU type id or CPU flavor id. */
  type: ShortText.optional(),
  dataCenter: ShortText.optional(),
  cloud: z.enum(["SECURE", "COMMUNITY"]).optional(),
  free: Count,
});

import * as z from "zod";

/** Moves the emulator's clock forward, in ms. */
export const ClockMove = z.strictObject({ advanceMs: z.number().min(0) });

const access = z.enum(["none", "read-only", "read-write"]);

/**
 * A key and what it may do: everything, read only, nothing, or per interface and narrowed to some serverless
 * endpoints. The same key again replaces it; `disabled` makes it invalid. `quota` gives it windows of its own;
 * otherwise all keys of a `user` (default `owner`) share theirs.
 */
export const KeySpec = z.strictObject({
  key: z.string().min(1),
  grant: z
    .union([
      z.enum(["all", "read-only", "none"]),
      z.strictObject({ api: access, queue: access, endpoints: z.array(z.string()).optional() }),
    ])
    .default("all"),
  user: z.string().min(1).optional(),
  quota: z
    .strictObject({
      minute: z.int().min(0).optional(),
      hour: z.int().min(0).optional(),
      day: z.int().min(0).optional(),
    })
    .optional(),
  disabled: z.boolean().optional(),
});

const quotas = z.strictObject({ minute: z.int().min(0), hour: z.int().min(0), day: z.int().min(0) });

/** Any of the settings (settings.ts); what is left out stays. */
export const SettingsChange = z.strictObject({
  provisioningMs: z.int().min(0).optional(),
  startingMs: z.int().min(0).optional(),
  listLagMs: z.int().min(0).optional(),
  creditUsd: z.number().optional(),
  spendingCapPerHourUsd: z.number().min(0).optional(),
  deniedGpus: z.array(z.string()).optional(),
  rateLimit: quotas.nullable().optional(),
  streamForm: z.enum(["array", "object"]).optional(),
  logIdForm: z.enum(["timestamp", "suffixed"]).optional(),
  automaticJobRetries: z.int().min(0).optional(),
  workerQuota: z.int().min(0).nullable().optional(),
  queueRequestsPerWorker: z.int().min(0).optional(),
  limitQueueLength: z.boolean().optional(),
});

/** Makes just `free` GPUs or vCPUs free, whatever is in use, in all stocks that fit the other members. */
export const CapacityChange = z.strictObject({
  /** GPU type id or CPU flavor id. */
  type: z.string().optional(),
  dataCenter: z.string().optional(),
  cloud: z.enum(["SECURE", "COMMUNITY"]).optional(),
  free: z.int().min(0),
});

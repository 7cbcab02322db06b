import * as z from "zod";
import { Count, Duration, ShortText, Usd } from "../kernel/bounds";
import { choices } from "../kernel/choices";
import { defaultQuotas, Quotas } from "../kernel/rate-limit";

/** How the account and the platform behave; changed while running with `POST /_emulator/settings`. */
export const Settings = z.strictObject({
  /** How long a pod stays PROVISIONING, and then STARTING, in milliseconds of the emulator's clock. */
  provisioningMs: Duration,
  startingMs: Duration,
  /** How long new objects are missing from lists, in milliseconds of the emulator's clock. */
  listLagMs: Duration,
  /** The credit of the account in USD. The balance is this amount minus what was spent. */
  creditUsd: Usd,
  /** The highest total cost of all resources, in USD per hour. */ // P-19
  spendingCapPerHourUsd: Usd.min(0),
  /** The ids of GPU types that the account may not use. A request for one is answered with 403. */
  deniedGpus: z.array(ShortText).max(1_000).readonly(),
  /** The quotas, or null, which exempts every caller and leaves out the headers. */
  rateLimit: Quotas.nullable(),
  /** Shape of `stream` answers. */ // J-43
  streamForm: z.enum(["array", "object"]),
  /** The shape of log event ids: the timestamp, or `<ts>/<12-digit sequence>`. */ // L-5, L-6
  logIdForm: z.enum(["timestamp", "suffixed"]),
  /** How often a job whose worker was lost is requeued. */ // J-51, CH-52
  automaticJobRetries: Count,
  /** How many workers of the account can have a machine at once; the others wait as THROTTLED. Null enforces no limit. */ // E-46, CH-19
  workerQuota: Count.nullable(),
  /** By how many requests in 10 s each running worker raises the limit of an operation. */ // J-67
  queueRequestsPerWorker: Count,
  /** Whether a queue that is too long refuses jobs with 429. */ // J-68
  limitQueueLength: z.boolean(),
});
export type Settings = z.output<typeof Settings>;

export const defaultSettings: Settings = {
  provisioningMs: 2_000,
  startingMs: 1_000,
  listLagMs: 0,
  creditUsd: 10_000,
  spendingCapPerHourUsd: choices.spendingCapPerHourUsd,
  deniedGpus: [],
  rateLimit: defaultQuotas,
  streamForm: "array",
  logIdForm: "timestamp",
  automaticJobRetries: 0,
  workerQuota: null,
  queueRequestsPerWorker: 0,
  limitQueueLength: false,
};

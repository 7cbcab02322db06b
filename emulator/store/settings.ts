import { choices } from "../kernel/choices";
import { defaultQuotas, type Quotas } from "../kernel/rate-limit";

/** How the account and the platform behave; changed while running with `POST /_emulator/settings`. */
export interface Settings {
  /** Emulator's ms a pod stays PROVISIONING, then STARTING. */
  provisioningMs: number;
  startingMs: number;
  /** Emulator's ms that new objects are missing from lists. */
  listLagMs: number;
  /** USD paid in. What is left is this minus what was spent. */
  creditUsd: number;
  /** USD per hour over all resources (P-19). */
  spendingCapPerHourUsd: number;
  /** GPU type ids the account can't use: 403. */
  deniedGpus: readonly string[];
  /** Null: the caller is exempt, and the headers are absent. */
  rateLimit: Quotas | null;
  /** Shape of `stream` answers (J-43). */
  streamForm: "array" | "object";
  /** Shape of log event ids: the timestamp, or `<ts>/<12-digit sequence>` (L-5, L-6). */
  logIdForm: "timestamp" | "suffixed";
  /** How often a job whose worker was lost is requeued (J-51, CH-52). */
  automaticJobRetries: number;
  /** Most workers of the account that have a machine; the others wait THROTTLED. Null: not enforced (E-46, CH-19). */
  workerQuota: number | null;
  /** Requests in 10 s that each running worker adds to an operation's limit (J-67). */
  queueRequestsPerWorker: number;
  /** Whether a queue that is too long refuses jobs with 429 (J-68). */
  limitQueueLength: boolean;
}

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

export * from "./errors/api-errors";
export { createClient, type Client } from "./client";
export { createResourceClient, type ResourceClient } from "./resource-client";
export { systemClock, type Clock } from "./clock";
export * from "./errors/errors";
export {
  channels,
  type Hooks,
  type RequestEvent,
  type ResponseEvent,
  type WaitEvent,
  waitSentence,
} from "./http/hooks";
export type { WindowReport } from "./rate-limit/rate-headers";
export { settingsFromEnvironment, type Settings } from "./settings/settings";
export type { Addresses, ClientOptions, LimiterOptions, Timeouts } from "./settings/options";
export type { Proxies } from "./settings/proxies";
export type { CallOptions, Priority } from "./http/prepare";
export type { RetryPolicy } from "./http/retry";
export { version } from "./http/version";
export type { ReadOptions, Reads } from "./reads/reads";
export type { WaitFor } from "./waits/readiness";
export type { WaitForGone, Waits } from "./waits/waits";
export { JobHandle, type ResultOptions } from "./jobs/job";
export { JobFailedError, type JobOf } from "./jobs/job-state";
export type { LastLinesOptions } from "./logs/last-lines";
export type { LogEvent } from "./logs/log-event";
export type { LogOptions } from "./logs/logs";
export type { Queue, RunOptions, RunSyncOptions } from "./jobs/queue";

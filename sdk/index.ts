export type * from "./args";
export * from "./classes";
export { config } from "./config";
export * from "./data-sources";
export * from "./enums";
export { Fleet, type FleetArgs, type FleetPodArgs } from "./fleet/fleet";
export { type EndpointQueue, queue, type QueueRunOptions } from "./queue";
export type * from "./values";

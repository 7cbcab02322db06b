export * from "./catalog";
export type { LookupArgs } from "./lookup";
export * from "./objects";
export type { Ask } from "./questions";

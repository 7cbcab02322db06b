export * from "./account";
export * from "./catalog";
export { LookupError, type LookupArgs } from "./lookup";
export * from "./objects";
export { type Ask, Questions } from "./questions";
export * from "./serverless";
export * from "./templates";

export * from "./account";
export * from "./catalog";
export * from "./clusters";
export { LookupError, type LookupArgs } from "../../client/queries/lookup";
export * from "./network-volumes";
export * from "./pods";
export * from "./registries";
export * from "./serverless";
export * from "./templates";

export type {
  ClusterComputeArgs,
  EndpointCpu,
  EndpointGpu,
  EndpointGpuArgs,
  EndpointScaling,
  EndpointScalingArgs,
  EndpointWorkers,
  EndpointWorkersArgs,
  IdOf,
  JobS3ConfigArgs,
  Mounts,
  MountsArgs,
  NetworkMountArgs,
  PersistentMountArgs,
  PodCpu,
  PodCpuArgs,
  PodGpu,
  PodGpuArgs,
  PodSsh,
  PodStatus,
  RequestUrls,
  SshEndpoint,
  TemplateMountsArgs,
  TimeoutsArgs,
} from "../values";
export type * from "../args";
export type { FleetArgs, FleetPodArgs } from "../fleet/fleet";
export { config } from "../config";
export * from "../data-sources";
export { type EndpointQueue, queue, type QueueRunOptions } from "../queue";
export * from "../enums";
export { Provider, type ProviderArgs } from "./provider";
export { Fleet } from "./fleet";
export * from "./resources";

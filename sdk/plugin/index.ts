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
  VolumeType,
} from "../values";
export type {
  AccountSshKeysArgs,
  ClusterArgs,
  EndpointArgs,
  JobRunArgs,
  NetworkVolumeArgs,
  PodArgs,
  RegistryCredentialArgs,
  SshKeyArgs,
  TemplateArgs,
} from "../index";
export { config } from "../config";
export * from "../data-sources";
export { type EndpointQueue, queue, type QueueRunOptions } from "../queue";
export * from "./enums";
export { Provider, type ProviderArgs } from "./provider";
export {
  AccountSshKeys,
  Cluster,
  Endpoint,
  JobRun,
  NetworkVolume,
  Pod,
  RegistryCredential,
  SshKey,
  Template,
} from "./resources";

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
  AccountSecretArgs,
  AccountSshKeysArgs,
  ClusterArgs,
  EndpointArgs,
  NetworkVolumeArgs,
  PodArgs,
  RegistryCredentialArgs,
  RegistryDelegationArgs,
  SshKeyArgs,
  TemplateArgs,
} from "../index";
export { config } from "../config";
export * from "../data-sources";
export { type EndpointQueue, queue, type QueueRunOptions } from "../queue";
export * from "./enums";
export { Provider, type ProviderArgs } from "./provider";
export {
  AccountSecret,
  AccountSshKeys,
  Cluster,
  Endpoint,
  NetworkVolume,
  Pod,
  RegistryCredential,
  RegistryDelegation,
  SshKey,
  Template,
} from "./resources";

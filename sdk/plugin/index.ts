export type {
  ClusterComputeArgs,
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
  SshEndpoint,
  TimeoutsArgs,
  VolumeType,
} from "../values";
export type {
  AccountSshKeysArgs,
  ClusterArgs,
  NetworkVolumeArgs,
  PodArgs,
  RegistryCredentialArgs,
  SshKeyArgs,
} from "../index";
export { config } from "../config";
export * from "../data-sources";
export { type EndpointQueue, queue, type QueueRunOptions } from "../queue";
export * from "./enums";
export { Provider, type ProviderArgs } from "./provider";
export { AccountSshKeys, Cluster, NetworkVolume, Pod, RegistryCredential, SshKey } from "./resources";

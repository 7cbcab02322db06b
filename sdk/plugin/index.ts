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
  TemplateMountsArgs,
  TimeoutsArgs,
  VolumeType,
} from "../values";
export type { ClusterArgs, NetworkVolumeArgs, PodArgs, RegistryCredentialArgs, TemplateArgs } from "../index";
export { config } from "../config";
export * from "../data-sources";
export * from "./enums";
export { Provider, type ProviderArgs } from "./provider";
export { Cluster, NetworkVolume, Pod, RegistryCredential, Template } from "./resources";

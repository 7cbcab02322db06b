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
  ClusterArgs,
  EndpointArgs,
  NetworkVolumeArgs,
  PodArgs,
  RegistryCredentialArgs,
  TemplateArgs,
} from "../index";
export { config } from "../config";
export * from "../data-sources";
export * from "./enums";
export { Provider, type ProviderArgs } from "./provider";
export { Cluster, Endpoint, NetworkVolume, Pod, RegistryCredential, Template } from "./resources";

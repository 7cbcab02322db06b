export type { ClusterArgs, NetworkVolumeArgs, PodArgs, RegistryCredentialArgs } from "../index";
export { config } from "../config";
export * from "../data-sources";
export { Provider, type ProviderArgs } from "./provider";
export { Cluster, NetworkVolume, Pod, RegistryCredential } from "./resources";
export type * from "../values";

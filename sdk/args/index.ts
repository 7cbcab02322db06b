// Made from the declarations in provider/kinds by `npm run docs`; do not edit.
export type { AccountSecretArgs } from "./account-secret";
export type { AccountSshKeysArgs } from "./account-ssh-keys";
export type { ClusterArgs } from "./cluster";
export type { EndpointArgs } from "./endpoint";
export type { JobRunArgs } from "./job-run";
export type { NetworkVolumeArgs } from "./network-volume";
export type { PodArgs } from "./pod";
export type { ReadyArgs } from "./ready";
export type { RegistryCredentialArgs } from "./registry-credential";
export type { RegistryDelegationArgs } from "./registry-delegation";
export type { SshKeyArgs } from "./ssh-key";
export type { TemplateArgs } from "./template";

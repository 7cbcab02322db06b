/** All kinds, from which everything by kind is derived. A name without a folder, a class or a page is a type error there. */
export const kindNames = [
  "Pod",
  "Cluster",
  "NetworkVolume",
  "RegistryCredential",
  "SshKey",
  "AccountSshKeys",
  "Endpoint",
  "Template",
  "Ready",
  "JobRun",
  "AccountSecret",
  "RegistryDelegation",
] as const;
export type KindName = (typeof kindNames)[number];

/**
 * The list of all kinds, from which everything else by kind is derived: providers and their names in the state, lists and
 * reads, drift, doctor, reference pages, the plugin, proofs and tests. A name without a folder, a class or a page is a type
 * error there.
 */
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

// Made from the declarations in provider/kinds by `npm run docs`; do not edit.
export { AccountSecret } from "./account-secret";
export { AccountSshKeys } from "./account-ssh-keys";
export { Cluster } from "./cluster";
export { Endpoint } from "./endpoint";
export { JobRun } from "./job-run";
export { NetworkVolume } from "./network-volume";
export { Pod } from "../pod";
export { Ready } from "../fleet/ready";
export { RegistryCredential } from "./registry-credential";
export { RegistryDelegation } from "./registry-delegation";
export { SshKey } from "./ssh-key";
export { Template } from "./template";

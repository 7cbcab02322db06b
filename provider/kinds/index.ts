import { accountSecret } from "./account-secret";
import { accountSshKeys } from "./account-ssh-keys";
import { cluster } from "./cluster";
import { endpoint } from "./endpoint";
import type { Kind } from "./kind";
import { type KindName, kindNames } from "./names";
import { jobRun } from "./job-run";
import { networkVolume } from "./network-volume";
import { pod } from "./pod";
import { ready } from "./ready";
import { registryCredential } from "./registry-credential";
import { registryDelegation } from "./registry-delegation";
import { sshKey } from "./ssh-key";
import { template } from "./template";

/** What the folder of each kind says. */
export const kinds = {
  Pod: pod,
  Cluster: cluster,
  NetworkVolume: networkVolume,
  RegistryCredential: registryCredential,
  SshKey: sshKey,
  AccountSshKeys: accountSshKeys,
  Endpoint: endpoint,
  Template: template,
  Ready: ready,
  JobRun: jobRun,
  AccountSecret: accountSecret,
  RegistryDelegation: registryDelegation,
} as const satisfies { readonly [N in KindName]: Kind<N> };

/** An object of the kind, as the platform reports it. */
export type ObjectOf<N extends KindName> = Awaited<ReturnType<(typeof kinds)[N]["operations"]["get"]>>;

/** The tables of every kind, for what holds for all of them: reference pages and laws. */
export const resources = kindNames.map((name) => kinds[name].resource);

// Made from the declarations in provider/kinds by `npm run docs`; do not edit.
import * as dynamic from "../classes";
import type { Registration } from "../resource";
import { throughPlugin } from "./provider";

/** {@link dynamic.Pod} through the plugin. */
export class Pod extends dynamic.Pod {
  /** @internal */
  static override readonly registration: Registration = throughPlugin;
}

/** {@link dynamic.Cluster} through the plugin. */
export class Cluster extends dynamic.Cluster {
  /** @internal */
  static override readonly registration: Registration = throughPlugin;
}

/** {@link dynamic.NetworkVolume} through the plugin. */
export class NetworkVolume extends dynamic.NetworkVolume {
  /** @internal */
  static override readonly registration: Registration = throughPlugin;
}

/** {@link dynamic.RegistryCredential} through the plugin. */
export class RegistryCredential extends dynamic.RegistryCredential {
  /** @internal */
  static override readonly registration: Registration = throughPlugin;
}

/** {@link dynamic.SshKey} through the plugin. */
export class SshKey extends dynamic.SshKey {
  /** @internal */
  static override readonly registration: Registration = throughPlugin;
}

/** {@link dynamic.AccountSshKeys} through the plugin. */
export class AccountSshKeys extends dynamic.AccountSshKeys {
  /** @internal */
  static override readonly registration: Registration = throughPlugin;
}

/** {@link dynamic.Endpoint} through the plugin. */
export class Endpoint extends dynamic.Endpoint {
  /** @internal */
  static override readonly registration: Registration = throughPlugin;
}

/** {@link dynamic.Template} through the plugin. */
export class Template extends dynamic.Template {
  /** @internal */
  static override readonly registration: Registration = throughPlugin;
}

/** {@link dynamic.Ready} through the plugin. */
export class Ready extends dynamic.Ready {
  /** @internal */
  static override readonly registration: Registration = throughPlugin;
}

/** {@link dynamic.JobRun} through the plugin. */
export class JobRun extends dynamic.JobRun {
  /** @internal */
  static override readonly registration: Registration = throughPlugin;
}

/** {@link dynamic.AccountSecret} through the plugin. */
export class AccountSecret extends dynamic.AccountSecret {
  /** @internal */
  static override readonly registration: Registration = throughPlugin;
}

/** {@link dynamic.RegistryDelegation} through the plugin. */
export class RegistryDelegation extends dynamic.RegistryDelegation {
  /** @internal */
  static override readonly registration: Registration = throughPlugin;
}

import type * as pulumi from "@pulumi/pulumi";
import * as dynamic from "../index";
import type { Registration } from "../resource";
import { throughPlugin } from "./registration";

/** {@link dynamic.Pod} through the plugin. */
export class Pod extends dynamic.Pod {
  /** @internal */
  static override readonly registration: Registration = throughPlugin;

  /** Reads a pod that this program does not manage. @throws when there is none with this id. */
  static override get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Pod {
    return new Pod(name, undefined as unknown as dynamic.PodArgs, { ...options, id });
  }
}

/** {@link dynamic.Cluster} through the plugin. */
export class Cluster extends dynamic.Cluster {
  /** @internal */
  static override readonly registration: Registration = throughPlugin;

  /** Reads a cluster that this program does not manage. @throws when there is none with this id. */
  static override get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Cluster {
    return new Cluster(name, undefined as unknown as dynamic.ClusterArgs, { ...options, id });
  }
}

/** {@link dynamic.NetworkVolume} through the plugin. */
export class NetworkVolume extends dynamic.NetworkVolume {
  /** @internal */
  static override readonly registration: Registration = throughPlugin;

  /** Reads a volume that this program does not manage. @throws when there is none with this id. */
  static override get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): NetworkVolume {
    return new NetworkVolume(name, undefined as unknown as dynamic.NetworkVolumeArgs, { ...options, id });
  }
}

/** {@link dynamic.RegistryCredential} through the plugin. */
export class RegistryCredential extends dynamic.RegistryCredential {
  /** @internal */
  static override readonly registration: Registration = throughPlugin;

  /** Reads a credential that this program does not manage. @throws when there is none with this id. */
  static override get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): RegistryCredential {
    return new RegistryCredential(name, undefined as unknown as dynamic.RegistryCredentialArgs, { ...options, id });
  }
}

/** {@link dynamic.SshKey} through the plugin. */
export class SshKey extends dynamic.SshKey {
  /** @internal */
  static override readonly registration: Registration = throughPlugin;

  /** Reads a key that this program does not manage. @throws when the account has no such key. */
  static override get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): SshKey {
    return new SshKey(name, undefined as unknown as dynamic.SshKeyArgs, { ...options, id });
  }
}

/** {@link dynamic.AccountSshKeys} through the plugin. */
export class AccountSshKeys extends dynamic.AccountSshKeys {
  /** @internal */
  static override readonly registration: Registration = throughPlugin;

  /** Reads the list without managing it. */
  static override get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): AccountSshKeys {
    return new AccountSshKeys(name, undefined as unknown as dynamic.AccountSshKeysArgs, { ...options, id });
  }
}

/** {@link dynamic.Template} through the plugin. */
export class Template extends dynamic.Template {
  /** @internal */
  static override readonly registration: Registration = throughPlugin;

  /** Reads a template that this program does not manage, a public one too. @throws when there is none with this id. */
  static override get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Template {
    return new Template(name, undefined as unknown as dynamic.TemplateArgs, { ...options, id });
  }
}

/** {@link dynamic.Endpoint} through the plugin. */
export class Endpoint extends dynamic.Endpoint {
  /** @internal */
  static override readonly registration: Registration = throughPlugin;

  /** Reads an endpoint that this program does not manage. @throws when there is none with this id. */
  static override get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Endpoint {
    return new Endpoint(name, undefined as unknown as dynamic.EndpointArgs, { ...options, id });
  }
}

/** {@link dynamic.Ready} through the plugin. */
export class Ready extends dynamic.Ready {
  /** @internal */
  static override readonly registration: Registration = throughPlugin;
}

/** {@link dynamic.Fleet} through the plugin. */
export class Fleet extends dynamic.Fleet {
  /** @internal */
  static override readonly classes = { Pod, Ready };
}

/** {@link dynamic.JobRun} through the plugin. */
export class JobRun extends dynamic.JobRun {
  /** @internal */
  static override readonly registration: Registration = throughPlugin;

  /** Reads a job that this program does not manage, by `ENDPOINT/JOB`. */
  static override get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): JobRun {
    return new JobRun(name, undefined as unknown as dynamic.JobRunArgs, { ...options, id });
  }
}

/** {@link dynamic.AccountSecret} through the plugin. */
export class AccountSecret extends dynamic.AccountSecret {
  /** @internal */
  static override readonly registration: Registration = throughPlugin;

  /** Reads a secret that this program does not manage, without its value. @throws when there is none with this id. */
  static override get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): AccountSecret {
    return new AccountSecret(name, undefined as unknown as dynamic.AccountSecretArgs, { ...options, id });
  }
}

/** {@link dynamic.RegistryDelegation} through the plugin. */
export class RegistryDelegation extends dynamic.RegistryDelegation {
  /** @internal */
  static override readonly registration: Registration = throughPlugin;

  /** Reads a delegation that this program does not manage. @throws when there is none with this id. */
  static override get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): RegistryDelegation {
    return new RegistryDelegation(name, undefined as unknown as dynamic.RegistryDelegationArgs, { ...options, id });
  }
}

import type * as pulumi from "@pulumi/pulumi";
import type { RegistryCredentialArgs } from "./args/registry-credential";
import { type Kind, PlatformResource } from "./resource";

export const registryCredentialKind: Kind = {
  kind: "RegistryCredential",
  outputs: ["name", "platformName", "fingerprints"],
  secretArguments: ["username", "password"],
  secretOutputs: ["fingerprints"],
};

/**
 * Username and password of a container registry, for private images (section 7). Both are secrets and never outputs.
 *
 * The platform has no update of credentials: any change makes a new one, repoints the pods that use it and
 * deletes the old one, in one `up`.
 */
export class RegistryCredential extends PlatformResource {
  declare readonly name: pulumi.Output<string>;
  /** The name under which the platform keeps it: after a rotation under the same name, `<name>-<suffix>`. */
  declare readonly platformName: pulumi.Output<string>;
  /** Salted hashes of user name and password, by which a change is noticed. A secret. */
  declare readonly fingerprints: pulumi.Output<Record<string, string>>;

  constructor(name: string, args: RegistryCredentialArgs, options?: pulumi.CustomResourceOptions) {
    super(registryCredentialKind, name, args, options);
  }

  /** Reads a credential that this program does not manage. @throws when there is none with this id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): RegistryCredential {
    return new RegistryCredential(name, undefined as unknown as RegistryCredentialArgs, { ...options, id });
  }
}

import type * as pulumi from "@pulumi/pulumi";
import type { RegistryCredentialArgs } from "./args/registry-credential";
import { registryCredentialKind, RegistryCredentialOutputs } from "./outputs/registry-credential";

/**
 * Username and password of a container registry, for private images (section 7). Both are secrets and never outputs.
 *
 * The platform has no update of credentials: any change makes a new one, repoints the pods that use it and
 * deletes the old one, in one `up`.
 */
export class RegistryCredential extends RegistryCredentialOutputs {
  constructor(name: string, args: RegistryCredentialArgs, options?: pulumi.CustomResourceOptions) {
    super(registryCredentialKind, name, args, options);
  }

  /** Reads a credential that this program does not manage. @throws when there is none with this id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): RegistryCredential {
    return new RegistryCredential(name, undefined as unknown as RegistryCredentialArgs, { ...options, id });
  }
}

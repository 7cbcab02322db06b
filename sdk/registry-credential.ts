import type * as pulumi from "@pulumi/pulumi";
import type { RegistryCredentialArgs } from "./args/registry-credential";
import { registryCredentialKind, RegistryCredentialOutputs } from "./outputs/registry-credential";

/**
 * Username and password of a container registry, for private images. Both are secrets and never outputs.
 *
 * The platform has no update of credentials: any change makes a new one, repoints the pods that use it and
 * deletes the old one, in one `up`.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as compute from "pulumi-compute-platform";
 *
 * const registry = new compute.RegistryCredential("registry", {
 *   username: "puller",
 *   password: new pulumi.Config().requireSecret("registryPassword"),
 * });
 *
 * const api = new compute.Pod("api", {
 *   image: "registry.example.com/acme/api:1.0",
 *   registry,
 *   cpu: { id: "cpu3c", vcpuCount: 2 },
 *   disk: 10,
 * });
 *
 * export const status = api.status;
 * ```
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

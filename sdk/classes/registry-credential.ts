// Made from the declarations in provider/kinds by `npm run docs`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { RegistryCredentialArgs } from "../args/registry-credential";
import { type ClassKind, ReadableResource } from "../resource";

export const registryCredentialKind: ClassKind = {
  kind: "RegistryCredential",
  outputs: ["name", "platformName", "fingerprints"],
  secretArguments: ["username", "password"],
  secretOutputs: ["platformName", "fingerprints"],
};

/**
 * Username and password for a container registry that holds private images. Any change creates a new credential, points the pods to it and deletes the old one, all in one `up`: the platform can't update credentials.
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
export class RegistryCredential extends ReadableResource {
  /** Unique in the account. Default: the resource's name in the program and a short suffix. A replacement with the same name is stored as `<name>-<suffix>` (output `platformName`), because the old credential holds the name until it is deleted. */
  declare readonly name: pulumi.Output<string>;
  /** The credential's name on the platform, which the program may have given as a secret. A secret. */
  declare readonly platformName: pulumi.Output<string>;
  /** Fingerprints of username and password that show whether they changed. A secret. */
  declare readonly fingerprints: pulumi.Output<Record<string, string>>;

  constructor(name: string, args: RegistryCredentialArgs, options?: pulumi.CustomResourceOptions) {
    super(registryCredentialKind, name, args, options);
  }
}

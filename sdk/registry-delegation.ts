import type * as pulumi from "@pulumi/pulumi";
import type { RegistryDelegationArgs } from "./args/registry-delegation";
import { registryDelegationKind, RegistryDelegationOutputs } from "./outputs/registry-delegation";

/**
 * Lets the platform pull images from a repository of an Amazon ECR. Any change registers a new delegation
 * and revokes the old one.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const images = new compute.RegistryDelegation("images", {
 *   resource: "arn:aws:ecr:eu-central-1:123456789012:repository/trainer",
 * });
 *
 * export const registry = images.dockerRegistryUri;
 * ```
 */
export class RegistryDelegation extends RegistryDelegationOutputs {
  constructor(name: string, args: RegistryDelegationArgs, options?: pulumi.CustomResourceOptions) {
    super(registryDelegationKind, name, args, options);
  }

  /** Reads a delegation that this program does not manage. @throws when there is none with this id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): RegistryDelegation {
    return new RegistryDelegation(name, undefined as unknown as RegistryDelegationArgs, { ...options, id });
  }
}

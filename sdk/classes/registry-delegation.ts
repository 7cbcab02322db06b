// Made from the declarations in provider/kinds by `npm run docs`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { RegistryDelegationArgs } from "../args/registry-delegation";
import { type ClassKind, ReadableResource } from "../resource";

export const registryDelegationKind: ClassKind = {
  kind: "RegistryDelegation",
  outputs: [
    "name",
    "resource",
    "delegatorUserId",
    "awsUser",
    "awsRegion",
    "repository",
    "tag",
    "createdAt",
    "dockerRegistryUri",
  ],
};

/**
 * Lets the platform pull images from a repository of an Amazon Elastic Container Registry (ECR), without a password that expires. The platform can't change a delegation: any change registers a new one and revokes the old one.
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
export class RegistryDelegation extends ReadableResource {
  /** A label; need not be unique. Default: the resource's name in the program and a short suffix. */
  declare readonly name: pulumi.Output<string>;
  /** ARN of the repository. */
  declare readonly resource: pulumi.Output<string>;
  /** The user of the platform who may pull. */
  declare readonly delegatorUserId: pulumi.Output<string>;
  /** The account that the repository belongs to. */
  declare readonly awsUser: pulumi.Output<string>;
  /** The region that the repository is in. */
  declare readonly awsRegion: pulumi.Output<string>;
  /** The repository's name. */
  declare readonly repository: pulumi.Output<string>;
  /** The tag that may be pulled. */
  declare readonly tag: pulumi.Output<string>;
  /** When the delegation was registered. */
  declare readonly createdAt: pulumi.Output<string>;
  /** Prefix of the repository's image names. */
  declare readonly dockerRegistryUri: pulumi.Output<string | undefined>;

  constructor(name: string, args: RegistryDelegationArgs, options?: pulumi.CustomResourceOptions) {
    super(registryDelegationKind, name, args, options);
  }
}

// Made from the declaration in provider/kinds by `npm run docs`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { type Kind, PlatformResource } from "../resource";

export const registryDelegationKind: Kind = {
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

/** What a RegistryDelegation has as outputs. */
export abstract class RegistryDelegationOutputs extends PlatformResource {
  /** For people; it need not be unique. Default: the resource's name in the program and a short suffix. */
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
  /** What names of images in the repository begin with. */
  declare readonly dockerRegistryUri: pulumi.Output<string | undefined>;
}

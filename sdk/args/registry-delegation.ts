// Made from the declarations in provider/kinds by `npm run docs`; do not edit.
import type { Input } from "@pulumi/pulumi";
import type { AdoptableArgs } from "./shared";

/** Lets the platform pull images from a repository of an Amazon Elastic Container Registry (ECR), without a password that expires. The platform can't change a delegation: any change registers a new one and revokes the old one. */
export interface RegistryDelegationArgs extends AdoptableArgs {
  /**
   * A label; need not be unique. Default: the resource's name in the program and a short suffix.
   *
   * Allowed: string, at least 1 character.
   * On change: replace.
   * When a program no longer sets it: it keeps the name that it has.
   */
  readonly name?: Input<string>;
  /**
   * ARN of the repository.
   *
   * Allowed: `arn:aws:ecr:REGION:ACCOUNT:repository/NAME`; with `:TAG` at its end for images with another tag than `latest`.
   * On change: replace.
   */
  readonly resource: Input<string>;
}

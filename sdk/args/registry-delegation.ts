// Made from the declarations in provider/kinds by `npm run docs`; do not edit.
import type { Input } from "@pulumi/pulumi";
import type { TimeoutsArgs } from "../values";

/** Lets the platform pull images from a repository of an Amazon Elastic Container Registry (ECR), without a password that expires. The platform can't change a delegation: any change registers a new one and revokes the old one. */
export interface RegistryDelegationArgs {
  /**
   * For people; it need not be unique. Default: the resource's name in the program and a short suffix.
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
  /**
   * How long create, update and delete wait before they give up. Whatever was created stays in state, and the next `up` continues from there. The option `customTimeouts` sets the same; members set here win. A changed `delete` takes effect with the next update.
   *
   * Allowed: `{ create?, update?, delete? }`, each seconds as a number, or a string such as "90s", "10m" or "1h30m".
   * On change: none.
   * When a program no longer sets it: its default counts from then on, and nothing else changes.
   */
  readonly timeouts?: TimeoutsArgs;
  /**
   * An existing object to manage instead of creating a new one. Every declared argument is compared with it: differences that an update can change are updated, any other is refused, and arguments that the platform never returns are assumed to match. Afterwards the resource behaves like any other, and deleting it deletes the object. Ignored once the resource exists.
   *
   * Allowed: `{ id }`, or `{ name }` if that name is unique in the account; `null` creates a new one.
   * On change: none.
   * When a program no longer sets it: its default counts from then on, and nothing else changes.
   */
  readonly adopt?: Input<{ id: string } | { name: string } | null>;
}

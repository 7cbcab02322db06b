// Made from the declaration in provider/resources by `npm run docs`; do not edit.
import type { Input } from "@pulumi/pulumi";
import type { TimeoutsArgs } from "../values";

/** Username and password of a container registry, for private images. Any change makes a new one, repoints the pods and deletes the old one, in one `up`: the platform has no update of credentials. */
export interface RegistryCredentialArgs {
  /**
   * Unique in the account. Left out: the logical name and a short suffix. A replacement under the same name is stored as `<name>-<suffix>` (output `platformName`), since the old one holds the name until it is deleted.
   *
   * Allowed: text, 1 to 191 characters.
   * On change: replace.
   * Rules.
   */
  readonly name?: Input<string>;
  /**
   * User at the registry. Never an output; outputs hold a fingerprint of it. Always a secret.
   *
   * Allowed: text, 1 to 191 characters.
   * On change: replace.
   * Rules.
   */
  readonly username: Input<string>;
  /**
   * Password or token at the registry. Never an output; outputs hold a fingerprint of it. Always a secret.
   *
   * Allowed: text, 1 to 16384 characters.
   * On change: replace.
   * Rules.
   */
  readonly password: Input<string>;
  /**
   * How long to wait for create, update and delete before giving up; what was created stays in state and the next `up` goes on from there. Also taken from the option `customTimeouts`. A changed `delete` counts from the next update on.
   *
   * Allowed: seconds as a number, or text like "90s", "10m", "1h30m".
   * On change: none.
   */
  readonly timeouts?: TimeoutsArgs;
  /**
   * An existing object to take under management instead of creating one. Every declared argument is compared: what an update can change is updated, anything else is refused; what the platform never returns counts as declared. From then on it is like any other, deletion included. Without effect once the resource exists.
   *
   * Allowed: `{ id }`, or `{ name }` where one object alone bears it; null for none.
   * On change: none.
   */
  readonly adopt?: Input<{ id: string } | { name: string } | null>;
}

// Made from the declarations in provider/kinds by `npm run docs`; do not edit.
import type { Input } from "@pulumi/pulumi";
import type { TimeoutsArgs } from "../values";

/** Username and password for a container registry that holds private images. Any change creates a new credential, points the pods to it and deletes the old one, all in one `up`: the platform can't update credentials. */
export interface RegistryCredentialArgs {
  /**
   * Unique in the account. Default: the resource's name in the program and a short suffix. A replacement with the same name is stored as `<name>-<suffix>` (output `platformName`), because the old credential holds the name until it is deleted.
   *
   * Allowed: string, 1 to 191 characters.
   * On change: replace.
   * When a program no longer sets it: it keeps the name that it has.
   */
  readonly name?: Input<string>;
  /**
   * User name at the registry. Never an output; outputs hold only a fingerprint of it. Always a secret.
   *
   * Allowed: string, 1 to 191 characters.
   * On change: replace.
   */
  readonly username: Input<string>;
  /**
   * Password or token at the registry. Never an output; outputs hold only a fingerprint of it. Always a secret.
   *
   * Allowed: string, 1 to 16384 characters.
   * On change: replace.
   */
  readonly password: Input<string>;
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

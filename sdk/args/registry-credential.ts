// Made from the declarations in provider/kinds by `npm run docs`; do not edit.
import type { Input } from "@pulumi/pulumi";
import type { AdoptableArgs } from "./shared";

/** Username and password for a container registry that holds private images. Any change creates a new credential, points the pods to it and deletes the old one, all in one `up`: the platform can't update credentials. */
export interface RegistryCredentialArgs extends AdoptableArgs {
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
}

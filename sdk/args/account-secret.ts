// Made from the declarations in provider/kinds by `npm run docs`; do not edit.
import type { Input } from "@pulumi/pulumi";
import type { AdoptableArgs } from "./shared";

/** A value that the platform keeps and puts into containers when they boot: an environment variable of a pod, an endpoint or a template names it, and the value never appears in the program, state or logs of what uses it. A new value is set in place; containers that run keep the old one until they boot again. */
export interface AccountSecretArgs extends AdoptableArgs {
  /**
   * The name by which environment variables refer to the secret. Unique in the account, whatever its case. Default: the resource's name in the program and a short suffix.
   *
   * Allowed: 1 to 191 letters, digits, `_`, `.`, `-` and `/`, the first of them a letter or `_`; the platform refuses names that begin with its reserved prefix.
   * On change: replace.
   * When a program no longer sets it: it keeps the name that it has.
   */
  readonly name?: Input<string>;
  /**
   * What containers get. Never an output; outputs hold only a fingerprint of it. Always a secret.
   *
   * Allowed: string, at least 1 character and less than 16,777,216 bytes.
   * On change: update.
   */
  readonly value: Input<string>;
  /**
   * What the secret is for, in words that everybody who uses the account may read.
   *
   * Allowed: string, at most 65,535 bytes.
   * On change: update.
   * When a program no longer sets it: it goes back to its default, "".
   */
  readonly description?: Input<string>;
}

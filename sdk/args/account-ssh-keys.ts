// Made from the declarations in provider/kinds by `npm run docs`; do not edit.
import type { Input } from "@pulumi/pulumi";
import type { TimedArgs } from "./shared";

/** All SSH public keys of the account. There is one list, so declare this once; keys that the program does not list are removed, which a preview says beforehand. To manage single keys beside those of other people use `SshKey`, and never both for one account. Keys reach only pods created afterwards with `startSsh`. */
export interface AccountSshKeysArgs extends TimedArgs {
  /**
   * The account's keys, each one authorized_keys line as it is in a `.pub` file. `[]` removes all.
   *
   * Allowed: lines of type (`ssh-…`, `ecdsa-…` or `sk-…`), key, and a comment if you like.
   * On change: update.
   */
  readonly keys: Input<Input<string>[]>;
  /**
   * Whether the list may take away the last key of somebody whose key this resource did not put there. People are told apart by the comment of their keys; each key without a comment counts as a person. Deleting the resource is not affected.
   *
   * Allowed: "refuse" or "allow"; default "refuse".
   * On change: none.
   * When a program no longer sets it: the default applies from then on; nothing else changes.
   */
  readonly lockout?: Input<"refuse" | "allow">;
}

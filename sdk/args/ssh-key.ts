// Made from the declarations in provider/kinds by `npm run docs`; do not edit.
import type { Input } from "@pulumi/pulumi";
import type { TimedArgs } from "./shared";

/** One SSH public key of the account. Its line is added to the account's list and taken out again; all other lines stay as they are. A key that is already there is taken over. Pods created afterwards with `startSsh` let its owner in; pods that run are not touched. */
export interface SshKeyArgs extends TimedArgs {
  /**
   * The key as one authorized_keys line, as it is in the `.pub` file.
   *
   * Allowed: one line: type (`ssh-…`, `ecdsa-…` or `sk-…`), key, and a comment if you like.
   * On change: update or replace: a new comment only labels the same key anew; any other difference makes it a different key.
   */
  readonly publicKey: Input<string>;
}

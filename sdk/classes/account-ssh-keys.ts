// Made from the declarations in provider/kinds by `npm run docs`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { AccountSshKeysArgs } from "../args/account-ssh-keys";
import { type ClassKind, ReadableResource } from "../resource";

export const accountSshKeysKind: ClassKind = {
  kind: "AccountSshKeys",
  outputs: ["keys", "applied"],
};

/**
 * All SSH public keys of the account. There is one list, so declare this once; keys that the program does not list are removed, which a preview says beforehand. To manage single keys beside those of other people use `SshKey`, and never both for one account. Keys reach only pods created afterwards with `startSsh`.
 *
 * `id`: Always `ssh-keys`: an account has one list.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const team = new compute.AccountSshKeys("team", {
 *   keys: [
 *     "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ada@example.org",
 *     "ssh-ed25519 AAAAC3Nza2made3up4key5for6docs7only8 grace@example.org",
 *   ],
 * });
 *
 * export const keys = team.keys;
 * ```
 */
export class AccountSshKeys extends ReadableResource {
  /** The account's keys, each one authorized_keys line as it is in a `.pub` file. `[]` removes all. */
  declare readonly keys: pulumi.Output<string[]>;
  /** The keys as this resource last set them. Deleting the resource removes these and leaves what others have added since. */
  declare readonly applied: pulumi.Output<string[]>;

  constructor(name: string, args: AccountSshKeysArgs, options?: pulumi.CustomResourceOptions) {
    super(accountSshKeysKind, name, args, options);
  }
}

import type * as pulumi from "@pulumi/pulumi";
import type { AccountSshKeysArgs } from "./args/account-ssh-keys";
import { accountSshKeysKind, AccountSshKeysOutputs } from "./outputs/account-ssh-keys";

/**
 * All SSH public keys of the account: keys that the program does not list are removed. For single keys beside
 * those of other people there is {@link SshKey}.
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
export class AccountSshKeys extends AccountSshKeysOutputs {
  constructor(name: string, args: AccountSshKeysArgs, options?: pulumi.CustomResourceOptions) {
    super(accountSshKeysKind, name, args, options);
  }

  /** Reads the list without managing it. @param id always `ssh-keys`: an account has one list. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): AccountSshKeys {
    return new AccountSshKeys(name, undefined as unknown as AccountSshKeysArgs, { ...options, id });
  }
}

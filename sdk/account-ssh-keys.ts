import type * as pulumi from "@pulumi/pulumi";
import type { AccountSshKeysArgs } from "./args/account-ssh-keys";
import { accountSshKeysKind, AccountSshKeysOutputs } from "./outputs/account-ssh-keys";

/**
 * All SSH public keys of the account (section 2): keys that the program does not list are removed. For single keys beside
 * those of other people there is {@link SshKey}.
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

import type * as pulumi from "@pulumi/pulumi";
import type { AccountSecretArgs } from "./args/account-secret";
import { accountSecretKind, AccountSecretOutputs } from "./outputs/account-secret";

/**
 * A value that the platform keeps and puts into containers when they boot (section 2). The value is a secret and never
 * an output; a new one is set in place, and reaches a container at its next boot (U-18).
 */
export class AccountSecret extends AccountSecretOutputs {
  constructor(name: string, args: AccountSecretArgs, options?: pulumi.CustomResourceOptions) {
    super(accountSecretKind, name, args, options);
  }

  /** Reads a secret that this program does not manage, without its value. @throws when there is none with this id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): AccountSecret {
    return new AccountSecret(name, undefined as unknown as AccountSecretArgs, { ...options, id });
  }
}

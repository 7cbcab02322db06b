import type * as pulumi from "@pulumi/pulumi";
import type { AccountSecretArgs } from "./args/account-secret";
import { accountSecretKind, AccountSecretOutputs } from "./outputs/account-secret";

/**
 * A value that the platform keeps and puts into containers when they boot. The value is a secret and never
 * an output; a new one is set in place, and reaches a container at its next boot.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as compute from "pulumi-compute-platform";
 *
 * const hub = new compute.AccountSecret("hub", {
 *   name: "hub_token",
 *   value: new pulumi.Config().requireSecret("hubToken"),
 *   description: "Reads the models of the team.",
 * });
 *
 * // The container gets the value when it boots; programs, states and the platform's answers hold only the reference.
 * const trainer = new compute.Pod("trainer", {
 *   image: "registry.example.com/public/trainer:1.4.0",
 *   gpu: { id: "NVIDIA L40S" },
 *   env: { HUB_TOKEN: pulumi.interpolate`{{ PLATFORM_SECRET_${hub.name} }}` },
 * });
 *
 * export const status = trainer.status;
 * ```
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

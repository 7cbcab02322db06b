// Made from the declarations in provider/kinds by `npm run docs`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { AccountSecretArgs } from "../args/account-secret";
import { type ClassKind, ReadableResource } from "../resource";

export const accountSecretKind: ClassKind = {
  kind: "AccountSecret",
  outputs: ["name", "description", "createdAt", "valueLastUpdatedAt", "fingerprints"],
  secretArguments: ["value"],
  secretOutputs: ["fingerprints"],
};

/**
 * A value that the platform keeps and puts into containers when they boot: an environment variable of a pod, an endpoint or a template names it, and the value never appears in the program, state or logs of what uses it. A new value is set in place; containers that run keep the old one until they boot again.
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
export class AccountSecret extends ReadableResource {
  /** The name by which environment variables refer to the secret. Unique in the account, whatever its case. Default: the resource's name in the program and a short suffix. */
  declare readonly name: pulumi.Output<string>;
  /** What the secret is for, in words that everybody who uses the account may read. */
  declare readonly description: pulumi.Output<string>;
  /** When the secret was made. */
  declare readonly createdAt: pulumi.Output<string>;
  /** When the value was last set. A time that this resource did not cause means that somebody else has set another value: the next `up` sets the program's again. */
  declare readonly valueLastUpdatedAt: pulumi.Output<string | undefined>;
  /** A fingerprint of the value that shows whether it changed. A secret. */
  declare readonly fingerprints: pulumi.Output<Record<string, string>>;

  constructor(name: string, args: AccountSecretArgs, options?: pulumi.CustomResourceOptions) {
    super(accountSecretKind, name, args, options);
  }
}

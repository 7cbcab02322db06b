// Made from the declaration in provider/kinds by `npm run docs`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { type Kind, PlatformResource } from "../resource";

export const accountSecretKind: Kind = {
  kind: "AccountSecret",
  outputs: ["name", "description", "createdAt", "valueLastUpdatedAt", "fingerprints"],
  secretArguments: ["value"],
  secretOutputs: ["fingerprints"],
};

/** What a AccountSecret has as outputs. */
export abstract class AccountSecretOutputs extends PlatformResource {
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
}

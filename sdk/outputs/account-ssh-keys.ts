// Made from the declaration in provider/kinds by `npm run docs`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { type Kind, PlatformResource } from "../resource";

export const accountSshKeysKind: Kind = {
  kind: "AccountSshKeys",
  outputs: ["keys", "applied"],
};

/** What a AccountSshKeys has as outputs. */
export abstract class AccountSshKeysOutputs extends PlatformResource {
  /** The account's keys, each one authorized_keys line as it is in a `.pub` file. `[]` removes all. */
  declare readonly keys: pulumi.Output<string[]>;
  /** The keys as this resource last set them. Deleting the resource removes these and leaves what others have added since. */
  declare readonly applied: pulumi.Output<string[]>;
}

// Made from the declaration in provider/kinds by `npm run docs`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { type Kind, PlatformResource } from "../resource";

export const sshKeyKind: Kind = {
  kind: "SshKey",
  outputs: ["publicKey", "fingerprint", "comment"],
};

/** What a SshKey has as outputs. */
export abstract class SshKeyOutputs extends PlatformResource {
  /** The key as one authorized_keys line, as it is in the `.pub` file. */
  declare readonly publicKey: pulumi.Output<string>;
  /** The key's fingerprint as `ssh-keygen -lf` shows it. It is the resource's id, too. */
  declare readonly fingerprint: pulumi.Output<string>;
  /** The comment of the key's line; empty where it has none. */
  declare readonly comment: pulumi.Output<string>;
}

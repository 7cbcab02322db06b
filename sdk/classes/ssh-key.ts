// Made from the declarations in provider/kinds by `npm run docs`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { SshKeyArgs } from "../args/ssh-key";
import { type ClassKind, ReadableResource } from "../resource";

export const sshKeyKind: ClassKind = {
  kind: "SshKey",
  outputs: ["publicKey", "fingerprint", "comment"],
};

/**
 * One SSH public key of the account. Its line is added to the account's list and taken out again; all other lines stay as they are. A key that is already there is taken over. Pods created afterwards with `startSsh` let its owner in; pods that run are not touched.
 *
 * `id`: The key's fingerprint, as `ssh-keygen -lf` shows it.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const ada = new compute.SshKey("ada", {
 *   publicKey: "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ada@example.org",
 * });
 *
 * export const fingerprint = ada.fingerprint;
 * ```
 */
export class SshKey extends ReadableResource {
  /** The key as one authorized_keys line, as it is in the `.pub` file. */
  declare readonly publicKey: pulumi.Output<string>;
  /** The key's fingerprint as `ssh-keygen -lf` shows it. It is the resource's id, too. */
  declare readonly fingerprint: pulumi.Output<string>;
  /** The comment of the key's line; empty where it has none. */
  declare readonly comment: pulumi.Output<string>;

  constructor(name: string, args: SshKeyArgs, options?: pulumi.CustomResourceOptions) {
    super(sshKeyKind, name, args, options);
  }
}

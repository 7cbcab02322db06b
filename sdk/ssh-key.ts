import type * as pulumi from "@pulumi/pulumi";
import type { SshKeyArgs } from "./args/ssh-key";
import { sshKeyKind, SshKeyOutputs } from "./outputs/ssh-key";

/**
 * One SSH public key of the account. Adds its line to the account's list, and takes it out again; all other
 * lines stay as they are.
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
export class SshKey extends SshKeyOutputs {
  constructor(name: string, args: SshKeyArgs, options?: pulumi.CustomResourceOptions) {
    super(sshKeyKind, name, args, options);
  }

  /**
   * Reads a key that this program does not manage.
   *
   * @param id its fingerprint, as `ssh-keygen -lf` shows it. @throws when the account has no such key.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): SshKey {
    return new SshKey(name, undefined as unknown as SshKeyArgs, { ...options, id });
  }
}

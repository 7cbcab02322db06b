import { ComputeError } from "../../../client/errors/errors";

/** The list of SSH keys would lock somebody out. */
export class LockoutRefusedError extends ComputeError {
  readonly code = "lockout_refused";

  constructor(readonly keys: readonly string[]) {
    super(
      `AccountSshKeys, keys: this would remove the last key of somebody else: ${keys.join(", ")}. Nothing was changed. ` +
        "What to do: use SshKey, which leaves other keys alone; or add the key to `keys`: deleting the AccountSshKeys then removes it, too; " +
        'or set lockout: "allow" to remove it now.',
    );
    this.stack = "";
  }
}

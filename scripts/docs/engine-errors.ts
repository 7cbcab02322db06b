import type { ErrorEntry } from "./error-classes";

/** The local engine's own. They are thrown as `EngineError`. */
export const engine: readonly ErrorEntry[] = [
  {
    code: "unsupported",
    name: "EngineError",
    cause:
      "The program, project or state needs a feature that the local engine does not support. The message names it.",
    fix: "Use the Pulumi CLI, which continues with the same state.",
  },
  {
    code: "locked",
    name: "EngineError",
    cause: "Another process is working on the stack, or was killed while it did.",
    fix: "Wait for it to finish. If it is dead, run `compute cancel` (or `pulumi cancel`).",
  },
  {
    code: "unlocked",
    name: "EngineError",
    cause: "Somebody removed the lock of this run while it ran, and another run has taken it or has written the state.",
    done: "The state is the other run's. What this run had done is done; the message names it.",
    fix: "Wait until no other run works on the stack. Then run `compute doctor`, `up` on the same machine, and `refresh`: [the lock of this run was removed](guides/troubleshooting.md#the-lock-of-this-run-was-removed).",
  },
  {
    code: "unwritten",
    name: "EngineError",
    cause: "The state could not be written: the disk is full or read-only, for example.",
    done: "What this run had done is done; the message names it.",
    fix: "Make the state writable, run `up` on the same machine, which takes over what was created, and `refresh`.",
  },
  {
    code: "passphrase",
    name: "EngineError",
    cause: "The passphrase is missing or wrong.",
    fix: "Set `PULUMI_CONFIG_PASSPHRASE` or `PULUMI_CONFIG_PASSPHRASE_FILE`.",
  },
  {
    code: "project",
    name: "EngineError",
    cause: "Pulumi.yaml, the stack's configuration or the state file is missing or malformed.",
    fix: "Correct the file at the place that the message names.",
  },
  {
    code: "invalid",
    name: "EngineError",
    cause:
      "The program asks for something invalid: two resources with one URN, a failed check, or the removal of a protected resource.",
    done: "Whatever was done before the message.",
    fix: "Correct the program; run `up` again.",
  },
  {
    code: "state",
    name: "EngineError",
    cause: "The state is inconsistent, or would be after this step, so it is not written.",
    done: "The state file is as it was.",
    fix: "`compute stack export`, repair, `compute stack import`. Backups are next to the state file.",
  },
  {
    code: "provider",
    name: "EngineError",
    cause: "The provider host could not be started, ended unexpectedly, or broke its protocol.",
    done: "The message says which step was running.",
    fix: "Install the package where the program is. Run `refresh`, then `up`.",
  },
  {
    code: "terminated",
    name: "EngineError",
    cause: "The operation was interrupted for good (a second Ctrl-C).",
    done: "Finished steps are in the state; running ones are recorded as pending and may still complete.",
    fix: "Run `refresh`, then `up`.",
  },
];

import { AnswerError, CallError, ComputeError, mayPass } from "../../../client/errors/errors";

/**
 * Pods, clusters or endpoints that this run does not delete use the object that is about to be deleted. The message names
 * them.
 *
 * @done It was not deleted.
 * @fix Delete them or point them at another object, in their own stack first, and run the command again without `--target`
 * and `deleteBeforeReplace`. A cluster keeps the credential of its template: run `pulumi up --replace    URN`.
 */ // R-12, T-22, V-16, C-22
export class InUseError extends ComputeError {
  readonly code = "in_use";

  constructor(
    kind: string,
    id: string,
    readonly users: readonly string[],
    cause: unknown,
    { isReplaced, remedy }: { readonly isReplaced: boolean; readonly remedy?: string | undefined },
  ) {
    const by = users.length > 0 ? `by ${users.join(", ")}` : "by a pod or an endpoint";
    super(
      `${kind} ${id} is in use ${by} and was not deleted. Delete what uses it, or point it at something else, and run ` +
        "this again. If it belongs to this stack and the run has targets, run it without `--target`; if it belongs to another stack, " +
        "that one has to let go of it first. If what uses it was replaced and waits for its own deletion, run this with " +
        "`--continue-on-error`, which deletes that, and then once more." +
        (remedy === undefined ? "" : ` ${remedy}`) +
        (isReplaced
          ? ` If this ${kind} has the option deleteBeforeReplace, take it out: what uses it is pointed at the new one before the old one goes.`
          : ""),
      { cause },
    );
  }
}

/**
 * The account's SSH keys were written, but a failure prevented reading them again.
 *
 * @done The list may match the program; the change is noted on this machine.
 * @fix Fix what the message names and run `up` again; it checks the list before it changes anything.
 */ // U-3
export class KeysUnconfirmedError extends CallError {
  readonly code = "keys_unconfirmed";
  readonly outcome = "unknown";

  constructor(cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(
      "PUT /v2/account/ssh-keys",
      `the account's SSH keys were written, and before they could be read again something failed: ${why}`,
      { cause },
    );
  }

  override get mayPass(): boolean {
    return mayPass(this.cause);
  }
}

/**
 * The account's SSH keys were written several times, but somebody else's list replaced them each time.
 *
 * @done The list is the one that somebody else wrote last.
 * @fix Find out who else writes the list, and run this again afterwards.
 */ // U-3
export class KeysContestedError extends AnswerError {
  readonly code = "keys_contested";

  constructor(rounds: number) {
    super(
      `the account's SSH keys were written ${rounds} times, and each time somebody else's list took their place: the platform ` +
        "knows only the whole list. What to do: find out who else writes it, such as a stack with AccountSshKeys or a " + // U-3
        "script, and run this again when it is done.",
    );
  }
}

/**
 * The variables of an object are about to change, which replaces them as a whole, and the platform does not report those
 * that came with its template.
 *
 * @done Nothing was changed.
 * @fix Declare the variables that the message names in `env` too, or run `up` again once the platform reports them.
 */ // E-14, A-82
export class VariablesUnreportedError extends AnswerError {
  readonly code = "variables_unreported";

  constructor(names: readonly string[]) {
    super(
      `env: the platform does not report the variables that came with the template, ${names.join(", ")}, and a change of env ` +
        "replaces them all. Nothing was changed. What to do: declare them in env too, or run `up` again once the platform reports them.",
    );
  }
}

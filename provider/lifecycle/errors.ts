import { ComputeError, WaitFailedError, WaitTimeoutError } from "../../client/errors/errors";
import { redact, secretsIn } from "../../client/errors/redact";
import { visible } from "../../client/errors/visible";
import { isObject, type Props } from "../table/props";

/**
 * The platform made or changed it, and then something went wrong.
 *
 * The provider host turns an error with these members into `ErrorResourceInitFailed`: the resource stays in state, with
 * `properties` as its outputs, and the next `up` updates it even if nothing differs.
 */
export class InitializationError extends ComputeError {
  readonly code = "initialization";
  readonly reasons: string[];

  readonly id: string;

  constructor(
    who: Who,
    readonly properties: Props,
    override readonly cause: unknown,
    mayHoldSecrets: readonly Props[] = [properties],
  ) {
    // State keeps the reason in the clear, and a platform's sentence may quote what it was sent.
    const reason = visible(redact(whyBroken(who, cause), secretsIn(mayHoldSecrets)));
    super(
      `${called(who)} exists, but is not as it should be: ${reason} It stays in state; the next up goes on from there.`,
    );
    this.id = who.id;
    this.reasons = [reason];
  }
}

/** An object, with what the program calls it where that is known. */
export interface Who {
  readonly kind: string;
  readonly id: string;
  readonly name: string | undefined;
}

const called = ({ kind, id, name }: Who): string =>
  name === undefined ? `${kind} ${id}` : `${kind} ${JSON.stringify(name)} (${id})`;

function whyBroken(who: Who, cause: unknown): string {
  if (cause instanceof WaitTimeoutError)
    return (
      `Timed out after ${cause.withinMs / 1_000} s waiting for ${called(who)}${statusOf(cause.last, "; its status is ")}. ` +
      "It exists and is billed. Run `up` to keep waiting, or raise `timeouts`."
    );
  if (cause instanceof WaitFailedError && statusOf(cause.last) === "ERROR")
    return (
      `${called(who)} failed to start (ERROR). Either the image can't be pulled or its process exits. ` +
      `Run \`compute logs ${who.id}\`, fix the program, and run \`up\` again.`
    );
  return cause instanceof Error ? cause.message : String(cause);
}

const statusOf = (last: unknown, before = ""): string =>
  isObject(last) && typeof last.status === "string" ? `${before}${last.status}` : "";

/** The name is held by another object of a kind whose names are unique, as of credentials, templates (T-24) and secrets (U-11). */
export class NameTakenError extends ComputeError {
  readonly code = "name_taken";

  constructor(
    name: string,
    readonly holder: string,
    cause: unknown,
    { what, rule }: { readonly what: string; readonly rule: string } = { what: "registry credential", rule: "R-15" },
  ) {
    super(
      `a ${what} named ${JSON.stringify(name)} exists already (${holder}), and names are unique (${rule}). ` +
        "Nothing was created. Choose another name, leave `name` out to get one that is free, delete " +
        `${holder} if nobody needs it, or take it over with \`adopt\`.`,
      { cause },
    );
  }
}

/** What `adopt` names can't be taken under management. */
export class AdoptRefusedError extends ComputeError {
  readonly code = "adopt_refused";

  constructor(kind: string, which: string, what: string, remedy: string) {
    super(`the ${kind} ${which} can't be adopted: ${what}. Nothing was changed. What to do: ${remedy}.`);
    // An answer to the program, not a fault: the host would print the stack beside it.
    this.stack = "";
  }
}

/** What an import names can't be taken into state. */
export class ImportRefusedError extends ComputeError {
  readonly code = "import_refused";

  constructor(kind: string, id: string, what: string, remedy: string) {
    super(`the ${kind} ${id} can't be imported: ${what}. Nothing was changed. What to do: ${remedy}.`);
    // An answer to the user, not a fault: the host would print the stack beside it.
    this.stack = "";
  }
}

/** Still used by something that this run does not delete. */
export class InUseError extends ComputeError {
  readonly code = "in_use";

  constructor(
    kind: string,
    id: string,
    readonly users: readonly string[],
    cause: unknown,
  ) {
    const by = users.length > 0 ? `by ${users.join(", ")}` : "by a pod or an endpoint";
    super(
      `${kind} ${id} is in use ${by} and was not deleted. Delete what uses it, or point it at something else, and run ` +
        "this again. If it is being replaced, do so without the option deleteBeforeReplace: what uses it is pointed at the " +
        "new one before the old one goes.",
      { cause },
    );
  }
}

/** 401 where the engine may have replayed a key of an earlier `up`. */
export class StoredKeyError extends ComputeError {
  readonly code = "stored_key_refused";

  constructor(doing: string, cause: unknown) {
    super(
      `${doing}: the platform refused the API key (401). Nothing was changed. Refresh and destroy use the configuration that ` +
        "the last up stored, not the present one: after a change of the key run `pulumi up` first, or add `--run-program`. " +
        "If the key was not changed, check compute:apiKey or COMPUTE_API_KEY.",
      { cause },
    );
  }
}

/** 404 for an object that was last seen at another address or with another key: it may be there, and cost money. */
export class NotVisibleError extends ComputeError {
  readonly code = "not_visible";

  constructor(doing: string, seen: string, here: string, cause: unknown) {
    super(
      `${doing}: the platform answered that there is no such object (404). It was last seen with ${inWords(seen)}; this run uses ` +
        `${inWords(here)}. A platform answers 404 for objects of another account too (A-24), so it may well be there and ` +
        "be billed. Nothing was changed. What to do: set compute:apiUrl and compute:apiKey as they were; refresh and destroy " +
        "use those that the last up stored, unless you add `--run-program`. If the object is really gone, run this again with " +
        `COMPUTE_ACCEPT_MISSING=${here} in the environment.`,
      { cause },
    );
    this.stack = "";
  }
}

function inWords(sighting: string): string {
  const at = sighting.indexOf("@");
  return `the key with the digest ${sighting.slice(0, at)} at ${sighting.slice(at + 1)}`;
}

/** Replaced because it seemed gone, and there after all when the old one was to be deleted. */
export class StillThereError extends ComputeError {
  readonly code = "still_there";

  constructor(kind: string, id: string) {
    super(
      `${kind} ${id} was replaced because the platform answered that it was gone (404), and now it is there after all. It was not ` +
        "deleted, and it is billed. What to do: to keep it, take it out of the state with `pulumi state delete` (the entry that is " +
        "pending deletion) and use `adopt`; to delete it, run `pulumi refresh`, which notes that it is there, and then `pulumi up`.",
    );
    this.stack = "";
  }
}

/** What an update found differs from what the plan was made from, and only a replacement could make it as asked. */
export class ChangedMeanwhileError extends ComputeError {
  readonly code = "changed_meanwhile";

  constructor(kind: string, id: string, what: readonly string[]) {
    super(
      `${kind} ${id} was changed by somebody else since it was last read, and is now such that only a new one can be as the ` +
        `program asks: ${what.join("; ")}. The plan did not say that, so nothing was changed. What to do: run \`pulumi refresh\`, ` +
        "and look at what `pulumi preview` says then; or change the program to what is there.",
    );
    this.stack = "";
  }
}

/** Two resources of a program stand for one thing. */
export class DeclaredTwiceError extends ComputeError {
  readonly code = "declared_twice";

  constructor(kind: string, id: string) {
    super(
      `${kind} ${id}: another resource of this program manages it already, and whichever goes first would take it from the other. ` +
        "Nothing was changed. What to do: take one of the two out of the program.",
    );
    this.stack = "";
  }
}

/** The list of SSH keys would lock somebody out. */
export class LockoutRefusedError extends ComputeError {
  readonly code = "lockout_refused";

  constructor(readonly keys: readonly string[]) {
    super(
      `AccountSshKeys, keys: this would remove the last key of somebody else: ${keys.join(", ")}. Nothing was changed. ` +
        'What to do: add the key to `keys`; or set lockout: "allow" to remove it; or use SshKey, which leaves other keys alone.',
    );
    this.stack = "";
  }
}

/** Somebody else writes the account's SSH keys at the same time. */
export class KeysContestedError extends ComputeError {
  readonly code = "keys_contested";

  constructor(rounds: number) {
    super(
      `the account's SSH keys were written ${rounds} times, and each time somebody else's list took their place: the platform ` +
        "knows only the whole list (U-3). What to do: find out who else writes it, such as a stack with AccountSshKeys or a " +
        "script, and run this again when it is done.",
    );
    this.stack = "";
  }
}

const lockedProblems = {
  stopped:
    'a locked pod can\'t be stopped (P-46). It was not stopped. Set locked: false together with desiredStatus: "EXITED"; lock it again afterwards.',
  changed:
    "the platform refused the change (409). It was not changed. Set locked: false together with the change; lock it again afterwards.",
  deleted:
    "the platform refused to delete it (409). It was not deleted. Set locked: false, run `up`, and delete it then.",
};

export type LockedDoing = keyof typeof lockedProblems;

/** A locked pod can't be stopped, and the program does not unlock it; or the platform did not let it be changed or deleted. */
export class LockedError extends ComputeError {
  readonly code = "pod_locked";

  constructor(id: string, doing: LockedDoing = "stopped", cause?: unknown) {
    super(`pod ${id} is locked, and ${lockedProblems[doing]}`, { cause });
  }
}

/** Deleting the endpoint would cancel jobs, and the program does not allow that. */
export class JobsLeftError extends ComputeError {
  readonly code = "jobs_left";

  constructor(id: string, queued: number, running: number) {
    super(
      `Endpoint ${id} has ${queued} jobs in its queue and ${running} running, which deleting it would cancel (E-5). It was not deleted. ` +
        'What to do: wait until they are done and run this again; or set jobLoss: "allow", run `up`, and delete it then.',
    );
    this.stack = "";
  }
}

/** Whether the endpoint that is to be deleted has jobs can't be asked. */
export class JobsUnknownError extends ComputeError {
  readonly code = "jobs_unknown";

  constructor(id: string, why: string) {
    super(
      `Endpoint ${id} may have jobs, which deleting it would cancel (E-5), and its queue can't be asked. It was not deleted. ${why} ` +
        "What to do: set the address and run this again; refresh and destroy take COMPUTE_QUEUE_URL at once, and " +
        'compute:queueUrl after an `up`. Or set jobLoss: "allow", run `up`, and delete it then.',
    );
    this.stack = "";
  }
}

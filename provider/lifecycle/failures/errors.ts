import { quoted } from "../../../values/shell";
import { AnswerError, ComputeError, WaitFailedError, WaitTimeoutError } from "../../../client/errors/errors";
import { JobFailedError } from "../../../client/jobs/job-state";
import { redact, secretsIn } from "../../../client/errors/redact";
import { visible } from "../../../client/errors/visible";
import { isObject, type Props } from "../../table/props";
import { inWords, type Sighting } from "../../state/sighting";

/**
 * The resource was created or changed, and then failed or took too long. The message gives the reason.
 *
 * The provider host turns an error with these members into `ErrorResourceInitFailed`: the resource stays in state, with
 * `properties` as its outputs, and the next `up` updates it even if nothing differs.
 *
 * @done The resource is in the state, and a pod is billed.
 * @fix Fix the cause and run `up`, which continues from there, or run `destroy`.
 */
export class InitializationError extends ComputeError {
  readonly code = "initialization";
  readonly reasons: string[];

  readonly id: string;

  constructor(
    who: Who,
    public properties: Props,
    override readonly cause: unknown,
    mayHoldSecrets: readonly Props[] = [properties],
    /** The last log lines, with secrets masked by `lastLogLines`. */
    said: readonly string[] = [],
  ) {
    // The state stores the reason in plain text, and the platform's sentence may quote the request.
    const why = visible(redact(whyBroken(who, cause), secretsIn(mayHoldSecrets)));
    const log = logged(said);
    super(
      `${called(who)} exists, but is not as it should be: ${why}${log || " "}It stays in the state; the next up continues from there.`,
    );
    this.id = who.id;
    this.reasons = [`${why}${log}`];
  }
}

/**
 * The job of a `JobRun` ended as FAILED, CANCELLED or TIMED_OUT, or the platform dropped it. The message has the job's
 * error and the last log lines.
 *
 * @done The job ran as far as its status says. It is not in the state.
 * @fix Correct the cause and run `up`, which submits the job again.
 */
export class SpentError extends AnswerError {
  readonly code = "spent";

  /** @param said the last log lines, with secrets masked by `lastLogLines`. */
  constructor(
    who: Who,
    override readonly cause: unknown,
    said: readonly string[],
  ) {
    const why = whyBroken(who, cause);
    super(
      `${called(who)} has ended without a result: ${why}${logged(said) || " "}It is not in the state; the next up makes another.`,
    );
  }
}

const logged = (lines: readonly string[]): string =>
  lines.length > 0 ? ["\nThe last lines of its log:", ...lines.map((line) => `  ${line}`), ""].join("\n") : "";

/** An object, with its name in the program if known. */
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
      `Timed out after ${cause.withinMs / 1_000} s waiting for ${called(who)}${cause.seen === undefined ? "" : `; last seen: ${cause.seen}`}. ` +
      "It exists and is billed. Run `up` to keep waiting, or raise `timeouts`."
    );
  if (cause instanceof WaitFailedError && isObject(cause.last) && cause.last.status === "ERROR")
    return (
      `${called(who)} failed to start (ERROR). Either the image can't be pulled or its process exits. ` +
      `Run \`compute logs ${quoted(who.id)}\`, fix the program, and run \`up\` again.`
    );
  if (cause instanceof JobFailedError) return cause.reason;
  return cause instanceof Error ? cause.message : String(cause);
}

/**
 * A run with `--continue-on-error` was about to delete the old object of a replacement although the new one did not become
 * ready.
 *
 * @done The old object was not deleted. Both are in the state and are billed.
 * @fix Correct the cause of the failure and run `up`, which deletes the old object once the new one is ready.
 */
export class ReplacementUnreadyError extends AnswerError {
  readonly code = "replacement_unready";

  constructor(kind: string, id: string, replacement: string, isFree: boolean) {
    super(
      `the ${kind} ${id} was not deleted: ${replacement}, which is to take its place, is not as it should be. Both exist${isFree ? "" : ", and both are billed"}. ` +
        "What to do: correct what that one failed with and run `up` again, which deletes the old one once the new one is ready.",
    );
  }
}

/**
 * `adopt` names an object that does not exist, a name that is not unique, an object of another resource, or one with a
 * difference that only a replacement could remove.
 *
 * @fix Do what the message says: correct the id or name, or set the argument to the object's value.
 */
export class AdoptRefusedError extends AnswerError {
  readonly code = "adopt_refused";

  constructor(kind: string, which: string, what: string, remedy: string) {
    super(`the ${kind} ${which} can't be adopted: ${what}. Nothing was changed. What to do: ${remedy}.`);
  }
}

/**
 * Another resource of the program also owns or adopts the object.
 *
 * @done Nothing in a preview. In an `up`, the other resource may have adopted and changed the object.
 * @fix Remove one of the two from the program, or from the state with `pulumi state delete`. To rename a resource, use
 * `aliases`.
 */
export class HadTwiceError extends AnswerError {
  readonly code = "had_twice";

  constructor(kind: string, id: string) {
    super(
      `another resource of this program has the ${kind} ${id} too, or adopts it. Nothing was changed. What to do: take one of the two out of the ` +
        `program; if the state has both, \`pulumi state delete\` takes one out and leaves the ${kind} alone. To give a resource another name, use ` +
        "`aliases`.",
    );
  }
}

/**
 * With `--continue-on-error`, the CLI deletes the old object of a resource with the option `import`, even if the import
 * failed.
 *
 * @done The object was not deleted.
 * @fix Correct the id, or remove the option, and run `up`.
 */
export class ImportPendingError extends AnswerError {
  readonly code = "import_pending";

  constructor(kind: string, id: string) {
    super(
      `the ${kind} ${id} was not deleted: the import that was to take its place has failed, so the resource would be left without any. What to ` +
        "do: correct the id that the option `import` names, or take the option out, and run `up` again.",
    );
  }
}

/**
 * The program newly sets an argument of an existing object to a value beyond its limit, or to one that its lock forbids. The
 * object's present value is always valid.
 *
 * @fix Respect the limit or the lock in the message, or set the present value.
 */
export class LimitError extends AnswerError {
  readonly code = "over_limit";

  constructor(kind: string, id: string, failures: readonly { readonly property: string; readonly reason: string }[]) {
    const what = failures.map(({ property, reason }) => (property === "" ? reason : `${property} ${reason}`));
    super(
      `${kind} ${id} can't be updated as the program asks: ${what.join(". ")}. Nothing was changed. What to do: keep to the limit, or leave the ` +
        "argument as the object has it.",
    );
  }
}

/**
 * An alias gives a resource the state of another kind.
 *
 * @fix Remove the alias. To keep the object, declare it with its own
 * kind.
 */
export class OtherKindError extends AnswerError {
  readonly code = "other_kind";

  constructor(kind: string, theirs: string, id: string) {
    super(
      `this resource is of the kind ${kind}, and the state that an alias gives it is that of the ${theirs} ${id}. One kind can't become ` +
        `another. Nothing was changed. What to do: take that alias out of the options of this resource. To keep the ${theirs}, declare it as ` +
        `a ${theirs} again.`,
    );
  }
}

/**
 * The run is about to delete an object that another resource is still to adopt, because that one failed or comes later.
 *
 * @done The object was not deleted.
 * @fix Correct the adopting resource, remove `deleteBeforeReplace`, and run `up`.
 */
export class AdoptionPendingError extends AnswerError {
  readonly code = "adoption_pending";

  constructor(kind: string, id: string) {
    super(
      `the ${kind} ${id} was not deleted: another resource of this program adopts it, and does not have it yet. What to do: correct what that ` +
        "one failed with; if this resource has the option `deleteBeforeReplace`, take it out. Then run `up` again.",
    );
  }
}

/**
 * `pulumi import` or the option `import` names an object that does not exist, or a pod that belongs to a cluster; or the
 * resource has another object, which the engine would delete although the state protects it or does not allow to lose its data.
 *
 * @fix Check the id; import the cluster; or import it as another resource.
 */
export class ImportRefusedError extends AnswerError {
  readonly code = "import_refused";

  constructor(kind: string, id: string, what: string, remedy: string) {
    super(`the ${kind} ${id} can't be imported: ${what}. Nothing was changed. What to do: ${remedy}.`);
  }
}

/**
 * 401 for the API key of the last `up`, which `refresh` and `destroy` use.
 *
 * @fix Run `pulumi up` once with the new key, or add `--run-program`.
 */
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

/**
 * 404 for an object last seen at another address or with another API key. It may exist and be billed.
 *
 * @done The object stays in the state.
 * @fix Restore the address and key, or the `Provider`. If the object is really gone, run the command with the
 * `COMPUTE_ACCEPT_MISSING` of the message.
 */ // A-24
export class NotVisibleError extends AnswerError {
  readonly code = "not_visible";

  constructor(doing: string, seen: string, here: string, cause: unknown) {
    super(notVisible(doing, seen, here), { cause });
  }
}

/** The message of `NotVisibleError`, which read-only commands use too. */
export const notVisible = (doing: string, seen: Sighting, here: Sighting): string =>
  `${doing}: the platform answered that there is no such object (404). It was last seen with ${inWords(seen)}; this run uses ` +
  `${inWords(here)}. A platform answers 404 for objects of another account too, so it may well be there and ` + // A-24
  "be billed. Nothing was changed. What to do: set compute:apiUrl and compute:apiKey, or the provider of the resource, as they were; refresh and destroy " +
  "use those that the last up stored, unless you add `--run-program`. If the object is really gone, run this again with " +
  `COMPUTE_ACCEPT_MISSING=${here} in the environment.`;

/**
 * The object was replaced because the platform said twice that it was gone, but it exists when the old object is about to
 * be deleted.
 *
 * @done The new object was created. The old one was not deleted and is billed.
 * @fix To keep it, remove its entry with `pulumi state delete` and use `adopt`. To delete it, run `pulumi refresh`, then
 * `pulumi up`.
 */
export class StillThereError extends AnswerError {
  readonly code = "still_there";

  constructor(kind: string, id: string) {
    super(
      `${kind} ${id} was replaced because the platform answered that it was gone (404), and now it is there after all. It was not ` +
        "deleted, and it is billed. What to do: to keep it, take it out of the state with `pulumi state delete` (the entry that is " +
        "pending deletion) and use `adopt`; to delete it, run `pulumi refresh`, which notes that it is there, and then `pulumi up`.",
    );
  }
}

/**
 * Somebody changed the object after the last read, and now only an unplanned replacement could match the program.
 *
 * @fix Run `pulumi refresh` and `pulumi preview`, or declare the new value.
 */
export class ChangedMeanwhileError extends AnswerError {
  readonly code = "changed_meanwhile";

  constructor(kind: string, id: string, what: readonly string[]) {
    super(
      `${kind} ${id} was changed by somebody else since it was last read, and only a replacement could match the ` +
        `program now: ${what.join("; ")}. The plan did not include one, so nothing was changed. What to do: run \`pulumi refresh\`, ` +
        "and look at what `pulumi preview` says then; or change the program to match the object.",
    );
  }
}

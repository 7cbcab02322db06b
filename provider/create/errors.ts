import { quoted } from "../../values/shell";
import { AnswerError, CallError, ComputeError } from "../../client/errors/errors";
import type { Attempt } from "../journal/attempt";

/** The platform's answer without its advice, because ours is more specific. */
const answered = (cause: unknown): string =>
  cause instanceof CallError ? ` (${cause.message.replace(/\. [A-Z].*$/s, "")})` : "";

/**
 * The answer to a create was lost, and the provider could not find out in time whether the object exists.
 *
 * @done The object may exist.
 * @fix Run `up` on the same machine: it looks for the object before it creates another.
 */
export class UnresolvedCreateError extends ComputeError {
  readonly code = "create_unresolved";

  constructor(kind: string, name: string, why: string, cause: unknown) {
    super(
      `creating the ${kind} ${JSON.stringify(name)} got no clear answer${answered(cause)}, and ${why}. It may exist. ` +
        "Nothing was repeated. Run `up` again on this machine: it looks for the object before creating another.",
      { cause },
    );
  }
}

/**
 * The create got no clear answer each time, and each time no list showed the object afterwards.
 *
 * @done Nothing was made.
 * @fix Run `up` again.
 */ // A-31
export class NotMadeError extends ComputeError {
  readonly code = "create_not_made";

  constructor(kind: string, name: string, times: number, cause: unknown) {
    super(
      `creating the ${kind} ${JSON.stringify(name)} got no clear answer ${times} times${answered(cause)}, and each time the ` +
        "platform listed no such object afterwards: nothing was made. Run `up` again.",
      { cause },
    );
  }
}

/**
 * The answer to the submission of a `JobRun` was lost, and nobody can tell whether the job runs.
 *
 * @done The job may have been submitted once. It is not submitted again for the same arguments.
 * @fix Look for traces of the job. To run it, possibly a second time, change `triggers`, or forget the attempt with
 * `compute doctor --delete ID` and run `up`.
 */ // A-31
export class UnclearRunError extends AnswerError {
  readonly code = "run_unclear";

  constructor(kind: string, { id, name, startedAt }: Pick<Attempt, "id" | "name" | "startedAt">, cause: unknown) {
    super(
      `${kind}: ${name} was submitted at ${new Date(startedAt).toISOString()}, and no clear answer came${answered(cause)}. The ` +
        "platform lists no jobs and takes no key against repeats, so nobody can tell whether it runs. It was not " + // A-31
        "submitted again, and won't be by any run that has this machine's journal. What to do: look for its traces, in the endpoint's health, its workers' logs or what it writes. To " +
        "run it, which may be for the second time, change `triggers` or another argument, or run " +
        `\`compute doctor --delete ${quoted(id)}\`, which forgets this attempt, and \`up\` again.`,
      { cause },
    );
  }
}

/**
 * The answer to a create was lost, and an object with your program's name exists. The platform doesn't show whether this
 * create made it.
 *
 * @done It was not adopted.
 * @fix If it is yours, adopt it by its id; otherwise delete it. Without `name` this can't happen.
 */
export class AmbiguousCreateError extends ComputeError {
  readonly code = "create_ambiguous";

  constructor(kind: string, name: string, ids: readonly string[], cause: unknown) {
    const found = ids.length === 1 ? `${ids[0]} has that name` : `${ids.join(", ")} have that name`;
    super(
      `creating the ${kind} ${JSON.stringify(name)} got no clear answer${answered(cause)}, and ${found}. Nothing shows ` +
        "whether this create made it or somebody else did, so it was not taken over. If it is yours, give the resource " +
        "`adopt: { id }` with its id; if it isn't needed, delete it and run `up` again. To avoid this, omit `name`: " +
        "the provider then makes up a unique name and can tell its own object by it.",
      { cause },
    );
  }
}

/**
 * An interrupted run created the object, and the program has been edited since then.
 *
 * @done The object is in the state, unchanged.
 * @fix Run `preview`: it shows how `up` would change the object.
 */
export class MadeOtherwiseError extends ComputeError {
  readonly code = "made_otherwise";

  constructor(kind: string, id: string, visible: readonly string[], unsure: readonly string[]) {
    const differing = [...visible, ...unsure.map((name) => `${name} (which no read shows)`)];
    super(
      `an interrupted run made the ${kind} ${id} from other arguments than the program has now. They differ in ` +
        `${differing.join(", ")}. It was taken into the state as it is, and nothing was changed. Run \`preview\` to see what ` +
        "`up` would do about it.",
    );
  }
}

/**
 * The journal names an object of an interrupted run, but its name or creation time differs, or another resource has taken
 * it over in the meantime.
 *
 * @fix Adopt the object if it is yours; otherwise forget the attempt with `compute doctor --delete ID`.
 */
export class AttemptMisfitError extends AnswerError {
  readonly code = "attempt_misfit";

  /** @param canAdopt whether this kind supports `adopt`. */
  constructor(kind: string, id: string, attempt: string, what: string, canAdopt: boolean) {
    const forget = `run \`compute doctor --delete ${quoted(attempt)}\`, which forgets the attempt and leaves ${id} alone`;
    super(
      `the journal says that an interrupted run made the ${kind} ${id} for this resource, but ${what}. Nothing was created ` +
        "or changed. " +
        (canAdopt
          ? `If ${id} is what the resource is to have, give it \`adopt: { id: ${JSON.stringify(id)} }\`; if not, ${forget}.`
          : `What to do: ${forget}; the next \`up\` makes another.`),
    );
  }
}

/**
 * A run with another API key began to create an object for the resource, and the present key can't find out the outcome.
 *
 * @done Nothing was created.
 * @fix Set the API key of that run: `up` then continues its create. If that key is gone, forget the attempt with
 * `compute doctor --delete ID`.
 */ // A-24, A-31
export class OtherKeyError extends AnswerError {
  readonly code = "attempt_of_other_key";

  constructor({ id, kind, name, made }: Attempt) {
    super(
      `the journal says that a run with another API key began to create the ${kind} ${JSON.stringify(name)}` +
        `${made === undefined ? "" : ` (${made})`} for this resource. With the key of now nobody can tell what became of that, so nothing was ` +
        "created. What to do: set compute:apiKey, or COMPUTE_API_KEY, to the key of that run; with it `up` takes up what that run began. If there " +
        `is no such key any more, run \`compute doctor --delete ${quoted(id)}\`, which forgets the attempt and deletes nothing; what it made can be ` +
        "adopted.",
    );
  }
}

/**
 * The engine was killed before the provider had begun this create.
 *
 * @fix Run `up` again.
 */
export class EngineGoneError extends ComputeError {
  readonly code = "engine_gone";

  /** @param what was not done, as a sentence without its full stop. */
  constructor(what: string) {
    super(`${what}: the engine that asked for it is gone. Nothing was done. Run \`up\` again.`);
  }
}

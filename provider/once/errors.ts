import { CallError, ComputeError } from "../../client/errors";

/** What came back, without the advice that follows it: ours is more to the point. */
const quoted = (cause: unknown): string =>
  cause instanceof CallError ? ` (${cause.message.replace(/\. [A-Z].*$/s, "")})` : "";

/** The answer to a create was lost, and its outcome could not be found out before we had to stop. */
export class UnresolvedCreateError extends ComputeError {
  readonly code = "create_unresolved";

  constructor(kind: string, name: string, why: string, cause: unknown) {
    super(
      `creating the ${kind} ${JSON.stringify(name)} got no clear answer${quoted(cause)}, and ${why}. It may exist. ` +
        "Nothing was repeated. Run `up` again on this machine: it looks for the object before creating another.",
      { cause },
    );
  }
}

/** Several objects may be the one that a create with a lost answer made. */
export class AmbiguousCreateError extends ComputeError {
  readonly code = "create_ambiguous";

  constructor(
    kind: string,
    name: string,
    readonly ids: readonly string[],
    cause: unknown,
  ) {
    super(
      `creating the ${kind} ${JSON.stringify(name)} got no clear answer, and ${ids.length} new objects bear that name: ` +
        `${ids.join(", ")}. None was adopted. Find out which is yours, give the resource \`adopt: { id }\` with it and ` +
        "delete those that nobody wants; or leave `name` out, so that such a case can't be ambiguous.",
      { cause },
    );
  }
}

/** A create of an earlier run made an object that no longer fits the program. */
export class LeftoverError extends ComputeError {
  readonly code = "create_leftover";

  constructor(kind: string, name: string, id: string, differing: readonly string[]) {
    super(
      `an interrupted run created the ${kind} ${JSON.stringify(name)} (${id}), and the program now asks for another ` +
        `${differing.join(", ")}, which can't be changed in place. Nothing was changed. Delete ${id} and run \`up\` again, or ` +
        "set the program back.",
    );
  }
}

/** The engine that asked for it has died. Seen by nobody but a log. */
export class EngineGoneError extends ComputeError {
  readonly code = "engine_gone";

  constructor(kind: string) {
    super(`the ${kind} was not created: the engine that asked for it is gone. Nothing was done. Run \`up\` again.`);
  }
}

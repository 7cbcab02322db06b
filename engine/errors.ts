/**
 * What the engine throws. `code` is stable:
 *
 * - `unsupported`: the program, project or state asks for something this engine does not do; use the CLI for it;
 * - `locked`: another process works on the stack;
 * - `passphrase`: the passphrase is missing or wrong;
 * - `project`: a project, stack config or state file is missing or malformed;
 * - `invalid`: the program asked for something that makes no sense (duplicate URN, failed check, protected resource);
 * - `state`: a snapshot would be invalid; it is not written;
 * - `provider`: the provider host failed or broke its protocol;
 * - `terminated`: the caller gave up on a running operation.
 */
export class EngineError extends Error {
  override readonly name = "EngineError";
  constructor(
    readonly code:
      | "unsupported"
      | "locked"
      | "passphrase"
      | "project"
      | "invalid"
      | "state"
      | "provider"
      | "terminated",
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export const unsupported = (what: string, instead = "use the pulumi CLI for it"): EngineError =>
  new EngineError("unsupported", `the local engine does not support ${what}; ${instead}`);

/** The object exists, but did not become ready: a provider's way to keep what it made (`ErrorResourceInitFailed`). */
export class InitFailed<Properties> extends Error {
  override readonly name = "InitFailed";
  constructor(
    readonly id: string,
    readonly properties: Properties,
    readonly inputs: Properties | undefined,
    readonly reasons: readonly string[],
  ) {
    const list = reasons.map((reason) => `\t* ${reason}`).join("\n");
    super(`${reasons.length} ${reasons.length === 1 ? "error" : "errors"} occurred:\n${list}\n`);
  }
}

/** Says that the operation is ending, so that the program's call is not answered any more. */
export class Halted extends Error {
  override readonly name = "Halted";
  constructor() {
    super("resource monitor shut down while waiting on step's done channel");
  }
}

/** Ends the operation; what is wrong has been said. */
export class Complained extends Error {
  override readonly name = "Complained";
}

/** Says that one step failed, or was left out because of one that failed, while the operation goes on. */
export class StepFailed extends Error {
  override readonly name = "StepFailed";
  constructor(
    readonly urn: string,
    options?: ErrorOptions,
    /** Of the object that the step was to change: it is there all the same. */
    readonly id?: string,
  ) {
    super(`a step of ${urn} failed`, options);
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

import { inspect, types } from "node:util";

/** `ErrorOptions`, which programs for ES2020 do not know. */
export interface Cause {
  readonly cause?: unknown;
}

/**
 * What the engine throws. `code` is stable:
 *
 * - `unsupported`: the program, project or state asks for something this engine does not do; use the CLI for it;
 * - `locked`: another process works on the stack;
 * - `unlocked`: somebody removed the lock of this run, and another run may have written the state, which was left as it is;
 * - `passphrase`: the passphrase is missing or wrong;
 * - `project`: a project, stack config or state file is missing or malformed;
 * - `invalid`: the program asked for something that makes no sense (duplicate URN, failed check, protected resource);
 * - `state`: a snapshot would be invalid; it is not written;
 * - `unwritten`: the state could not be written, as where the disk is full;
 * - `provider`: the provider host failed or broke its protocol;
 * - `terminated`: the caller gave up on a running operation.
 */
export class EngineError extends Error {
  override readonly name = "EngineError";
  constructor(
    readonly code:
      | "unsupported"
      | "locked"
      | "unlocked"
      | "passphrase"
      | "project"
      | "invalid"
      | "state"
      | "unwritten"
      | "provider"
      | "terminated",
    message: string,
    options?: Cause,
  ) {
    super(message, options);
  }
}

export const unsupported = (what: string, instead = "use the pulumi CLI for it"): EngineError =>
  new EngineError("unsupported", `the local engine does not support ${what}; ${instead}`);

/** The state could not be written, so that it may lack what the run has done. */
export class StateNotWritten extends EngineError {
  constructor(
    readonly file: string,
    cause: unknown,
    rest = "",
  ) {
    super("unwritten", `the state ${file} could not be written: ${messageOf(cause)}${rest}`, { cause });
  }

  /** The same, as the end of the run tells it. @param lines what the run has done that no state may have, one a line. */
  atEnd(lines: readonly string[]): EngineError {
    const advice = `\n${doneBy(lines)}Make the state writable, and run \`up\` again. ${whatBecomesOfIt}`;
    return new StateNotWritten(this.file, this.cause, advice);
  }
}

/** Somebody removed the lock of a run, and the state is another run's by now: it is not written over. */
export class LostLock extends EngineError {
  constructor(
    readonly file: string,
    /** Whole sentences. */
    readonly reason: string,
    rest = "",
  ) {
    super(
      "unlocked",
      `the state ${file} was not written: the lock of this run was removed while it ran, as \`cancel\` does, and ${reason}${rest}`,
    );
  }

  /** As of `StateNotWritten`. */
  atEnd(lines: readonly string[]): EngineError {
    const advice =
      `\nThe state was left as the other run has it. ${doneBy(lines)}` +
      `Wait until no other run works on the stack, and look with \`compute doctor\`. ${whatBecomesOfIt}`;
    return new LostLock(this.file, this.reason, advice);
  }
}

const doneBy = (lines: readonly string[]): string =>
  lines.length > 0
    ? `What this run did and the state may not have:\n${lines.map((line) => `  * ${line}`).join("\n")}\n`
    : "This run did nothing that the state does not have.\n";

const whatBecomesOfIt =
  "`up` on the same machine takes over what was created, where the program asks for it and the state has no other object for it. If not, " +
  "give it to a resource by `adopt`, or delete it: until then nothing manages it. `refresh` updates the state for what was changed or deleted.";

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

/** An SDK says so of what it asks of an engine that has ended the run. */
export const isOfEndedRun = (message: string): boolean =>
  /Channel has been shut down|resource monitor shut down/.test(message);

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
    options?: Cause,
    /** Of the object that the step was to change: it is there all the same. */
    readonly id?: string,
  ) {
    super(`a step of ${urn} failed`, options);
  }
}

/** What is thrown and no Error is told as Node shows it, in one line. */
export const messageOf = (error: unknown): string =>
  error instanceof Error || types.isNativeError(error)
    ? error.message
    : typeof error === "string"
      ? error
      : inspect(error, { breakLength: Infinity, compact: true }).replace(/\n\s*/g, " ");

import { counted } from "../values/many";
import { inspect, types } from "node:util";

/** `ErrorOptions`, which is missing in ES2020. */
export interface Cause {
  readonly cause?: unknown;
}

/**
 * The engine's errors. `code` is stable:
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

/** The state could not be written, so it may lack the run's changes. */
export class StateNotWritten extends EngineError {
  constructor(
    readonly file: string,
    cause: unknown,
    rest = "",
  ) {
    super("unwritten", `the state ${file} could not be written: ${messageOf(cause)}${rest}`, { cause });
  }

  /** The error at the end of the run. @param lines the run's changes that may be in no state, one for each line. */
  atEnd(lines: readonly string[]): EngineError {
    const advice = `\n${doneBy(lines)}Make the state writable, and run \`up\` again. ${whatBecomesOfIt}`;
    return new StateNotWritten(this.file, this.cause, advice);
  }
}

/** Somebody removed the lock of a run, and another run has written the state, which is not overwritten. */
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

/** The object exists but did not become ready: a provider's way to keep it in the state (`ErrorResourceInitFailed`). */
export class InitFailed<Properties> extends Error {
  override readonly name = "InitFailed";
  constructor(
    readonly id: string,
    readonly properties: Properties,
    readonly inputs: Properties | undefined,
    readonly reasons: readonly string[],
  ) {
    const list = reasons.map((reason) => `\t* ${reason}`).join("\n");
    super(`${counted(reasons.length, "error")} occurred:\n${list}\n`);
  }
}

/** Tells whether an SDK's message is about a request to an engine that has ended the run. */
export const isOfEndedRun = (message: string): boolean =>
  /Channel has been shut down|resource monitor shut down/.test(message);

/** The operation is ending, so the program's call gets no answer. */
export class Halted extends Error {
  override readonly name = "Halted";
  constructor() {
    super("resource monitor shut down while waiting on step's done channel");
  }
}

/** Ends the operation after the problem has been reported. */
export class Complained extends Error {
  override readonly name = "Complained";
}

/** One step failed, or was skipped because of a failed one, while the operation continues. */
export class StepFailed extends Error {
  override readonly name = "StepFailed";
  constructor(
    readonly urn: string,
    options?: Cause,
    /** The id of the object that the step was about to change, which still exists. */
    readonly id?: string,
  ) {
    super(`a step of ${urn} failed`, options);
  }
}

/** The message of a thrown value; anything but an Error as Node prints it, in one line. */
export const messageOf = (error: unknown): string =>
  error instanceof Error || types.isNativeError(error)
    ? error.message
    : typeof error === "string"
      ? error
      : inspect(error, { breakLength: Infinity, compact: true }).replace(/\n\s*/g, " ");

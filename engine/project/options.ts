import { systemAmbient } from "../ambient";
import type { Ambient } from "../ambient";
import { EngineError } from "../errors";
import { readIfThere } from "../../disk";
import type { EngineEvent, Diagnostic, StepReport, Summary } from "../run/events";
import type { InlineProgram } from "../program/inline-program";
import type { SelectionOptions } from "../plan/selection";
import type { JsonMap } from "../protocol/wire";

/** The stack to open, and how to work on it. */
export interface StackOptions {
  /** The directory that contains Pulumi.yaml. Default: the current directory. */
  readonly projectDir?: string;
  /**
   * A program to run in this process instead of the project's; it returns the stack's outputs. Only one such program can
   * run at a time in a process, because the SDK keeps its settings in one place. Providers still run in their own process,
   * with `projectDir` as their working directory.
   */
  readonly program?: InlineProgram;
  /** With `program`: the project's name, so that no Pulumi.yaml is needed. */
  readonly projectName?: string;
  /** The name of the stack, such as `dev`. The first `up` creates the stack. */
  readonly stack: string;
  /** The place of the states: `file://` and an existing directory. Default: `PULUMI_BACKEND_URL`. */
  readonly backendUrl?: string;
  /** Encrypts and decrypts secrets. Default: `PULUMI_CONFIG_PASSPHRASE`, then the file that `PULUMI_CONFIG_PASSPHRASE_FILE` names. */
  readonly passphrase?: string;
  /** Variables for the program and the providers, in addition to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** How many resources to work on at the same time. Default 16. */
  readonly parallel?: number;
  /** The source of time, random bytes and ids. Default: the system's. */
  readonly ambient?: Ambient;
}

/** Options of every operation. */
export interface OperationCallOptions {
  /** Called for each event, in order. It must not throw. */
  readonly onEvent?: (event: EngineEvent) => void;
  /** Abort it to cancel: running steps finish and are saved, and no new step starts. */
  readonly signal?: AbortSignal;
  /** Abort it to stop at once: running calls stay in the state as pending operations, and may still complete. */
  readonly terminate?: AbortSignal;
}

export interface UpOptions extends OperationCallOptions, SelectionOptions {
  /** After a failure, continue with the resources that do not depend on the one that failed. */
  readonly continueOnError?: boolean;
  /** Refresh the state first, so that drift is corrected. */
  readonly refresh?: boolean;
  /** Fail if anything changes. */
  readonly expectNoChanges?: boolean;
}

export interface RefreshOptions extends OperationCallOptions, Omit<SelectionOptions, "replace"> {
  /** Only report what has drifted, and change nothing. */
  readonly previewOnly?: boolean;
  /** Fail if anything changes. */
  readonly expectNoChanges?: boolean;
  /** Run the program too, so that providers use the current settings instead of those of the last `up`. */
  readonly runProgram?: boolean;
  /** Forget creates of a killed run whose outcome is unknown. */
  readonly clearPendingCreates?: boolean;
}

export interface DestroyOptions extends OperationCallOptions, Omit<SelectionOptions, "replace"> {
  /** After a failure, continue with the resources that the failed one does not depend on. */
  readonly continueOnError?: boolean;
  /** Run the program too, so that providers use the current settings instead of those of the last `up`. */
  readonly runProgram?: boolean;
  /** Only report what would be deleted, and delete nothing. */
  readonly previewOnly?: boolean;
}

export interface OperationResult {
  readonly result: "succeeded" | "failed";
  readonly summary: Summary;
  readonly steps: readonly StepReport[];
  /** The stack's outputs. Secrets are `"[secret]"`. */
  readonly outputs: JsonMap;
  readonly diagnostics: readonly Diagnostic[];
}

/** @throws EngineError `passphrase` if none is set. */
export async function findPassphrase(given: string | undefined, env: NodeJS.ProcessEnv): Promise<string> {
  if (given !== undefined) return given;
  const { PULUMI_CONFIG_PASSPHRASE: passphrase, PULUMI_CONFIG_PASSPHRASE_FILE: file } = env;
  if (passphrase !== undefined) return passphrase;
  const text = file ? readIfThere(file) : undefined;
  if (text !== undefined) return text.trim();
  throw new EngineError(
    "passphrase",
    "The stack's secrets are encrypted with a passphrase, and none is set. Set PULUMI_CONFIG_PASSPHRASE, or PULUMI_CONFIG_PASSPHRASE_FILE to a file that has it.",
  );
}

export const defaults = { parallel: 16, ambient: systemAmbient };

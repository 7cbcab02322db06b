import { systemAmbient } from "../ambient";
import type { Ambient } from "../ambient";
import { EngineError } from "../errors";
import { readIfThere } from "../../files";
import type { EngineEvent, Diagnostic, StepReport, Summary } from "../run/events";
import type { InlineProgram } from "../program/inline-program";
import type { SelectionOptions } from "../plan/selection";
import type { JsonMap } from "../protocol/wire";

/** Where a stack is and how to work on it. */
export interface StackOptions {
  /** The directory of Pulumi.yaml; the current one if left out. */
  readonly projectDir?: string;
  /**
   * A program to run in this process in place of the project's: what it returns are the outputs. One at a time a
   * process, for the SDK keeps its settings in one place. Providers run in their own process all the same, with
   * `projectDir` as working directory.
   */
  readonly program?: InlineProgram;
  /** With `program`: the project's name, so that no Pulumi.yaml is needed. */
  readonly projectName?: string;
  /** The stack's name, `dev` say. It comes into being with its first `up`. */
  readonly stack: string;
  /** `file://<existing directory>`; else `PULUMI_BACKEND_URL`. */
  readonly backendUrl?: string;
  /** Opens and seals secrets; else `PULUMI_CONFIG_PASSPHRASE`, else the file of `PULUMI_CONFIG_PASSPHRASE_FILE`. */
  readonly passphrase?: string;
  /** Added to this process's environment for program and providers. */
  readonly env?: Readonly<Record<string, string>>;
  /** How many steps run at once; 16 if left out. */
  readonly parallel?: number;
  /** Where time, chance and ids come from; the system's if left out. */
  readonly ambient?: Ambient;
}

/** What every operation takes. */
export interface OperationCallOptions {
  /** Called for each event, in order. Must not throw. */
  readonly onEvent?: (event: EngineEvent) => void;
  /** Abort it to cancel: running steps finish and are saved, no other starts. */
  readonly signal?: AbortSignal;
  /** Abort it to give up: running calls stay in the state as pending operations, and may still complete. */
  readonly terminate?: AbortSignal;
}

export interface UpOptions extends OperationCallOptions, SelectionOptions {
  /** Go on with what does not depend on a resource that failed. */
  readonly continueOnError?: boolean;
  /** Refresh first. */
  readonly refresh?: boolean;
  /** A result with any change counts as failed. */
  readonly expectNoChanges?: boolean;
}

export interface RefreshOptions extends OperationCallOptions, Omit<SelectionOptions, "replace"> {
  /** Say what has drifted, write nothing. */
  readonly previewOnly?: boolean;
  /** A result with any change counts as failed. */
  readonly expectNoChanges?: boolean;
  /** Run the program too, so that providers get the settings of now in place of those of the last `up`. */
  readonly runProgram?: boolean;
  /** Forget creates whose outcome is unknown, left by a killed run. */
  readonly clearPendingCreates?: boolean;
}

export interface DestroyOptions extends OperationCallOptions, Omit<SelectionOptions, "replace"> {
  /** Go on with what a resource that failed does not depend on. */
  readonly continueOnError?: boolean;
  /** Run the program too, so that providers get the settings of now in place of those of the last `up`. */
  readonly runProgram?: boolean;
  /** Say what would be deleted, delete nothing. */
  readonly previewOnly?: boolean;
}

export interface OperationResult {
  readonly result: "succeeded" | "failed";
  readonly summary: Summary;
  readonly steps: readonly StepReport[];
  /** The stack's outputs, secrets as `"[secret]"`. */
  readonly outputs: JsonMap;
  readonly diagnostics: readonly Diagnostic[];
}

/** @throws EngineError `passphrase` when nobody set one. */
export async function findPassphrase(given: string | undefined, env: NodeJS.ProcessEnv): Promise<string> {
  if (given !== undefined) return given;
  const { PULUMI_CONFIG_PASSPHRASE: passphrase, PULUMI_CONFIG_PASSPHRASE_FILE: file } = env;
  if (passphrase !== undefined) return passphrase;
  const text = file ? readIfThere(file) : undefined;
  if (text !== undefined) return text.trim();
  throw new EngineError(
    "passphrase",
    "passphrase must be set with PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE environment variables",
  );
}

export const defaults = { parallel: 16, ambient: systemAmbient };

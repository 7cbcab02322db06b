/**
 * The local engine: previews, updates, refreshes and destroys an unmodified Pulumi program in TypeScript, JavaScript or Python whose
 * resources are dynamic ones or those of provider plugins, without the Pulumi CLI. Program and provider host are those of Pulumi's own SDKs; the
 * state is kept in the files of the CLI's file backend, so that either tool can continue the other's stack.
 *
 * ```ts
 * const stack = await LocalStack.open({ projectDir: ".", stack: "dev", backendUrl: "file:///tmp/state", passphrase: "x" });
 * await stack.setConfig("compute:apiKey", key, { secret: true });
 * const plan = await stack.preview();            // plan.steps says what and why, plan.summary how many
 * const done = await stack.up({ onEvent: (event) => print(event) });
 * if (done.result === "failed") console.error(done.diagnostics);
 * const drift = await stack.refresh({ previewOnly: true, expectNoChanges: true });
 * await stack.destroy();
 * ```
 *
 * A program can also be given as a function, for tests: `LocalStack.open({ program, projectName, stack, … })`.
 *
 * Operations do not throw for what goes wrong in the stack (a failing provider, a failing program): they end with
 * `result: "failed"` and diagnostics. They throw `EngineError` for what keeps them from running at all.
 *
 * Not supported, and refused by name: explicit providers and import of dynamic resources, transforms of invokes, hooks,
 * methods of components, assets, replaceWith, other backends and secrets providers than `file://` and passphrase.
 */
export { EngineError } from "./errors";
export type { Diagnostic, EngineEvent, StepReport, StepState, Summary } from "./run/events";
export type { PropertyChange } from "./run/property-changes";
export type {
  DestroyOptions,
  OperationCallOptions,
  OperationResult,
  RefreshOptions,
  StackOptions,
  UpOptions,
} from "./project/options";
export type { SelectionOptions } from "./plan/selection";
export { LocalStack } from "./stack";
export type { StepOp } from "./plan/step";
export type { Ambient } from "./ambient";
export type { InlineProgram } from "./program/inline-program";

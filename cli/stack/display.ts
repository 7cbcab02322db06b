import type { Diagnostic, EngineEvent, OperationResult, StepReport } from "../../engine/index";
import type { Io, Output } from "../io";
import type { Ending } from "./end";
import type { StackPlan } from "./plan";
import { LineDisplay } from "./line-display";
import { TreeDisplay } from "./tree-display";

export interface DisplayOptions {
  readonly isPlan: boolean;
  /** The effects of the steps: of the preview, or of what has been done if there was none. */
  readonly plan: StackPlan;
  /** Show every changed place and every input of new resources. */
  readonly isFull?: boolean;
  /** Each resource has its own line, however similar they are. */
  readonly isAll?: boolean;
  readonly planned?: OperationResult | undefined;
}

/** Shows an operation while it runs, and its result. */
export interface Display {
  onEvent(event: EngineEvent): void;
  say(sentence: string): void;
  /** Ends the live part and prints the result. */
  finish(result: OperationResult, ending: Ending): void;
  /** Shows the steps of a plan with the messages about them, without an end. */
  showPlan(steps: readonly StepReport[], said: readonly Diagnostic[]): void;
  close(): void;
}

/** A tree that is redrawn in place if the terminal can erase lines; otherwise one line after the other. */
export const displayOn = (
  io: Pick<Io, "everySecond" | "now" | "stderr">,
  output: Output,
  options: DisplayOptions,
): Display => (output.isLive ? new TreeDisplay(io, output, options) : new LineDisplay(io, output, options));

import type { EngineEvent, OperationResult } from "../../engine/index";
import type { Ending } from "./end";
import type { StackPlan } from "./plan";
import type { PlanOptions } from "./plan-notes";
import type { CostOf } from "./rows";

export interface DisplayOptions extends PlanOptions {
  /** A preview: steps are planned, not done. */
  readonly isPlan: boolean;
  /** Each resource has a line of its own, however alike they are. */
  readonly isAll?: boolean;
  /** What the steps of a preview come to. */
  readonly plan?: StackPlan;
  /** What the preview has announced. */
  readonly planned?: OperationResult | undefined;
  /** What the preview has found of the cost of a step. */
  readonly costOf?: CostOf | undefined;
}

/** Shows an operation while it runs, and what came of it. */
export interface Display {
  onEvent(event: EngineEvent): void;
  /** A sentence of the command's own, on lines of its own. */
  say(sentence: string): void;
  /** Ends what changes, and says what it came to. */
  finish(result: OperationResult, ending: Ending): void;
  /** Shows the steps of a plan that have been told, without an end. */
  showPlan(costOf?: CostOf): void;
  /** Ends what changes. */
  close(): void;
}

import type { Identified, Operations } from "../kinds/operations";
import { hidden } from "../state/state";
import type { Props } from "../table/props";

/** What state says after a change that nobody waited for: a later `up` has to look what came of it. */
export const unsettledBy = <T extends Identified>(operations: Operations<T>, news: Props): Props =>
  operations.isUnawaited?.(news) ? { [hidden.unsettled]: true } : {};

/** The same after a look, as long as that has not shown how it ended. */
export const stillUnsettled = <T extends Identified>(operations: Operations<T>, object: T, before: Props): Props =>
  before[hidden.unsettled] === true && operations.isSettled?.(object) === false ? { [hidden.unsettled]: true } : {};

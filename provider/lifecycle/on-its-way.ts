import type { Identified, Operations } from "../kinds/operations";
import { hidden } from "../state/state";
import type { Props } from "../table/props";

/** What state says after a change that nobody waited for: a later `up` has to see what came of it. */
export const onItsWayAfter = (operations: Operations, news: Props): Props =>
  operations.isUnawaited?.(news) ? { [hidden.onItsWay]: true } : {};

/** What state says after the object was read, as long as no read has shown what came of that change. */
export const stillOnItsWay = (operations: Operations, object: Identified, before: Props): Props =>
  before[hidden.onItsWay] === true && operations.hasArrived?.(object) === false ? { [hidden.onItsWay]: true } : {};

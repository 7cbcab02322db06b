import type { Identified } from "../../kinds/operations";
import type { MadeOtherwiseError } from "../../create/errors";
import type { Props } from "../../table/props";

/** An object that is there now, and what an update still has to do to it. */
export interface Obtained {
  readonly object: Identified;
  readonly changed: ReadonlySet<string>;
  /** The inputs with the alternative that it was made with. */
  readonly asked: Props;
  /** What that update starts from. */
  readonly olds: Props;
  /** It is somebody else's work, which the program takes over. */
  readonly isAdopted?: boolean;
  /** An interrupted run made it. */
  readonly isTakenUp?: boolean;
  /** Set where an interrupted run made it from other arguments: then it is to stay as it is for now. */
  readonly otherwise?: MadeOtherwiseError;
}

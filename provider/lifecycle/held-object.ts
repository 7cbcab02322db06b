import type { HeldObject } from "../create/journal/holders";
import type { Settings } from "../host/settings";
import type { Operations } from "../kinds/operations";
import { keyDigestOf } from "../state/sighting";

/**
 * The object, as the journal keeps who has it. An id that follows from the inputs is the same in every account, and the key tells which one is
 * meant: the address of the platform may change.
 */
export const heldObject = (
  kind: string,
  id: string,
  { idOf }: Pick<Operations, "idOf">,
  settings: Settings,
): HeldObject => ({ kind, id, ...(idOf && { account: keyDigestOf(settings) }) });

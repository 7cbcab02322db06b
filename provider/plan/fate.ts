import type { Effect } from "./effect";

/** What is known of an object that the state is to let go of. */
export interface LetGo {
  /** The platform does not have it any more. */
  readonly isGone?: boolean | undefined;
  /** By the option `retainOnDelete`. */
  readonly isRetained?: boolean | undefined;
  /** Another resource has it: one of this run, or of a state in the same folder. */
  readonly isHeld?: boolean | undefined;
}

/** What becomes of an object that the state lets go of. A deletion asks it, and so does the preview of one. */
export function fateOf({ isGone, isRetained, isHeld }: LetGo): Pick<Effect, "does" | "why"> {
  if (isGone) return { does: "forget" };
  if (isRetained) return { does: "keep", why: "retained" };
  return isHeld ? { does: "keep", why: "held" } : { does: "delete" };
}

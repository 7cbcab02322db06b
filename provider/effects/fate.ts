import type { Effect } from "./effect";

/** The facts about an object that is about to leave the state. */
export interface Leaving {
  readonly isGone?: boolean | undefined;
  readonly isRetained?: boolean | undefined;
  /** Another resource owns it: one of this run, or of a state in the same folder. */
  readonly isHeld?: boolean | undefined;
}

/** Decides the fate of an object that leaves the state, for a deletion and for its preview. */
export function fateOf({ isGone, isRetained, isHeld }: Leaving): Pick<Effect, "does" | "why"> {
  if (isGone) return { does: "forget" };
  if (isRetained) return { does: "keep", why: "retained" };
  return isHeld ? { does: "keep", why: "held" } : { does: "delete" };
}

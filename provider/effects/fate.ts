import { quoted } from "../../values/shell";
import { kinds } from "../kinds";
import type { KindName } from "../kinds/names";
import type { Operations } from "../kinds/operations";
import { markIn } from "../table/names";
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

/** Tells whether later runs ask about an object that a state has let go of: not if it can't be renamed or has no mark. */
export function isAskedAbout(kind: KindName, objectName: unknown): boolean {
  const { operations }: { operations: Operations } = kinds[kind];
  return operations.rename !== undefined && (typeof objectName !== "string" || markIn(objectName) !== undefined);
}

/** How to leave such an object alone. */
export const letGoOf = (id: string, flags = ""): string =>
  `Let it go afterwards with \`compute doctor --let-go ${quoted(id)}${flags}\`, so that no run asks about it.`;

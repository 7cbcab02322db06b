import { kinds } from "../kinds";
import type { KindName } from "../kinds/names";
import type { Operations } from "../kinds/operations";
import { markIn } from "../table/names";

/**
 * How to leave an object alone that a state has just let go of. Undefined where no run asks about it, or it can't be renamed.
 *
 * @param objectName on the platform, if it is known: without a mark, no run takes the object for its own.
 */
export function letGoOf(kind: KindName, id: string, flags = "", objectName?: unknown): string | undefined {
  const { operations }: { operations: Operations } = kinds[kind];
  if (!operations.rename || (typeof objectName === "string" && !markIn(objectName))) return undefined;
  return `Let it go afterwards with \`compute doctor --let-go ${id}${flags}\`, so that no run asks about it.`;
}

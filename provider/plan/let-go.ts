import { kinds } from "../kinds";
import type { KindName } from "../kinds/names";
import type { Operations } from "../kinds/operations";

/** How to leave an object alone that a state has just let go of. Undefined where no run asks about it, or it can't be renamed. */
export function letGoOf(kind: KindName, id: string, flags = ""): string | undefined {
  const { operations }: { operations: Operations } = kinds[kind];
  if (!operations.rename) return undefined;
  return `Let it go afterwards with \`compute doctor --let-go ${id}${flags}\`, so that no run asks about it.`;
}

import { quoted } from "../../values/shell";
import { kinds } from "../kinds";
import type { KindName } from "../kinds/names";
import type { Operations } from "../kinds/operations";
import { markIn } from "../table/names";

/** Tells whether later runs ask about an object that a state has let go of: not if it can't be renamed or has no mark. */
export function isAskedAbout(kind: KindName, objectName: unknown): boolean {
  const { operations }: { operations: Operations } = kinds[kind];
  return operations.rename !== undefined && (typeof objectName !== "string" || markIn(objectName) !== undefined);
}

/** How to leave such an object alone. */
export const letGoOf = (id: string, flags = ""): string =>
  `Let it go afterwards with \`compute doctor --let-go ${quoted(id)}${flags}\`, so that no run asks about it.`;

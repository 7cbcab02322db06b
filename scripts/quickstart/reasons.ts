import { isDeepStrictEqual } from "node:util";
import { isCondition, type Resource } from "../../provider/table/resource";
import { resources } from "../../provider/kinds";
import { topLevel } from "./changes";
import type { Explanation, Reason } from "./report";

const byKind = new Map<string, Resource>(resources().map((resource) => [resource.kind, resource]));

/** Whether two values of a field mean the same: a report of the platform may say more than a program can ask for. */
function isSameValue(kind: string, name: string, old: unknown, next: unknown): boolean {
  const canonical = byKind.get(kind)?.inputs[name]?.canonical;
  return canonical !== undefined && isDeepStrictEqual(canonical(old), canonical(next));
}

/** Says from the declaration of the kind why a change updates or replaces. */
const reason: Reason = (kind, op, { path }) => {
  const field = byKind.get(kind)?.inputs[topLevel(path)];
  if (!field) return undefined;
  if (isCondition(field.change)) return field.change.because;
  switch (field.change) {
    case "none":
      return "provider-only setting, never sent to the platform";
    case "update":
      // Beside what asks for the replacement, a change in place explains nothing.
      return op === "replace" ? undefined : "changes in place";
    case "replace":
      return `can't change on an existing ${kind}, so it is replaced`;
  }
};

export const explanation: Explanation = { reason, isSameValue };

/** Whether a difference between state and platform is of interest: the program can set it, or it says how a machine fares. */
export function isDrift(kind: string, path: string): boolean {
  const name = topLevel(path);
  return name === "status" || name in (byKind.get(kind)?.inputs ?? {});
}

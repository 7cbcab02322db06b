import { isCondition, type Resource } from "../../provider/resource";
import { resources } from "../../provider/resources/all";
import type { Reason } from "./report";

const byKind = new Map<string, Resource>(resources.map((resource) => [resource.kind, resource]));

/** `mounts.network[0].path` → `mounts`: declarations are of top-level fields. */
function fieldName(path: string): string {
  return /^[^.[]+/.exec(path)?.[0] ?? path;
}

/** Says from the declaration of the kind why a change updates or replaces, with the rules of the contract behind it. */
export const reason: Reason = (kind, { path }) => {
  const field = byKind.get(kind)?.inputs[fieldName(path)];
  if (!field) return undefined;
  const rules = field.rules ? ` (${field.rules.join(", ")})` : "";
  if (isCondition(field.change)) return `${field.change.because}${rules}`;
  switch (field.change) {
    case "none":
      return "a setting of ours; the platform is not told";
    case "update":
      return `changes in place${rules}`;
    case "replace":
      return `cannot change on an existing ${kind}: needs a new one${rules}`;
  }
};

/** Whether a difference between state and platform is of interest: the program can set it, or it says how a machine fares. */
export function isDrift(kind: string, path: string): boolean {
  const name = fieldName(path);
  return name === "status" || name in (byKind.get(kind)?.inputs ?? {});
}

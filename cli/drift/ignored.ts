import { parsePath } from "../../engine/plan/property-path";

/** Whether a difference at this path is one that the option `ignoreChanges` has the program not care about. */
export const isIgnored = (path: string, patterns: readonly string[]): boolean => {
  const keys = parsePath(path) ?? [];
  return patterns.some((pattern) => {
    const asked = parsePath(pattern);
    return asked?.every((key, at) => (key === "*" ? keys.length > at : String(keys[at]) === String(key))) ?? false;
  });
};

import type { Marked } from "../host/marked";
import { hidden } from "../state/state";
import { type Path, type Props, valueAt } from "../table/props";
import type { Field } from "../table/resource";

/** The paths of arguments that the program marks as secret as a whole, as passed by the SDK. */
export function secretPathsOf(asked: Props): readonly Path[] {
  const { [hidden.secretPaths]: paths } = asked;
  return Array.isArray(paths) ? paths.filter((path): path is Path => Array.isArray(path)) : [];
}

/**
 * Masks the member names of maps that the program marks as secret as a whole, because the names may be secrets themselves.
 */
export function markMembers(
  marked: Marked,
  props: Props,
  paths: readonly Path[],
  fieldOf: (name: string) => Field | undefined,
): void {
  for (const path of paths) {
    const limits = fieldOf(String(path[0]))?.limits ?? "";
    marked.addMembers(path, valueAt(props, path), new Set(limits.match(/\w+/g)));
  }
}

import type { Marked } from "../host/marked";
import { hidden } from "../state/state";
import { type Path, type Props, valueAt } from "../table/props";
import type { Field } from "../table/resource";

/** Where in the arguments the program has a secret as a whole, as the SDK handed it over. */
export function secretPathsOf(asked: Props): readonly Path[] {
  const { [hidden.secretPaths]: paths } = asked;
  return Array.isArray(paths) ? paths.filter((path): path is Path => Array.isArray(path)) : [];
}

/**
 * A map that the program calls secret as a whole may have secrets as the names of its members: nothing that the provider
 * says tells those that are the program's own.
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

import type { Marked } from "../host/marked";
import type { Identified } from "../kinds/operations";
import { hidden } from "../state/state";
import { type Path, valueAt } from "../table/property-path";
import { pick, type Props, strings } from "../table/props";
import type { Field } from "../table/resource";
import type { VerbContext } from "./context";

/** Where in the arguments the program has a secret as a whole, as the SDK handed it over. */
function secretPathsOf(asked: Props): readonly Path[] {
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

/** What the program marked as secret is hidden from now on. What it was before is no less a secret. */
export function noteSecrets<T extends Identified>(
  { marked, resource }: VerbContext<T>,
  olds: Props,
  asked: Props,
): void {
  for (const props of [olds, asked]) {
    marked.add(pick(props, strings(asked[hidden.secrets])));
    markMembers(marked, props, secretPathsOf(asked), (name) => resource.inputs[name]);
  }
}

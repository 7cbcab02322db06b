import { ownMember } from "../../values/own-member";
import { groupedBy } from "../../values/many";
import { kinds } from "../kinds";
import type { KindName } from "../kinds/names";
import { replacingPaths } from "../table/diff";
import type { Path, Props } from "../table/props";

/** Of changed places within arguments whose change replaces the object, those that do. Others change in place beside them. */
export function replacingWithin(kind: KindName, old: Props, next: Props, paths: readonly Path[]): Set<Path> {
  const { resource } = kinds[kind];
  const byName = groupedBy(paths, ([name]) => String(name));
  const found = [...byName].flatMap(([name, own]) =>
    replacingPaths(resource, name, { before: ownMember(old, name), after: ownMember(next, name), paths: own }),
  );
  return new Set(found);
}

import { append, getOrMake, groupedBy } from "../../values/many";
import { type ResourceState, referencesOf } from "../state/resource-state";

/** The dependents of an entry, in the order of the state, without `ignored` ones and, unless `children`, those by parent alone. */
export function dependentsOf(
  root: ResourceState,
  resources: readonly ResourceState[],
  { ignored, children = false }: { ignored?: ReadonlySet<string>; children?: boolean },
): ResourceState[] {
  const reached = new Set([root.urn]);
  return resources.slice(resources.indexOf(root) + 1).filter((entry) => {
    if (ignored?.has(entry.urn)) return false;
    const references = referencesOf(children ? entry : { ...entry, parent: undefined });
    const depends = references.some((urn) => reached.has(urn));
    if (depends) reached.add(entry.urn);
    return depends;
  });
}

/**
 * Groups deletes so that each group depends only on earlier ones: the groups run in order, the members of a group in
 * parallel. Groups are built from the roots and then reversed, so an independent resource is deleted last (pulumi-engine
 * 5.6).
 */
export function deletionGroups(
  condemned: readonly ResourceState[],
  resources: readonly ResourceState[],
): ResourceState[][] {
  const wanted = new Set(condemned);
  const depths = new Depths();
  const groups: ResourceState[][] = [];
  const depthOf = new Map(resources.map((entry) => [entry, depths.enter(entry, wanted.has(entry))]));
  for (const entry of condemned) (groups[depthOf.get(entry) ?? 0] ??= []).push(entry);
  return groups.reverse();
}

/** Counts the longest chain of condemned entries that wait for an entry. Entries of one URN share it, so time stays linear. */
class Depths {
  /** The depth, by URN, of the dependents of its condemned entries; `below` includes all descendants of the URN. */
  private readonly own = new Map<string, number>();
  private readonly below = new Map<string, number>();
  private readonly components = new Set<string>();
  private readonly parents = new Map<string, Set<string>>();

  /** Adds an entry. Entries come in the order of the state. */
  enter(entry: ResourceState, isCondemned: boolean): number {
    const { urn, parent, custom } = entry;
    let depth = parent === undefined ? 0 : (this.own.get(parent) ?? 0);
    for (const other of referencesOf({ ...entry, parent: undefined })) {
      depth = Math.max(depth, this.own.get(other) ?? 0);
      if (this.components.has(other)) depth = Math.max(depth, this.below.get(other) ?? 0);
    }
    if (!custom) this.components.add(urn);
    if (parent !== undefined) getOrMake(this.parents, urn, () => new Set()).add(parent);
    if (isCondemned) this.own.set(urn, Math.max(this.own.get(urn) ?? 0, depth + 1));
    const most = Math.max(isCondemned ? depth + 1 : 0, this.below.get(urn) ?? 0);
    // An ancestor is at least as deep as the entries in between.
    const above = parent === undefined ? [] : [parent];
    for (let at = above.pop(); at !== undefined; at = above.pop()) {
      if ((this.below.get(at) ?? 0) >= most) continue;
      this.below.set(at, most);
      append(above, this.parents.get(at) ?? []);
    }
    return depth;
  }
}

/** The URNs that a relation reaches from some entries, their own included. */
export function closureOf(
  roots: readonly ResourceState[],
  relation: (entry: ResourceState) => readonly ResourceState[],
): ReadonlySet<string> {
  // A replaced entry that waits for its delete shares the URN of its successor but has its own dependencies.
  const found = new Set<ResourceState>();
  const frontier = [...roots];
  for (let next = frontier.pop(); next; next = frontier.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    append(frontier, relation(next));
  }
  return new Set([...found].map(({ urn }) => urn));
}

/** The earlier entries that each entry needs. A dependency on a component includes its children. */
export function dependenciesIn(
  resources: readonly ResourceState[],
): (entry: ResourceState) => readonly ResourceState[] {
  const places = new Map(resources.map((entry, place) => [entry, place]));
  const byUrn = groupedBy(resources, ({ urn }) => urn);
  const byParent = groupedBy(resources, ({ parent }) => parent);
  return (entry) => {
    const place = places.get(entry) ?? -1;
    const isEarlier = (other: ResourceState) => (places.get(other) ?? 0) < place;
    const earlier = (group: readonly ResourceState[] | undefined) => group?.filter(isEarlier) ?? [];
    const direct = referencesOf({ ...entry, parent: undefined }).flatMap((urn) => earlier(byUrn.get(urn)));
    const found = new Set([...direct, ...earlier(byUrn.get(entry.parent ?? ""))]);
    const components = new Set(direct.filter(({ custom }) => !custom));
    // The set grows during the walk, so that children of children are included.
    for (const component of components)
      for (const child of earlier(byParent.get(component.urn))) {
        components.add(child);
        found.add(child);
      }
    return [...found];
  };
}

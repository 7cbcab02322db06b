import { type ResourceState, referencesOf } from "../state/resource-state";

/**
 * The entries that depend on one, directly or through others, in the order of the state. Being a child is no
 * dependency, unless `children` says so. Entries in `ignored` neither count nor pass dependency on.
 */
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
 * Groups what is to be deleted so that each group depends on no later one: run them in the order given, the members
 * of a group at once. Built from the roots up and then turned round, so a resource that stands alone goes last
 * (pulumi-engine 5.6).
 */
export function deletionGroups(
  condemned: readonly ResourceState[],
  resources: readonly ResourceState[],
): ResourceState[][] {
  const before = new Map(condemned.map((entry) => [entry, dependenciesOf(entry, resources)]));
  const left = new Set(condemned);
  const groups: ResourceState[][] = [];
  while (left.size > 0) {
    const free = [...left].filter((entry) => !(before.get(entry) ?? []).some((other) => left.has(other)));
    const group = free.length > 0 ? free : [...left]; // a cycle cannot be: entries only refer to earlier ones
    for (const entry of group) left.delete(entry);
    groups.push(group);
  }
  return groups.reverse();
}

/** The URNs that are reached from some entries by a relation, their own included. */
export function closureOf(
  roots: readonly ResourceState[],
  relation: (entry: ResourceState) => readonly ResourceState[],
): ReadonlySet<string> {
  // What waits for its delete after a replacement has the URN of what took its place, and dependencies of its own.
  const found = new Set<ResourceState>();
  const frontier = [...roots];
  for (let next = frontier.shift(); next; next = frontier.shift()) {
    if (found.has(next)) continue;
    found.add(next);
    frontier.push(...relation(next));
  }
  return new Set([...found].map(({ urn }) => urn));
}

/** The earlier entries that must outlive this one; depending on a component means depending on its children. */
export function dependenciesOf(entry: ResourceState, resources: readonly ResourceState[]): ResourceState[] {
  const earlier = resources.slice(0, resources.indexOf(entry));
  const direct = new Set(referencesOf({ ...entry, parent: undefined }));
  const found = new Set(earlier.filter((other) => direct.has(other.urn) || other.urn === entry.parent));
  const components = new Set(
    [...found].filter((other) => !other.custom && direct.has(other.urn)).map(({ urn }) => urn),
  );
  for (const other of earlier) {
    if (!other.parent || !components.has(other.parent)) continue;
    found.add(other);
    components.add(other.urn);
  }
  return [...found];
}

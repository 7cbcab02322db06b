import { groupedBy } from "../../values/many";
import { EngineError } from "../errors";
import { parseProviderReference } from "../protocol/urn";
import { type PendingOperation, type ResourceState, referencesOf } from "./resource-state";

/** The state at any moment: finished entries in order, then the remaining old ones, so that dependencies come first. */
export class Snapshot {
  private readonly fresh: ResourceState[] = [];
  private readonly done = new Set<ResourceState>();
  private readonly kept = new Set<ResourceState>();
  private readonly operations = new Set<PendingOperation>();
  private readonly renamed = new Map<string, string>();
  private readonly rewritten = new WeakMap<ResourceState, { of: number; entry: ResourceState }>();

  constructor(
    readonly base: readonly ResourceState[],
    /** Creates of an earlier, killed run with an unknown outcome. Kept until a refresh clears them. */
    readonly lost: readonly PendingOperation[] = [],
  ) {}

  /** Adds a new entry, in place of an old one if given. */
  put(entry: ResourceState, old?: ResourceState): void {
    if (old && old.urn !== entry.urn) this.renamed.set(old.urn, entry.urn);
    // An entry that was carried over before its registration, because others refer to it, keeps its place before them.
    const index = old ? this.fresh.indexOf(old) : -1;
    if (index >= 0) this.fresh[index] = entry;
    else this.fresh.push(entry);
    if (old) this.remove(old);
  }

  /** Carries over an old entry unchanged. */
  keep(entry: ResourceState): void {
    this.kept.add(entry);
    this.fresh.push(entry);
  }

  remove(entry: ResourceState): void {
    this.done.add(entry);
  }

  /** The resource's entry of this run. */
  latest(urn: string): ResourceState | undefined {
    return this.fresh.findLast((entry) => entry.urn === urn);
  }

  /** Swaps an entry of this run for a newer version of itself, in place. */
  swap(entry: ResourceState, newer: ResourceState): void {
    const index = this.fresh.indexOf(entry);
    if (index < 0) throw new Error(`${entry.urn} is not an entry of this run`);
    this.fresh[index] = newer;
    if (this.done.has(entry)) this.done.add(newer); // what is deleted stays so
  }

  begin(operation: PendingOperation): void {
    this.operations.add(operation);
  }

  end(operation: PendingOperation): void {
    this.operations.delete(operation);
  }

  resources(): ResourceState[] {
    const old = this.base.filter((entry) => !this.kept.has(entry));
    const living = (entry: ResourceState) => !this.done.has(entry);
    const all = [...this.fresh, ...old]
      .filter(living)
      .map((entry) => this.rewrite(entry))
      .filter(living);
    // Entries that are carried over unchanged may refer to later registrations.
    return this.kept.size > 0 ? inOrder(all) : all;
  }

  /** The number of running calls. */
  get underWay(): number {
    return this.operations.size;
  }

  pending(): PendingOperation[] {
    return [...this.lost, ...this.operations];
  }

  /** Rewrites old entries after an alias gave a resource a new URN: they refer to it, or are its replaced entries. */
  private rewrite(entry: ResourceState): ResourceState {
    if (this.renamed.size === 0) return entry;
    const known = this.rewritten.get(entry);
    if (known?.of === this.renamed.size) return marked(known.entry, entry);
    const urns = entry.delete ? [entry.urn, ...referencesOf(entry)] : referencesOf(entry);
    const result = urns.some((urn) => this.renamed.has(urn)) ? renameIn(entry, this.renamed) : entry;
    this.rewritten.set(entry, { of: this.renamed.size, entry: result });
    return result;
  }
}

/** Copies to a copy the flags that a step has set on its entry. */
function marked(copy: ResourceState, entry: ResourceState): ResourceState {
  copy.delete ||= entry.delete;
  copy.pendingReplacement ||= entry.pendingReplacement;
  return copy;
}

/** Sorts entries so that each follows the entries to which it refers; otherwise the order stays. */
function inOrder(entries: readonly ResourceState[]): ResourceState[] {
  /** The entries of each URN still to be placed, the first one last: each is taken once, however many refer to it. */
  const byUrn = groupedBy([...entries].reverse(), ({ urn }) => urn);
  const placed = new Set<ResourceState>();
  const ordered: ResourceState[] = [];
  /** An explicit stack of entries that wait for their references: a chain may exceed the call stack. */
  const path: { readonly entry: ResourceState; readonly left: string[] }[] = [];
  const begin = (entry: ResourceState): void => {
    if (placed.has(entry)) return;
    placed.add(entry);
    path.push({ entry, left: [...referencesOf(entry)].reverse() });
  };
  for (const entry of entries) {
    begin(entry);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const urn = top.left.at(-1);
      const next = urn === undefined ? undefined : byUrn.get(urn)?.pop();
      if (next) begin(next);
      else if (urn !== undefined) top.left.pop();
      else ordered.push(path.pop()!.entry);
    }
  }
  return ordered;
}

function renameIn(entry: ResourceState, renamed: ReadonlyMap<string, string>): ResourceState {
  const rename = (urn: string) => renamed.get(urn) ?? urn;
  const provider = entry.provider && parseProviderReference(entry.provider);
  return {
    ...entry,
    urn: entry.delete ? rename(entry.urn) : entry.urn,
    parent: entry.parent && rename(entry.parent),
    deletedWith: entry.deletedWith && rename(entry.deletedWith),
    provider: provider ? `${rename(provider.urn)}::${provider.id}` : undefined,
    dependencies: entry.dependencies.map(rename),
    propertyDependencies: Object.fromEntries(
      Object.entries(entry.propertyDependencies).map(([key, urns]) => [key, urns.map(rename)]),
    ),
  };
}

/**
 * Checks the rules of a state file: references come first, a provider reference names an entry with that id, and each URN
 * has at most one living entry.
 *
 * @throws EngineError `state`, naming the entry.
 */
export function checkIntegrity(resources: readonly ResourceState[]): void {
  const seen = new Map<string, { readonly ids: Set<string | undefined>; isAlive: boolean }>();
  for (const entry of resources) {
    const wrong = (what: string) => new EngineError("state", `the state is invalid: ${entry.urn} ${what}`);
    for (const urn of referencesOf(entry))
      if (!seen.has(urn)) throw wrong(`refers to ${urn}, which does not precede it`);
    const provider = entry.provider && parseProviderReference(entry.provider);
    if (provider && !seen.get(provider.urn)?.ids.has(provider.id))
      throw wrong(`refers to a provider that does not exist: ${entry.provider}`);
    const same = seen.get(entry.urn) ?? { ids: new Set(), isAlive: false };
    if (!entry.delete && same.isAlive) throw wrong("occurs twice");
    if (entry.id && !entry.custom) throw wrong("is a component and has an id");
    same.ids.add(entry.id);
    same.isAlive ||= !entry.delete;
    seen.set(entry.urn, same);
  }
}

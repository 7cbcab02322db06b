import type { ResourceState } from "../state/resource-state";

/** What one run knows of the old state and of what it has planned so far. Only the generator writes it. */
export class PlanState {
  /** Living old entries by URN. */
  readonly olds: ReadonlyMap<string, ResourceState>;
  /** URNs that the program has registered. */
  readonly claimed = new Set<string>();
  /** Registered in this run, or taken over: the entry as last planned. */
  readonly planned = new Map<string, ResourceState>();
  /** Old URNs that an alias claimed, and by whom. */
  readonly aliased = new Map<string, string>();
  private readonly former = new Map<string, string>();
  /** URNs with a delete step, so that what lives inside them need not be deleted. */
  readonly deletes = new Set<string>();
  /** Dependents deleted early for a replacement, with the keys that asked for it. */
  readonly deletedEarly = new Map<string, readonly string[]>();
  /** Registered, and to be replaced. */
  readonly replaced = new Set<string>();
  /** Registered, but not made, since the run is not about them. */
  readonly skipped = new Set<string>();
  /** Registered, but not done, since something that they depend on failed; with what failed. */
  readonly failed = new Set<string>();
  /** Old entries that the run is not about, taken over as they are. */
  readonly carried = new Set<ResourceState>();
  /** Old entries deleted in this run ahead of the end. */
  readonly gone = new Set<ResourceState>();

  constructor(readonly base: readonly ResourceState[]) {
    this.olds = new Map(base.filter((entry) => !entry.delete).map((entry) => [entry.urn, entry]));
  }

  /** The URN in the old state of what the program registered under this one, if an alias found it. */
  formerUrn(urn: string): string | undefined {
    return this.former.get(urn);
  }

  claimAlias(alias: string, urn: string): void {
    this.aliased.set(alias, urn);
    this.former.set(urn, alias);
  }

  isRegistered(urn: string): boolean {
    return this.planned.has(urn) || this.aliased.has(urn);
  }
}

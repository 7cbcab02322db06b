import type { ResourceState } from "../state/resource-state";

/** A run's knowledge of the old state and of its plan so far. Only the generator writes it. */
export class PlanState {
  /** Living old entries by URN. */
  readonly olds: ReadonlyMap<string, ResourceState>;
  /** URNs that the program has registered. */
  readonly claimed = new Set<string>();
  /** Entries as last planned, registered in this run or carried over. */
  readonly planned = new Map<string, ResourceState>();
  /** Old URNs that an alias claimed, with the claimant. */
  readonly aliased = new Map<string, string>();
  private readonly former = new Map<string, string>();
  /** URNs with a delete step. Resources inside them need no delete. */
  readonly deletes = new Set<string>();
  /** Dependents deleted early for a replacement, with the keys that asked for it. */
  readonly deletedEarly = new Map<string, readonly string[]>();
  readonly replaced = new Set<string>();
  /** Registered URNs without an object, which the run leaves out. */
  readonly skipped = new Set<string>();
  /** Registered URNs that depend on a failure, with the failed URN. */
  readonly failed = new Set<string>();
  /** Old entries outside of the run, carried over unchanged. */
  readonly carried = new Set<ResourceState>();
  /** Old entries deleted before the end of this run. */
  readonly deletedBeforeEnd = new Set<ResourceState>();

  /** Old entries that an earlier run replaced but did not delete. */
  readonly leftOver: ReadonlySet<ResourceState>;

  /** @param before the plan of the program that a destroy has run for its settings. */
  constructor(
    readonly base: readonly ResourceState[],
    private readonly before?: PlanState,
  ) {
    this.leftOver = new Set(base.filter((entry) => entry.delete));
    this.olds = new Map(base.filter((entry) => !entry.delete).map((entry) => [entry.urn, entry]));
  }

  /** The former URN of a registration that an alias found. */
  formerUrn(urn: string): string | undefined {
    return this.former.get(urn);
  }

  claimAlias(alias: string, urn: string): void {
    this.aliased.set(alias, urn);
    this.former.set(urn, alias);
  }

  /** Tells whether the program, run for the settings of a destroy, has taken the resource over. */
  isTaken(urn: string): boolean {
    return this.before?.isRegistered(urn) ?? false;
  }

  /** Tells whether the resource existed before that program ran. */
  wasThere(urn: string): boolean {
    return (this.before ?? this).olds.has(urn);
  }

  isRegistered(urn: string): boolean {
    return this.planned.has(urn) || this.aliased.has(urn);
  }
}

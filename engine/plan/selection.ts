import { closureOf, dependenciesIn, dependentsOf } from "./dependencies";
import type { PlanState } from "./plan-state";
import { type ResourceState, referencesOf } from "../state/resource-state";

/** The resources of an operation, by URN or pattern: `*` stands for any text without a colon, `**` for any text. */
export interface SelectionOptions {
  /** Work only on these resources. Can't be combined with `exclude`. */
  readonly target?: readonly string[];
  /** Also work on the resources that depend on a target. */
  readonly targetDependents?: boolean;
  /** Leave these resources alone. */
  readonly exclude?: readonly string[];
  /** Also leave alone the resources that depend on an excluded one. */
  readonly excludeDependents?: boolean;
  /** Replace these resources even if nothing differs. */
  readonly replace?: readonly string[];
}

/** The resources of one run. The selection grows as dependents of targets turn up. */
export class Selection {
  readonly targets: Patterns | undefined;
  readonly excludes: Patterns | undefined;
  readonly replaced: Patterns | undefined;
  readonly withDependents: boolean;
  private readonly withoutDependents: boolean;
  /** Dependents included or excluded together with their dependencies. */
  private readonly reached = new Set<string>();

  constructor(options: SelectionOptions = {}) {
    this.targets = patternsOf(options.target);
    this.excludes = patternsOf(options.exclude);
    this.replaced = patternsOf(options.replace);
    this.withDependents = options.targetDependents ?? false;
    this.withoutDependents = options.excludeDependents ?? false;
  }

  /** Tells whether a resource takes part. Must be asked about dependencies before their dependents. */
  includes(entry: ResourceState): boolean {
    if (this.targets) return this.joins(entry, this.targets, this.withDependents);
    return !this.excludes || !this.joins(entry, this.excludes, this.withoutDependents);
  }

  private joins(entry: ResourceState, named: Patterns, withDependents: boolean): boolean {
    const known = (urn: string) => named.match(urn) || this.reached.has(urn);
    const joins = named.match(entry.urn) || (withDependents && referencesOf(entry).some(known));
    if (joins) this.reached.add(entry.urn);
    return joins;
  }

  /** The URNs that may be deleted; undefined for all. Targets take their dependents along, exclusions their dependencies. */
  deletable(planState: PlanState): ReadonlySet<string> | undefined {
    const { base: resources, olds } = planState;
    const living = resources.map(({ urn }) => urn).filter((urn) => olds.has(urn));
    const named = (patterns: Patterns) => resources.filter(({ urn }) => patterns.match(urn));
    if (this.targets) {
      const chosen = closureOf(named(this.targets), (entry) => dependentsOf(entry, resources, { children: true }));
      return new Set(living.filter((urn) => chosen.has(urn)));
    }
    if (!this.excludes) return undefined;
    const dependenciesOf = dependenciesIn(resources);
    // A destroy also deletes objects that it created.
    const excluded = named(this.excludes).filter(({ urn }) => planState.wasThere(urn));
    const kept = closureOf(excluded, (entry) => [
      ...dependenciesOf(entry),
      ...(this.withoutDependents ? dependentsOf(entry, resources, { children: true }) : []),
    ]);
    const spared = new Set(living.filter((urn) => kept.has(urn)));
    return new Set(resources.map(({ urn }) => urn).filter((urn) => !spared.has(urn)));
  }
}

export interface Patterns {
  readonly match: (urn: string) => boolean;
  /** The URNs among them that `isKnown` denies. */
  readonly missing: (isKnown: (urn: string) => boolean) => string[];
}

function patternsOf(given: readonly string[] = []): Patterns | undefined {
  if (given.length === 0) return undefined;
  const literals = new Set(given.filter((text) => !text.includes("*")));
  const globs = given.filter((text) => text.includes("*")).map(globOf);
  return {
    match: (urn) => literals.has(urn) || globs.some((glob) => glob.test(urn)),
    missing: (isKnown) => [...literals].filter((urn) => !isKnown(urn)),
  };
}

function globOf(text: string): RegExp {
  const quoted = (part: string) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
  const inner = text.split("**").map((part) => part.split("*").map(quoted).join("[^:]*"));
  return new RegExp(`^${inner.join(".*")}$`);
}

/** The CLI's words about a target that is missing from the stack. */
export const notFound = (urn: string): string =>
  `Target '${urn}' could not be found in the stack.` +
  (urn.includes("$") ? "" : " Did you forget to escape $ in your shell?");

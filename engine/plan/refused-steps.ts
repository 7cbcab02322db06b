import { Complained, EngineError, StepFailed } from "../errors";
import type { GeneratorContext } from "./generate";
import type { Goal } from "./goal";
import type { CheckFailure } from "../protocol/provider-verbs";
import { referencesOf, type ResourceState } from "../state/resource-state";

/** Refuses a step that needs a new resource outside the targets. */
export function refuseSkipped(
  { planState, selection, dryRun, complain }: GeneratorContext,
  wanted: ResourceState,
): void {
  for (const urn of referencesOf(wanted)) {
    if (!planState.skipped.has(urn)) continue;
    // The CLI allows an excluded dependency: it creates the object and then can't store it.
    const why = selection.excludes
      ? "which is left out by --exclude and does not exist yet. Exclude both, or pass --exclude-dependents."
      : "which was was not specified in --target list.";
    complain(`Resource '${wanted.urn}' depends on '${urn}' ${why}`, wanted.urn);
    if (!dryRun) throw new Complained();
    planState.skipped.delete(urn); // told once
  }
}

/** Ends a step that depends on a failure of this run by a StepFailed without a message: it has been reported. */
export function refuseFailures(
  { planState }: Pick<GeneratorContext, "planState">,
  failures: readonly CheckFailure[],
  goal: Goal,
  urn: string,
): void {
  if (failures.length === 0) return;
  const { parent, deletedWith, dependencies, propertyDependencies } = goal;
  const references = [parent, deletedWith, ...dependencies, ...Object.values(propertyDependencies).flat()];
  if (references.some((reference) => reference !== undefined && planState.failed.has(reference)))
    throw new StepFailed(urn);
  const lines = failures.map(({ property, reason }) =>
    property
      ? `${goal.type} resource '${goal.name}': property ${property} has a problem: ${reason}`
      : `${goal.type} resource '${goal.name}' has a problem: ${reason}`,
  );
  throw new InvalidResource(urn, lines);
}

/** The failures of `check`, one message each. */
export class InvalidResource extends EngineError {
  constructor(
    readonly urn: string,
    readonly failures: readonly string[],
  ) {
    super("invalid", failures.join("\n"));
  }
}

export function refuseReplace({ dryRun, complain }: GeneratorContext, urn: string): void {
  const message =
    `unable to replace resource "${urn}"\nas it is currently marked for protection. To unprotect the resource, ` +
    "remove the `protect` flag from the resource in your Pulumi program and run `pulumi up`";
  if (!dryRun) throw new EngineError("invalid", message);
  complain(message, urn); // a preview goes on, to show what else there is
}

/** Refuses to replace an object that the option `import` names: its id would change. A preview only warns. */
export function refuseReplaceOfImported(
  { dryRun, warn }: GeneratorContext,
  urn: string,
  keys: readonly string[],
): void {
  const message =
    "previously-imported resources that still specify an ID may not be replaced; please remove the `import` declaration " +
    `from your program;\na new object would be needed because of: ${keys.join(", ")}`;
  if (!dryRun) throw new EngineError("invalid", message);
  warn(message, urn);
}

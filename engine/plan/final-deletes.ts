import { dependentsToReplace } from "./early-deletes";
import type { ProviderOf } from "../protocol/provider-verbs";
import type { ResourceState } from "../state/resource-state";
import { notFound, type Selection } from "./selection";
import { deleteReplacedStep, deleteStep, newStep, type Step } from "./step";
import type { PlanState } from "./plan-state";

/** The end of an `up` or `destroy`. */
export interface EndPlan {
  /** Old entries outside of the run, carried over unchanged. */
  readonly carried: readonly Step[];
  readonly deletes: readonly Step[];
  /** Missing targets, and required deletes that the selection excludes. */
  readonly complaints: readonly { readonly message: string; readonly urn?: string }[];
  /** The complaints include a delete, so no delete is carried out. */
  readonly forbidden: boolean;
}

/**
 * Plans the deletes at the end: replaced objects, and resources that the program did not register (pulumi-engine 5.6). With
 * targets, only targets and their dependents.
 *
 * @param providerOf tells whether a dependent of a target would have to be replaced with it.
 */
export async function planFinalDeletes(
  planState: PlanState,
  selection: Selection,
  providerOf: ProviderOf,
): Promise<EndPlan> {
  const { targets, withDependents } = selection;
  const isKnown = (urn: string) => planState.olds.has(urn) || planState.claimed.has(urn);
  const missing = (targets?.missing(isKnown) ?? []).map((urn) => ({ message: notFound(urn) }));
  const deletable = await reach(planState, selection, providerOf);
  const carried: Step[] = [];
  const deletes: Step[] = [];
  for (const entry of planState.base) {
    if (planState.deletedBeforeEnd.has(entry) && (entry.delete || planState.isRegistered(entry.urn))) continue;
    if (deletable && !deletable.has(entry.urn)) {
      if (!planState.isRegistered(entry.urn) && !planState.isTaken(entry.urn))
        carried.push(newStep("same", { old: entry, next: entry }));
    } else if (entry.delete) deletes.push(deleteReplacedStep(entry, false, planState.leftOver.has(entry)));
    else if (!planState.isRegistered(entry.urn)) deletes.push(endStep(entry));
  }
  const untargeted = deletes.filter(({ urn }) => targets && !withDependents && !targets.match(urn));
  const complaints = untargeted.map(({ urn }) => ({ urn, message: notListed(urn) }));
  return { carried, deletes, complaints: [...missing, ...complaints], forbidden: untargeted.length > 0 };
}

/** Adds the resources that the deletion of a target would force to be replaced. */
async function reach(
  planState: PlanState,
  selection: Selection,
  providerOf: ProviderOf,
): Promise<ReadonlySet<string> | undefined> {
  const deletable = selection.deletable(planState);
  if (!deletable || !selection.targets) return deletable;
  const reached = new Set(deletable);
  for (const urn of deletable) {
    const entry = planState.olds.get(urn);
    if (!entry) continue;
    for (const dependent of await dependentsToReplace(planState, entry, providerOf)) reached.add(dependent.entry.urn);
  }
  return reached;
}

/** The last step of an entry: a delete, or only its removal if the object was deleted early and its replacement never came. */
const endStep = (entry: ResourceState): Step =>
  entry.pendingReplacement ? newStep("remove-pending-replace", { old: entry }) : deleteStep(entry);

const notListed = (urn: string): string =>
  `Resource '${urn}' will be destroyed but was not specified in --target list.\n` +
  "Either include resource in --target list or pass --target-dependents to proceed.";

import { dependentsToReplace } from "./early-deletes";
import type { Provider } from "../protocol/provider-verbs";
import type { ResourceState } from "../state/resource-state";
import { notFound, type Selection } from "./selection";
import { deleteReplacedStep, deleteStep, newStep, type Step } from "./step";
import type { PlanState } from "./plan-state";

/** How an `up` or `destroy` ends. */
export interface EndPlan {
  /** Old entries that the run is not about, taken over as they are. */
  readonly carried: readonly Step[];
  readonly deletes: readonly Step[];
  /** Deletes that would be needed and were not asked for, and targets that do not exist. */
  readonly complaints: readonly { readonly message: string; readonly urn?: string }[];
  /** Whether deletes are among the complaints: then none is done. */
  readonly forbidden: boolean;
}

/**
 * Plans the deletes at the end: replaced objects, and all that the program did not register (pulumi-engine 5.6). With
 * targets, only those of them that are targets or depend on one.
 *
 * @param providerOf asked whether what depends on a target would have to be replaced if that were gone.
 * @param isTaken whether a program that was run for the settings of a destroy has taken a resource over already.
 * @param wasThere whether a resource was there before that program ran.
 */
export async function planEnd(
  planState: PlanState,
  selection: Selection,
  providerOf: (entry: ResourceState) => Promise<Provider>,
  isTaken: (urn: string) => boolean = () => false,
  wasThere: (urn: string) => boolean = (urn) => planState.olds.has(urn),
): Promise<EndPlan> {
  const { targets, withDependents } = selection;
  const isKnown = (urn: string) => planState.olds.has(urn) || planState.claimed.has(urn);
  const missing = (targets?.missing(isKnown) ?? []).map((urn) => ({ message: notFound(urn) }));
  const deletable = await reach(planState, selection, providerOf, wasThere);
  const carried: Step[] = [];
  const deletes: Step[] = [];
  for (const entry of planState.base) {
    if (planState.gone.has(entry) && (entry.delete || planState.isRegistered(entry.urn))) continue;
    if (deletable && !deletable.has(entry.urn)) {
      if (!planState.isRegistered(entry.urn) && !isTaken(entry.urn))
        carried.push(newStep("same", { old: entry, next: entry }));
    } else if (entry.delete) deletes.push(deleteReplacedStep(entry, false));
    else if (!planState.isRegistered(entry.urn)) deletes.push(endStep(entry));
  }
  const unasked = deletes.filter(({ urn }) => targets && !withDependents && !targets.match(urn));
  const complaints = unasked.map(({ urn }) => ({ urn, message: notListed(urn) }));
  return { carried, deletes, complaints: [...missing, ...complaints], forbidden: unasked.length > 0 };
}

/** Deleting a target may also take what would have to be replaced without it. */
async function reach(
  planState: PlanState,
  selection: Selection,
  providerOf: (entry: ResourceState) => Promise<Provider>,
  wasThere: (urn: string) => boolean,
): Promise<ReadonlySet<string> | undefined> {
  const deletable = selection.deletable(planState.base, (urn) => planState.olds.has(urn), wasThere);
  if (!deletable || !selection.targets) return deletable;
  const reached = new Set(deletable);
  for (const urn of deletable) {
    const entry = planState.olds.get(urn);
    if (!entry) continue;
    for (const dependent of await dependentsToReplace(planState, entry, providerOf)) reached.add(dependent.entry.urn);
  }
  return reached;
}

/** What was deleted ahead of a replacement that never came has nothing left to delete. */
const endStep = (entry: ResourceState): Step =>
  entry.pendingReplacement ? newStep("remove-pending-replace", { old: entry }) : deleteStep(entry);

const notListed = (urn: string): string =>
  `Resource '${urn}' will be destroyed but was not specified in --target list.\n` +
  "Either include resource in --target list or pass --target-dependents to proceed.";

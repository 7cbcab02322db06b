import { complainOfMissing, endOperation } from "./end";
import { type Operation, providerFromState } from "./operation";
import type { ResourceState } from "../state/resource-state";
import type { Selection } from "../plan/selection";
import { PlanState } from "../plan/plan-state";

/** Deletes all resources of a stack, with the providers and the code in the state (pulumi-engine 5.12). */
export async function destroyAll(
  operation: Operation,
  resources: readonly ResourceState[],
  selection: Selection,
): Promise<void> {
  const known = new Set(resources.map(({ urn }) => urn));
  if (complainOfMissing(operation, selection, (urn) => known.has(urn))) return;
  await endOperation(operation, new PlanState(resources), selection, providerFromState(operation, resources));
}

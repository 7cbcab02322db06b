import { runDeletes } from "./deployment";
import { type Operation, providerFromState } from "./operation";
import type { ResourceState } from "./resource-state";
import { deleteReplacedStep, deleteStep, newStep } from "./step";

/** Deletes all that a stack has, with the provider and the code that the state remembers (pulumi-engine 5.12). */
export async function destroyAll(operation: Operation, resources: readonly ResourceState[]): Promise<void> {
  const steps = resources.map((old) => {
    if (old.delete) return deleteReplacedStep(old, false);
    return old.pendingReplacement ? newStep("remove-pending-replace", { old }) : deleteStep(old);
  });
  await runDeletes(operation, steps, resources, providerFromState(operation, resources));
}

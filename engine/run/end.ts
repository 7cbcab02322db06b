import { planFinalDeletes } from "../plan/final-deletes";
import { closureOf, deletionGroups, dependenciesIn } from "../plan/dependencies";
import { Halted, StepFailed } from "../errors";
import type { PropertyMap } from "../protocol/values";
import type { Operation } from "./operation";
import type { ProviderOf } from "../protocol/provider-verbs";
import { referencesOf, type ResourceState } from "../state/resource-state";
import type { Selection } from "../plan/selection";
import type { Step } from "../plan/step";
import type { PlanState } from "../plan/plan-state";
import type { OperationResult } from "../project/options";

/** Ends an `up` or `destroy`: carries over entries outside the run and deletes unwanted ones. */
export async function endOperation(
  operation: Operation,
  planState: PlanState,
  selection: Selection,
  providerOf: ProviderOf,
): Promise<void> {
  const plan = await planFinalDeletes(planState, selection, providerOf);
  for (const { message, urn } of plan.complaints) operation.complain(message, urn);
  if (plan.forbidden && !operation.options.dryRun) return;
  const carried = withoutFailed(plan.carried, planState.failed);
  if (carried.length > 0) await operation.runChain(carried, providerOf);
  await runDeletes(operation, plan.deletes, planState, providerOf);
}

/** Drops the steps of entries that refer to a failed one, so that they stay behind its old entry in the state. */
function withoutFailed(steps: readonly Step[], failed: ReadonlySet<string>): Step[] {
  const left = new Set(failed);
  return steps.filter(({ urn, old }) => {
    const stays = old !== undefined && referencesOf(old).some((reference) => left.has(reference));
    if (stays) left.add(urn);
    return !stays;
  });
}

/** Runs deletes by groups. A failure ends it after its group, or with `continueOnError` spares what that one needs. */
export async function runDeletes(
  operation: Operation,
  steps: readonly Step[],
  { base: resources, failed }: PlanState,
  providerOf: ProviderOf,
): Promise<void> {
  const byEntry = new Map(steps.map((step) => [step.old, step]));
  for (const { urn, op } of steps) if (op !== "remove-pending-replace") operation.deletes.add(urn);
  const condemned = steps.flatMap(({ old }) => (old ? [old] : []));
  const dependenciesOf = dependenciesIn(resources);
  const inState = new Set(resources);
  const failedBefore = resources.filter(({ urn }) => failed.has(urn));
  const neededBy = (errored: readonly ResourceState[]) =>
    closureOf([...failedBefore, ...errored.filter((entry) => inState.has(entry))], dependenciesOf);
  let [known, needed] = [operation.errored.length, neededBy(operation.errored)];
  for (const group of deletionGroups(condemned, resources)) {
    if (operation.errored.length > known) [known, needed] = [operation.errored.length, neededBy(operation.errored)];
    const chains = group.flatMap((entry) => (needed.has(entry.urn) ? [] : (byEntry.get(entry) ?? [])));
    const ends = await Promise.allSettled(chains.map((step) => operation.runChain([step], providerOf)));
    const odd = ends.find((end) => end.status === "rejected" && !isExpected(end.reason));
    if (odd?.status === "rejected") throw odd.reason;
    if (operation.stopped) return;
  }
}

const isExpected = (reason: unknown): boolean => reason instanceof Halted || reason instanceof StepFailed;

/** The result of an operation, with secrets in the outputs. */
export interface Outcome extends Omit<OperationResult, "outputs"> {
  readonly outputs: PropertyMap;
}

export function outcomeOf(operation: Operation, outputs: PropertyMap, expectNoChanges = false): Outcome {
  if (expectNoChanges && !operation.failed) {
    const changes = Object.entries(operation.summary).filter(([op]) => op !== "same");
    if (changes.length > 0) {
      const list = changes.map(([op, count]) => `${count} to ${op}`).join(", ");
      operation.fail(new Error(`no changes were expected but changes were proposed: ${list}`));
    }
  }
  const { steps, diagnostics, summary } = operation;
  return { result: operation.failed ? "failed" : "succeeded", summary, steps, diagnostics, outputs };
}

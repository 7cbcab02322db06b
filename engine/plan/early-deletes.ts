import { dependentsOf } from "./dependencies";
import { EngineError } from "../errors";
import { inputsAmidReplacement, judge } from "./judge";
import type { PlanState } from "./plan-state";
import type { ProviderOf } from "../protocol/provider-verbs";
import type { ResourceState } from "../state/resource-state";
import { deleteReplacedStep, deleteStep, type Step } from "./step";
import { inShell, parseProviderReference, targetOf } from "../protocol/urn";

/** Plans the deletes ahead of a replacement: its dependents that would be replaced with it, then the object itself. */
export async function planEarlyDeletes(
  planState: PlanState,
  root: ResourceState,
  providerOf: ProviderOf,
): Promise<Step[]> {
  const dependents = await dependentsToReplace(planState, root, providerOf);
  const steps: Step[] = [];
  for (const { entry, keys } of dependents.reverse()) {
    if (planState.deletedBeforeEnd.has(entry)) continue;
    planState.deletedEarly.set(entry.urn, keys);
    if (!entry.delete && entry.protect)
      throw new EngineError(
        "invalid",
        `unable to replace resource "${entry.urn}" as part of replacing "${root.urn}" as it is currently marked for ` +
          "protection. To unprotect the resource, remove the `protect` flag from the resource in your Pulumi program " +
          `and run \`pulumi up\`, or use the command:\n\`pulumi state unprotect ${inShell(entry.urn)}\``,
      );
    steps.push(entry.delete ? deleteStep(entry) : deleteReplacedStep(entry, true));
    planState.deletes.add(entry.urn);
    planState.deletedBeforeEnd.add(entry);
  }
  if (!root.pendingReplacement) {
    planState.deletes.add(root.urn);
    planState.deletedBeforeEnd.add(root);
    steps.push(deleteReplacedStep(root, true));
  }
  return steps;
}

/** The entries to be replaced if `root` were gone, in the order of the state, with the keys that force it. */
export async function dependentsToReplace(
  planState: PlanState,
  root: ResourceState,
  providerOf: ProviderOf,
): Promise<{ entry: ResourceState; keys: readonly string[] }[]> {
  const replaced = new Set([root.urn]);
  const found: { entry: ResourceState; keys: readonly string[] }[] = [];
  const registered = new Set([...planState.planned.keys(), ...planState.aliased.keys(), ...planState.deletes]);
  registered.delete(root.urn);
  for (const entry of dependentsOf(root, planState.base, { ignored: registered })) {
    if (!entry.custom || entry.external) continue;
    const keys = await replaceKeysOf(entry, replaced, providerOf);
    if (!keys) continue;
    replaced.add(entry.urn);
    found.push({ entry, keys });
  }
  return found;
}

async function replaceKeysOf(
  entry: ResourceState,
  replaced: ReadonlySet<string>,
  providerOf: ProviderOf,
): Promise<readonly string[] | undefined> {
  if (entry.deletedWith && replaced.has(entry.deletedWith)) return [];
  if (entry.provider && replaced.has(parseProviderReference(entry.provider).urn)) return [];
  const news = inputsAmidReplacement(entry, replaced);
  if (!news) return undefined;
  const { urn, inputs, outputs, replaceOnChanges, ignoreChanges: ignored } = entry;
  const call = { ...targetOf(urn), id: entry.id ?? "", olds: outputs, oldInputs: inputs, news };
  const diff = await (await providerOf(entry)).diff({ ...call, ignoreChanges: ignored });
  const verdict = judge({ ...entry, initErrors: [], pendingReplacement: false }, news, diff, {
    replaceOnChanges,
    deleteBeforeReplace: undefined,
  });
  return verdict.kind === "replace" ? verdict.replaceKeys : undefined;
}

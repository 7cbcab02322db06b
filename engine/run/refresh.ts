import { hideOutputs } from "../hosts/keep-secrets";
import type { Operation } from "./operation";
import { judge, type Verdict } from "../plan/judge";
import type { Provider, ProviderOf } from "../protocol/provider-verbs";
import { type ResourceState, withoutReferences } from "../state/resource-state";
import { newStep, type Step } from "../plan/step";
import { isProviderType, targetOf } from "../protocol/urn";
import { changedKeys, equal } from "../protocol/values";

/** Reads the object of an entry (pulumi-engine 5.11). */
export async function refreshOne(
  operation: Operation,
  old: ResourceState,
  providerOf: ProviderOf,
): Promise<{ step: Step; entry: ResourceState | undefined }> {
  const result = (
    op: Step["op"],
    next: ResourceState | undefined,
    told: Partial<Pick<Step, "diffKeys" | "detailedDiff">> = {},
  ) => ({
    step: newStep(op, { old, ...told, found: true, counted: true, ...(next ? { next } : {}) }),
    entry: next,
  });
  if (!old.custom || old.pendingReplacement || isProviderType(old.type)) return result("same", old);
  const provider = await providerOf(old);
  const { inputs, outputs } = old;
  const timeout = old.customTimeouts?.read ?? 0;
  const answer = await provider.read({ ...targetOf(old.urn), id: old.id ?? "", outputs, inputs, timeout });
  if (answer.id === "") return result("delete", undefined);
  const news = {
    ...old,
    id: answer.id,
    inputs: answer.inputs ?? inputs,
    outputs: hideOutputs(answer.outputs, answer.inputs ?? inputs, old.additionalSecretOutputs),
    initErrors: [],
  };
  // As in the CLI, an object of `Resource.get` counts as changed unless its read returns its inputs.
  const readInputs = old.external ? (answer.inputs ?? {}) : news.inputs;
  const unchanged = equal(readInputs, inputs) && equal(news.outputs, outputs);
  const next = unchanged ? news : { ...news, modified: operation.timestamp() };
  if (old.external) {
    const keys = changedKeys(outputs, next.outputs);
    return keys.length > 0 ? result("update", next, { diffKeys: keys }) : result("same", next);
  }
  const verdict = await verdictAfter(provider, old, next);
  if (verdict.kind === "same") return result("same", next);
  const { diffKeys, detailedDiff } = verdict;
  return result("update", next, { diffKeys, ...(detailedDiff && { detailedDiff }) });
}

/** The verdict of an `up` with the same program, only for display. */
async function verdictAfter(provider: Provider, old: ResourceState, next: ResourceState): Promise<Verdict> {
  const diff = await provider.diff({
    ...targetOf(old.urn),
    id: next.id ?? "",
    olds: next.outputs,
    oldInputs: next.inputs,
    news: old.inputs,
    ignoreChanges: old.ignoreChanges,
  });
  const goal = { replaceOnChanges: [], deleteBeforeReplace: undefined };
  return judge({ ...next, initErrors: [], pendingReplacement: false }, old.inputs, diff, goal);
}

/** The entries without those whose objects are gone, and without references to them. */
export function withoutGone(
  resources: readonly ResourceState[],
  isGone: (entry: ResourceState) => boolean,
): ResourceState[] {
  const living = new Set<string>();
  const parents = new Map(resources.map(({ urn, parent }) => [urn, parent]));
  const nearest = (urn: string | undefined): string | undefined =>
    urn === undefined || living.has(urn) ? urn : nearest(parents.get(urn));
  return resources.flatMap((entry) => {
    if (isGone(entry)) return [];
    living.add(entry.urn);
    return withoutReferences({ ...entry, parent: nearest(entry.parent) }, (urn) => !living.has(urn));
  });
}

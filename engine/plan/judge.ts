import { ownMember } from "../../values/own-member";
import type { Goal } from "./goal";
import { parsePath } from "./property-path";
import type { DetailedDiff, DiffAnswer } from "../protocol/provider-verbs";
import { newEntry, type ResourceState } from "../state/resource-state";
import { changedKeys, type PropertyMap, unknown } from "../protocol/values";

/** The decision about an existing resource. */
export type Verdict =
  | { readonly kind: "same" }
  | { readonly kind: "update"; readonly diffKeys: readonly string[]; readonly detailedDiff?: DetailedDiff }
  | {
      readonly kind: "replace";
      readonly diffKeys: readonly string[];
      readonly replaceKeys: readonly string[];
      readonly deleteBeforeReplace: boolean;
      readonly detailedDiff?: DetailedDiff;
    };

/**
 * Decides from the provider's diff (pulumi-engine 5.2). An empty answer is replaced by a comparison of inputs.
 * `replaceOnChanges` matches the keys and paths that the provider names, or those of that comparison.
 */
export function judge(
  old: ResourceState,
  inputs: PropertyMap,
  diff: DiffAnswer,
  goal: Pick<Goal, "replaceOnChanges" | "deleteBeforeReplace">,
): Verdict {
  const changed = changedKeys(old.inputs, inputs);
  const guessed = diff.changes === "unknown";
  const some = guessed ? changed.length > 0 : diff.changes === "some";
  const named = guessed ? changed : (diff.diffs ?? []);
  const forced = some ? named.filter((key) => matches(goal.replaceOnChanges, key)) : [];
  const detailed = diff.detailed && forcedPaths(diff.detailed, some ? goal.replaceOnChanges : []);
  const unfinished = old.initErrors.length > 0 && matches(goal.replaceOnChanges, "#initerror") ? ["#initerror"] : [];
  const replacing = [...(detailed ?? [])].flatMap(([path, { replace }]) => (replace ? [topOf(path)] : []));
  const replaceKeys = [...new Set([...diff.replaces, ...forced, ...replacing, ...unfinished])];
  const diffKeys = detailed
    ? [...new Set([...[...detailed.keys()].map(topOf), ...replaceKeys])].sort()
    : explain(old, inputs, changed, replaceKeys);
  const told = detailed && detailed.size > 0 ? { detailedDiff: detailed } : {};
  if (old.pendingReplacement || ((some || unfinished.length > 0) && replaceKeys.length > 0)) {
    const deleteBeforeReplace = goal.deleteBeforeReplace ?? diff.deleteBeforeReplace;
    return { kind: "replace", diffKeys, replaceKeys, deleteBeforeReplace, ...told };
  }
  if (some || old.initErrors.length > 0) return { kind: "update", diffKeys, ...told };
  return { kind: "same" };
}

/** The difference in words: changed inputs, or inputs whose value on the platform differs. */
function explain(old: ResourceState, inputs: PropertyMap, changed: string[], replaceKeys: string[]): string[] {
  const shown = changed.filter((key) => key !== "__provider");
  if (shown.length > 0) return [...new Set([...shown, ...replaceKeys])].sort();
  const drifted = changedKeys(old.outputs, inputs).filter(
    (key) => Object.hasOwn(inputs, key) && Object.hasOwn(old.outputs, key),
  );
  return [...new Set([...drifted, ...replaceKeys])].filter((key) => key !== "__provider").sort();
}

const topOf = (path: string): string => String(parsePath(path)?.[0] ?? path);

/** Marks the paths of a detailed diff for which the program forces a replacement. */
function forcedPaths(detailed: DetailedDiff, forcing: readonly string[]): DetailedDiff {
  const within = forcing.flatMap((path) => (parsePath(path) ? [parsePath(path)!] : []));
  const contains = (outer: readonly (string | number)[], path: string) => {
    const inner = parsePath(path) ?? [];
    return outer.length <= inner.length && outer.every((step, at) => step === "*" || step === inner[at]);
  };
  return new Map(
    [...detailed].map(([path, change]) => [
      path,
      within.some((outer) => contains(outer, path)) ? { ...change, replace: true } : change,
    ]),
  );
}

const matches = (paths: readonly string[], key: string): boolean =>
  paths.some((path) => {
    const first = parsePath(path)?.[0];
    return first === "*" || first === key;
  });

/** The entry of a goal before any call. Omitted options come from the parent. */
export function entryFor(
  goal: Goal,
  about: { urn: string; parent: ResourceState | undefined; provider: string | undefined; inputs: PropertyMap },
): ResourceState {
  const { urn, parent, provider, inputs } = about;
  const { name: _name, version: _version, aliases: _aliases, deleteBeforeReplace: _order, ...stored } = goal;
  return newEntry({
    ...stored,
    urn,
    inputs,
    provider,
    protect: goal.protect ?? parent?.protect ?? false,
    retainOnDelete: goal.retainOnDelete ?? parent?.retainOnDelete ?? false,
    deletedWith: goal.deletedWith ?? parent?.deletedWith,
  });
}

/** The inputs of a dependent, unknown where they come from a replaced resource, for its Diff. Undefined if none does. */
export function inputsAmidReplacement(entry: ResourceState, replaced: ReadonlySet<string>): PropertyMap | undefined {
  const hit = (key: string) => (ownMember(entry.propertyDependencies, key) ?? []).some((urn) => replaced.has(urn));
  if (!Object.keys(entry.inputs).some(hit)) return undefined;
  return Object.fromEntries(Object.entries(entry.inputs).map(([key, value]) => [key, hit(key) ? unknown : value]));
}

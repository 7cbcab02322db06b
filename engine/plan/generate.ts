import { formerUrns } from "./aliases";
import { planEarlyDeletes } from "./early-deletes";
import { EngineError } from "../errors";
import type { Goal, ReadGoal } from "./goal";
import { entryFor, judge } from "./judge";
import { ignoreChanges } from "./property-path";
import type { DiffAnswer, Provider, ProviderOf } from "../protocol/provider-verbs";
import { newEntry, referencesOf, type ResourceState, withoutReferences } from "../state/resource-state";
import { refuseFailures, refuseReplace, refuseReplaceOfImported, refuseSkipped } from "./refused-steps";
import type { Selection } from "./selection";
import { newStep, type Step } from "./step";
import { isProviderType, makeUrn, parseProviderReference, stackType, targetOf } from "../protocol/urn";
import { changedKeys, dropUnknowns, isUnknown, type PropertyMap } from "../protocol/values";
import type { PlanState } from "./plan-state";

/** The purpose of running the program: an update, or the settings of a destroy or refresh. */
export type Purpose = "update" | "destroy" | "refresh";

export interface GeneratorContext {
  readonly planState: PlanState;
  readonly purpose: Purpose;
  readonly project: string;
  readonly stack: string;
  readonly dryRun: boolean;
  readonly selection: Selection;
  /** The provider of a registration, and the reference that the resource keeps. Providers have none. */
  provider(goal: Pick<Goal, "type" | "provider" | "version">, urn?: string): Promise<Provided>;
  readonly providerOf: ProviderOf;
  /** Tells whether an object of another provider must be replaced to move to this one. */
  outgrows(old: ResourceState, reference: string | undefined): Promise<boolean>;
  seed(): Buffer;
  /** Reads an old entry again for a refresh. Undefined if its object is gone. */
  readonly reread: (old: ResourceState, wish: ResourceState) => Promise<ResourceState | undefined>;
  /** Reports a problem. The run goes on, and fails at its end. */
  readonly complain: (message: string, urn?: string) => void;
  readonly warn: (message: string, urn: string) => void;
}

export interface Provided {
  readonly reference: string | undefined;
  readonly verbs: Provider;
}

/**
 * Plans one registration: the ordered steps of its chain. Calls Check and Diff, for one registration at a time
 * (pulumi-engine 5.1, 5.2).
 *
 * @throws EngineError `invalid` for a duplicate URN, a failed check, or a protected resource that must be replaced.
 */
export async function planRegistration(context: GeneratorContext, goal: Goal): Promise<Step[]> {
  const { planState } = context;
  const urn = claim(context, goal);
  const old = findOld(context, urn, formerUrns(goal, context));
  const parent = goal.parent ? planState.planned.get(goal.parent) : undefined;
  const provider = goal.custom ? await context.provider(goal, urn) : undefined;
  const wanted = entryFor(goal, { urn, parent, provider: provider?.reference, inputs: goal.inputs });
  if (context.purpose !== "update") {
    const steps = await planQuietly(context, wanted, old);
    if (steps) return steps;
  }
  const included = takesPart(context, wanted);
  const recreated = planState.deletedEarly.has(urn) || (old !== undefined && planState.deletedEarly.has(old.urn));
  if (!included && !recreated) return old ? carry(planState, old, urn) : [skip(planState, wanted)];
  const steps = provider
    ? await planCustom(context, goal, { ...provider, urn, parent, old, included })
    : planComponent(context, goal, wanted, old);
  refuseSkipped(context, wanted);
  return steps;
}

/** Tells whether a registration takes part. Settings always do, and count as dependents of their targets. */
function takesPart({ selection }: GeneratorContext, wanted: ResourceState): boolean {
  const isProvider = isProviderType(wanted.type);
  if (wanted.type === stackType || (isProvider && !selection.targets)) return true;
  return selection.includes(wanted) || isProvider;
}

interface Circumstances {
  readonly reference: string | undefined;
  readonly verbs: Provider;
  readonly urn: string;
  readonly parent: ResourceState | undefined;
  readonly old: ResourceState | undefined;
  /** False for a resource that is recreated along with a target but is not a target itself. */
  readonly included: boolean;
}

async function planCustom(context: GeneratorContext, goal: Goal, circumstances: Circumstances): Promise<Step[]> {
  const { reference, urn, parent, old } = circumstances;
  const { importId: id, type } = goal;
  const isTaken = old && !old.external && (old.importId ?? old.id) === id;
  if (id === undefined || isTaken || isProviderType(type)) return planChange(context, goal, circumstances);
  const { planState } = context;
  const next = { ...entryFor(goal, { urn, parent, provider: reference, inputs: {} }), id };
  planState.planned.set(urn, next);
  if (!old) return [newStep("import", { next })];
  if (old.pendingReplacement || earlyKeysOf(planState, urn, old)) {
    // After a deletion the successor counts like any other object.
    for (const each of [urn, old.urn]) {
      planState.deletedEarly.delete(each);
      planState.deletes.delete(each);
    }
    return [newStep("import", { old, next })];
  }
  planState.replaced.add(urn);
  return [newStep("import-replacement", { old, next }), newStep("replace", { old, next })];
}

/** Plans the steps that bring an imported object to the program's inputs. */
export async function planImported(context: GeneratorContext, goal: Goal, old: ResourceState): Promise<Step[]> {
  const { urn } = old;
  const parent = goal.parent ? context.planState.planned.get(goal.parent) : undefined;
  const provided = await context.provider(goal);
  const steps = await planChange(context, goal, { ...provided, urn, parent, old, included: true });
  const changes = steps.filter(({ op }) => op !== "same");
  // An object without changes stays in the state as it was read.
  if (changes.length === 0) context.planState.planned.set(urn, old);
  return changes;
}

async function planChange(context: GeneratorContext, goal: Goal, circumstances: Circumstances): Promise<Step[]> {
  const steps = await planResource(context, goal, circumstances);
  if (steps.some(({ op }) => op === "replace")) context.planState.replaced.add(circumstances.urn);
  return steps;
}

async function planResource(context: GeneratorContext, goal: Goal, circumstances: Circumstances): Promise<Step[]> {
  const { planState } = context;
  const { urn, old, included } = circumstances;
  const earlyKeys = earlyKeysOf(planState, urn, old);
  const isToldToReplace = old?.taint || (context.selection.replaced?.match(urn) ?? false);
  const isMadeAnew = old === undefined || old.external || earlyKeys !== undefined || isToldToReplace;
  // A resource that is recreated along with a target but is not a target itself keeps its inputs.
  const keeps = !included && old !== undefined;
  const inputs = keeps ? old.inputs : await check(context, goal, circumstances, isMadeAnew ? undefined : old);
  const next = plannedEntry(context, goal, circumstances, inputs);

  if (old && earlyKeys) {
    planState.deletes.delete(urn);
    const about = { old, next, replaceKeys: earlyKeys, diffKeys: earlyKeys, deleteBeforeReplace: true };
    return [newStep("replace", about), newStep("create-replacement", about)];
  }
  if (old?.external) return [newStep("create-replacement", { old, next }), newStep("replace", { old, next })];
  if (!old) return [newStep("create", { next })];
  if (!old.custom) {
    const about = { old, next, diffKeys: changedKeys(old.inputs, inputs) };
    return [newStep("create-replacement", about), newStep("replace", about)];
  }

  const diff = isToldToReplace ? replacedFor("id") : await compare(context, goal, circumstances, old, next);
  const verdict = judge(old, inputs, diff, goal);
  switch (verdict.kind) {
    case "same":
      return [newStep("same", { old, next })];
    case "update":
      return [newStep("update", { ...verdict, old, next })];
    case "replace": {
      if (next.protect && old.protect) refuseReplace(context, urn);
      if (goal.importId !== undefined) refuseReplaceOfImported(context, urn, verdict.replaceKeys);
      // The inputs were checked as an update; a new object needs its own check.
      const replacement = isToldToReplace
        ? next
        : plannedEntry(context, goal, circumstances, await check(context, goal, circumstances, undefined));
      const about = { ...verdict, old, next: replacement, begun: old.pendingReplacement };
      if (!verdict.deleteBeforeReplace) return [newStep("create-replacement", about), newStep("replace", about)];
      const deletes = await planEarlyDeletes(planState, old, context.providerOf);
      return [...deletes, newStep("replace", about), newStep("create-replacement", about)];
    }
  }
}

/** Checks the inputs of a registration. @param old the entry to update; undefined for a new object. */
async function check(
  context: GeneratorContext,
  goal: Goal,
  { verbs, urn }: Circumstances,
  old: ResourceState | undefined,
): Promise<PropertyMap> {
  const asked = old ? ignoreChanges(goal.inputs, old.inputs, goal.ignoreChanges) : goal.inputs;
  const { failures, inputs } = await verbs.check({
    ...targetOf(urn),
    olds: old?.inputs ?? {},
    news: context.dryRun ? asked : dropUnknowns(asked),
    seed: context.seed(),
  });
  refuseFailures(context, failures, goal, urn);
  return inputs;
}

/** The entry of a registration with these inputs. Later registrations refer to it. */
function plannedEntry(
  { planState }: GeneratorContext,
  goal: Goal,
  { urn, parent, reference }: Circumstances,
  inputs: PropertyMap,
): ResourceState {
  const entry = entryFor(goal, { urn, parent, provider: reference, inputs });
  planState.planned.set(urn, entry);
  return entry;
}

/** Compares an entry with its goal, through the provider unless the object must be replaced anyway. */
async function compare(
  context: GeneratorContext,
  goal: Goal,
  { reference, verbs, urn }: Circumstances,
  old: ResourceState,
  next: ResourceState,
): Promise<DiffAnswer> {
  // Deleting the other resource deletes this one too.
  const goesAlong = next.deletedWith !== undefined && context.planState.replaced.has(next.deletedWith);
  if (goesAlong) return replacedFor("deletedWith");
  if (await context.outgrows(old, reference)) return replacedFor("provider");
  return verbs.diff({
    ...targetOf(urn),
    id: old.id ?? "",
    olds: old.outputs,
    oldInputs: old.inputs,
    news: next.inputs,
    ignoreChanges: goal.ignoreChanges,
  });
}

/** A difference that the engine finds without the provider. */
const replacedFor = (key: string): DiffAnswer => ({ changes: "some", replaces: [key], deleteBeforeReplace: false });

/** Plans a `Resource.get`. */
export async function planRead(context: GeneratorContext, goal: ReadGoal): Promise<Step[]> {
  const urn = claim(context, goal);
  const old = findOld(context, urn, []);
  const { reference } = await context.provider(goal);
  const { name: _, version: __, ...given } = goal;
  const next = newEntry({ ...given, urn, custom: true, external: true, provider: reference });
  context.planState.planned.set(urn, next);
  // This run leaves the object out, so it does not exist.
  if (isUnknown(goal.id) && !context.dryRun && context.purpose === "update") context.planState.skipped.add(urn);
  if (!old || old.external || old.id === goal.id || isUnknown(goal.id))
    return [newStep("read", { next, ...(old ? { old } : {}) })];
  return [newStep("read-replacement", { old, next }), newStep("replace", { old, next })];
}

function claim({ planState, stack, project }: GeneratorContext, goal: Pick<Goal, "parent" | "type" | "name">): string {
  if (goal.parent && !planState.planned.has(goal.parent))
    throw new EngineError("invalid", `could not find parent resource ${goal.parent}`);
  const urn = makeUrn(stack, project, goal.parent, goal.type, goal.name);
  if (planState.claimed.has(urn))
    throw new EngineError("invalid", `Duplicate resource URN '${urn}'; try giving it a unique name`);
  planState.claimed.add(urn);
  return urn;
}

function findOld({ planState }: GeneratorContext, urn: string, aliases: readonly string[]): ResourceState | undefined {
  const claimer = planState.aliased.get(urn);
  if (claimer)
    throw new EngineError(
      "invalid",
      `Duplicate resource URN '${urn}' conflicting with alias on resource with URN '${claimer}'`,
    );
  const own = planState.olds.get(urn);
  if (own) return own;
  const alias = aliases.find((candidate) => planState.olds.has(candidate));
  if (alias === undefined) return undefined;
  if (planState.isRegistered(alias))
    throw new EngineError(
      "invalid",
      `Duplicate resource alias '${alias}' applied to resource with URN '${urn}' conflicting with resource with URN ` +
        `'${planState.aliased.get(alias) ?? alias}'`,
    );
  planState.claimAlias(alias, urn);
  return planState.olds.get(alias);
}

function planComponent(
  { planState, selection }: GeneratorContext,
  goal: Goal,
  next: ResourceState,
  old: ResourceState | undefined,
): Step[] {
  planState.planned.set(next.urn, next);
  if (!old) return [newStep("create", { next })];
  if (old.custom) return [newStep("create-replacement", { old, next, counted: true })];
  if (old.taint || (goal.type !== stackType && selection.replaced?.match(next.urn))) {
    const about = { old, next, diffKeys: ["id"], replaceKeys: ["id"] };
    return [newStep("create-replacement", about), newStep("replace", about)];
  }
  const diffKeys = changedKeys(old.inputs, next.inputs);
  return diffKeys.length > 0 ? [newStep("update", { old, next, diffKeys })] : [newStep("same", { old, next })];
}

/** Skips a registration outside of the run without an object: it is answered and not stored. */
function skip(planState: PlanState, wanted: ResourceState): Step {
  planState.planned.set(wanted.urn, wanted);
  planState.skipped.add(wanted.urn);
  return newStep("same", { next: wanted, skipped: true });
}

/** Plans a registration for a destroy or refresh, which change nothing; undefined for what is planned as in an update. */
async function planQuietly(
  context: GeneratorContext,
  wanted: ResourceState,
  old: ResourceState | undefined,
): Promise<Step[] | undefined> {
  const { planState, purpose } = context;
  const isRead = wanted.custom && !isProviderType(wanted.type);
  const isLost = referencesOf(wanted).some((urn) => planState.skipped.has(urn));
  if (!isLost && !isRead) return undefined;
  if (old && purpose === "refresh" && wanted.custom) return planReread(context, wanted, old);
  if (isLost || !old) return [skip(planState, old ? { ...wanted, outputs: old.outputs } : wanted)];
  const next = { ...wanted, inputs: old.inputs };
  planState.planned.set(wanted.urn, next);
  return [newStep("same", { old, next })];
}

/** Plans a read of an entry in a refresh, even if its dependencies are gone. */
async function planReread(
  { planState, reread }: GeneratorContext,
  wanted: ResourceState,
  old: ResourceState,
): Promise<Step[]> {
  const isAbsent = (urn: string) => planState.skipped.has(urn) && !planState.olds.has(urn);
  const hasProvider = !wanted.provider || !isAbsent(parseProviderReference(wanted.provider).urn);
  const wish = { ...wanted, provider: hasProvider ? wanted.provider : old.provider };
  const next = await reread(old, withoutReferences(wish, isAbsent));
  if (!next) return [skip(planState, wanted)];
  planState.planned.set(wanted.urn, next);
  return [newStep("refresh", { old, next })];
}

/** Carries over an old entry outside of the run, after the entries that it refers to. */
export function carry(planState: PlanState, old: ResourceState, urn = old.urn): Step[] {
  planState.planned.set(urn, old);
  planState.planned.set(old.urn, old);
  if (planState.carried.has(old)) return [newStep("same", { old, next: old, skipped: true })];
  planState.carried.add(old);
  const before = referencesOf(old).flatMap((reference) => {
    const other = planState.olds.get(reference);
    return other && !planState.isRegistered(reference) ? carry(planState, other) : [];
  });
  return [...before, newStep("same", { old, next: old })];
}

/** The keys that asked for an early delete of the entry in this run. */
const earlyKeysOf = ({ deletedEarly }: PlanState, urn: string, old: ResourceState | undefined) =>
  deletedEarly.get(urn) ?? (old && deletedEarly.get(old.urn));

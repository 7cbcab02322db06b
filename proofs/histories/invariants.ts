import type { StepReport } from "../../engine/run/events";
import type { ResourceState } from "../../engine/state/resource-state";
import { isObject } from "../../provider/table/props";
import { hidden as hiddenKeys } from "../../provider/state/state";
import type { Finding } from "../../cli/doctor/finding";
import { leakIn } from "../canaries";
import { type Checkout, logicalNameOf } from "./checkout";
import { differencesFrom } from "./expected";
import { diagnosis } from "./diagnosis";
import { kindOfType } from "./host";
import { isPartial, type Operation } from "./life";
import type { Machine } from "./machine";
import type { Ended } from "./operate";
import { type Declared, type IdOf, type Program, referencesIn, takenBy } from "./program";
import type { Run } from "./run";
import type { Made, World } from "./world";

/** What a preview said would be deleted or replaced, as ids. */
export function condemnedBy(steps: readonly StepReport[]): Set<string> {
  const ids = steps.flatMap(({ op, old, id }) =>
    ["delete", "replace", "delete-replaced", "create-replacement"].includes(op) ? [old?.id ?? id ?? ""] : [],
  );
  return new Set(ids.filter((id) => id !== ""));
}

/** Nothing is deleted or replaced that the last shown plan did not say. */
export function unasked(run: Run, plan: ReadonlySet<string> | undefined): string[] {
  if (!plan) return [];
  return run.deleted
    .filter(({ id }) => !plan.has(id) && !run.made.has(id))
    .map(({ kind, id }) => `deleted ${kind} ${id}, which no plan had said`);
}

/** What is told of a run: in which world, of which program, and on which machine. */
interface Told {
  readonly world: World;
  readonly operation: Operation;
  readonly run: Run;
  readonly versions: readonly Program[];
  readonly machine: Machine;
}

/**
 * Nothing is deleted that another resource has than those that were to lose it: while an object is handed over by `adopt`,
 * two entries of a state name it. Whoever took it over deletes it as its own (decision 17), also while the entry of a resource that
 * had it before, and that the program has no more, is still there: a run with targets does not drop that one, nor does the engine ask
 * the provider about one that the program has and that is no target.
 *
 * @param doomed URNs of the resources whose objects were to be deleted.
 */
export function takenAway(
  { world, operation, run, versions, machine }: Told,
  doomed: ReadonlySet<string>,
  before: readonly ResourceState[],
  after: readonly ResourceState[],
): string[] {
  // A key is taken over by whoever declares it, which is documented of it.
  const hasAdopted = (entry: ResourceState) =>
    kindOfType(entry.type) === "sshKey" ||
    versions.some((program) => {
      const owner = ownerOf(program, entry);
      return owner !== undefined && takenBy(owner) === entry.id;
    });
  return run.deleted.flatMap(({ kind, id }) => {
    const without = after.filter((entry) => entry.id === id && !entry.delete);
    const victims = without.filter(({ urn }) => !doomed.has(urn));
    const isHandedOn = before.some((entry) => entry.id === id && doomed.has(entry.urn) && hasAdopted(entry));
    // Another stack had taken the key out, so that nothing tells any more who had it before the one that put it in again.
    const isMadeAgain = kind === "sshKey" && isHandedOn && world.madeAs(id).length > 1;
    const isMeant = (entry: ResourceState) =>
      !isHandedOn || (!isPartial(operation) && ownerOf(versions.at(-1)!, entry) !== undefined);
    const taken = isMadeAgain ? undefined : victims.find(isMeant);
    // Its entry is behind the platform then, as if others had deleted it.
    if (without.length > 0) world.touch(id);
    // Only the journal of that machine tells of a hand-over by a run with targets, which the guide of adoption says.
    return taken === undefined || world.isHandedOverElsewhere(id, machine)
      ? []
      : [`deleted ${kind} ${id}, which ${logicalNameOf(taken)} has`];
  });
}

/** The resources that a plan deletes or replaces. */
export const doomedBy = (steps: readonly StepReport[]): Set<string> =>
  new Set(steps.flatMap(({ op, urn }) => (op === "same" || op === "update" || op === "create" ? [] : [urn])));

/**
 * Nothing is to be replaced that is as the program says already, unless somebody asks for it.
 *
 * @param madeMeanwhile ids of what a host without its engine made after the plan had looked, before we do.
 * @param asked names of the resources that are to be replaced whatever they are like.
 */
export async function needless(
  world: World,
  checkout: Checkout,
  versions: readonly Program[],
  plan: readonly StepReport[],
  { madeMeanwhile, asked }: { readonly madeMeanwhile: ReadonlySet<string>; readonly asked: readonly string[] },
): Promise<string[]> {
  const wrong = await unlike(world, checkout, versions);
  const entries = await checkout.entries();
  const program = versions.at(-1)!;
  return plan.flatMap(({ op, urn, replaceKeys, old }) => {
    // Two resources have one id while an object goes from one to the other.
    const isOf = (entry: ResourceState) => ownerOf(program, entry)?.name === logicalNameOf({ urn });
    const entry = entries.find((each) => each.id === old?.id && isOf(each));
    const resource = op === "replace" && entry && ownerOf(program, entry);
    // What an adopted object is only believed to have is not compared.
    const isBelieved = resource && (takenBy(resource) !== undefined || world.adoptedBlind.has(entry?.id ?? ""));
    const isCompared = resource && !isBelieved && !asked.includes(resource.name);
    const isAsAsked = isCompared === true && !wrong.some((each) => each.startsWith(`${resource.name}: `));
    const isKnown = entry?.id !== undefined && !world.touched.has(entry.id) && !madeMeanwhile.has(entry.id);
    const mayDoubt = isKnown && !world.knowsHowMade(checkout, entry.id);
    const mayTakeOut = mayDoubt || (isAsAsked && isKnown && !isLeftOutTold(world, versions, resource, entry.id));
    return isAsAsked && isKnown && !hasReason(resource, entry, { mayDoubt, mayTakeOut }, replaceKeys, plan)
      ? [`would replace ${urn} (${replaceKeys.join(", ")}), which is as the program says`]
      : [];
  });
}

/**
 * A plan may replace for an argument that the program has taken out of what others have changed, that names something which is replaced too, or of
 * which the state says that nobody knows what the platform has, where nobody does.
 */
function hasReason(
  { args, ignoreChanges = [] }: Declared,
  { inputs, outputs }: ResourceState,
  { mayDoubt, mayTakeOut }: { readonly mayDoubt: boolean; readonly mayTakeOut: boolean },
  replaceKeys: readonly string[],
  plan: readonly StepReport[],
): boolean {
  const names = (name: string) => (outputs[name] ?? []) as readonly unknown[];
  // The journal tells with what it was made; but not what a template gave to it that the program has replaced by another since.
  const isTold = (key: string) => !mayDoubt && names(hiddenKeys.asMade).includes(key);
  const isUnsure = (key: string) => names(hiddenKeys.uncertain).includes(key) && !isTold(key);
  const replaced = new Set(plan.flatMap(({ op, name }) => (op === "same" || op === "update" ? [] : [name])));
  const refersToReplaced = (key: string) => referencesIn(args[key]).some((name) => replaced.has(name));
  // An interrupted run had made the object under another name than the program had then: the state says no more than that.
  const neverGotItsName = inputs.name !== outputs.name;
  const isTakenOut = (key: string) => (mayTakeOut && args[key] === undefined) || (key === "name" && neverGotItsName);
  // The option keeps what the state has as the argument, which is what a failed run asked for and not what the object has.
  const keepsWhatFailed = (key: string) => outputs[hiddenKeys.unready] === true && ignoreChanges.includes(key);
  return replaceKeys.every((key) => isTakenOut(key) || isUnsure(key) || refersToReplaced(key) || keepsWhatFailed(key));
}

/**
 * Never is data deleted that the program refuses to lose.
 *
 * @param replaced names of what somebody has asked to replace, which `dataLoss` does not stop.
 */
export function lostData(
  { world, run, versions, machine }: Told,
  before: readonly ResourceState[],
  replaced: readonly string[] = [],
): string[] {
  const program = versions.at(-1)!;
  return run.deleted.flatMap(({ kind, id, hasData }) => {
    if (run.made.has(id) || world.isHandedOverElsewhere(id, machine)) return [];
    const entry = before.find((each) => each.id === id);
    // An earlier run was allowed to replace it, and has done so but for this.
    if (entry?.delete) return [];
    const made = world.made.findLast((each) => each.id === id);
    const resource = entry ? ownerOf(program, entry) : made && namesake(program, made);
    if (!resource || resource.kind !== kind || replaced.includes(resource.name)) return [];
    // Of two entries, one of the resource's name and one of its alias, the engine takes the former, and the latter is dropped.
    if (entry && logicalNameOf(entry) !== resource.name && before.some((each) => logicalNameOf(each) === resource.name))
      return [];
    // What is imported takes the place of what the resource has, and engines ask no provider whether it may.
    if (entry?.id !== undefined && resource.importId !== undefined && resource.importId !== entry.id) return [];
    const isIgnored = resource.ignoreChanges?.includes("dataLoss") === true;
    const { dataLoss } = isIgnored && entry ? entry.inputs : resource.args;
    const isRefused = dataLoss === "refuse" || (dataLoss === undefined && kind === "networkVolume");
    return hasData && isRefused ? [`destroyed the data of ${kind} ${id}, past dataLoss: "refuse"`] : [];
  });
}

export const ownerOf = (program: Program, { urn, type }: ResourceState): Declared | undefined =>
  program.find(
    ({ kind, name, aliases = [] }) => kind === kindOfType(type) && [name, ...aliases].includes(logicalNameOf({ urn })),
  );

const namesake = (program: Program, { kind, name }: Made): Declared | undefined =>
  program.find((each) => each.kind === kind && (each.args.name ?? each.name) === name.replace(/-[0-9a-z]{7}$/, ""));

/** Of what has the same id in every account, and was made in another one. */
const elsewhere = /(\S+) was last seen with .* If these keys belong to different accounts/g;
/** The same, of what a run goes on with: of one or several. */
const inEachAccount = /(SshKey .+) w(?:as|ere) last seen with .* SSH keys are the same in every account/g;
/** Of what stays where its resource is dropped. */
const takenOver = /(\S+) was not deleted: another resource has taken it over/g;

/** Somebody reads what an operation says, be it one that ran beside another. */
export function hear(world: World, { output }: Ended): void {
  for (const text of [elsewhere, takenOver]) for (const [, id = ""] of output.matchAll(text)) world.told.add(id);
  for (const [, all = ""] of output.matchAll(inEachAccount))
    for (const [, id = ""] of all.matchAll(/SshKey ([^\s,]+)/g)) world.told.add(id);
}

/**
 * Every object that the stack ever made is in a state, gone, named in the output of the last operation, or a finding of `compute doctor`.
 * What a run on another machine made, and no state ever had, is told of there.
 */
export async function hidden(
  world: World,
  checkout: Checkout,
  ended: Ended,
  before: readonly ResourceState[],
): Promise<string[]> {
  hear(world, ended);
  if (ended.result === "killed") return [];
  // What another checkout has taken over by `adopt` is in its state.
  const held = new Set((await world.allEntries()).map(({ id }) => id));
  const left = world
    .left(checkout, new Set(before.map(({ id }) => id)))
    .filter(({ id }) => !held.has(id) && !ended.output.includes(id) && !world.told.has(id))
    .filter(({ name }) => !ended.output.includes(JSON.stringify(name)) && !isNamed(ended, name));
  if (left.length === 0) return [];
  const findings = await diagnosis(world, checkout);
  return left
    .filter(({ id, name }) => !findings.includes(id) && !findings.includes(JSON.stringify(name).slice(1, -1)))
    .map(
      ({ kind, id, name }) => `${kind} ${id}, named ${name}, bills on: it is not in state, and nobody is told of it`,
    );
}

/** `compute doctor` says of nothing that the state has that it is in no state. */
export async function falseAlarms(world: World, checkout: Checkout, { result }: Ended): Promise<string[]> {
  if (result === "killed") return [];
  const held = new Set((await checkout.entries()).map(({ id }) => id));
  const findings = JSON.parse(await diagnosis(world, checkout)) as Finding[];
  const isOfNothing = ({ problem, id }: { problem: string; id: string }) =>
    ["forgotten", "lost-create", "like-named", "same-name"].includes(problem) && held.has(id);
  return findings
    .flatMap(({ problem, objects }) => objects.map(({ id }) => ({ problem, id })))
    .filter(isOfNothing)
    .map(({ id, problem }) => `leaves doctor saying of ${id}, which the state has, ${problem}`);
}

/** A failure that names the resource itself. */
const isNamed = ({ output }: Ended, name: string): boolean => {
  const logicalName = name.replace(/-[0-9a-z]{7}$/, "").replace(/^own-/, "");
  return output.split("\n").some((line) => line.startsWith("error: urn:") && line.includes(`::${logicalName}: `));
};

/** No two stacks hold one object, unless somebody wrote into the program that it is to be adopted. */
export async function shared(world: World, versions: readonly Program[]): Promise<string[]> {
  const adopted = new Set(versions.flat().map(takenBy));
  const holders = new Map<string, string[]>();
  // A key is taken over by whoever declares it, which is documented of it.
  for (const checkout of Object.values(world.checkouts))
    for (const { id, urn, type } of await checkout.entries())
      if (id && !adopted.has(id) && kindOfType(type) !== "sshKey")
        holders.set(id, [...(holders.get(id) ?? []), `${checkout.place}'s ${logicalNameOf({ urn })}`]);
  return [...holders].flatMap(([id, by]) => {
    const stacks = new Set(by.map((each) => each.split("'s ")[0]));
    return stacks.size > 1 ? [`${id} is in several states: ${by.join(", ")}`] : [];
  });
}

/** Where the platform does not hold what the program says, by resource. */
export async function unlike(world: World, checkout: Checkout, versions: readonly Program[]): Promise<string[]> {
  const program = versions.at(-1)!;
  const entries = (await checkout.entries()).filter((entry) => !entry.delete);
  // An up that has still to come brings a new name into the state.
  const idOf: IdOf = (name) => {
    const named = program.filter((each) => each.name === name);
    return entries.find((entry) => ownerOf(named, entry) !== undefined)?.id;
  };
  return program.flatMap((resource) => {
    const entry = entries.find((each) => ownerOf([resource], each) !== undefined);
    if (!entry?.id) return [`${resource.name} has no object`];
    if (world.touched.has(entry.id)) return [];
    if (kindOfType(entry.type) !== resource.kind) return [];
    const isUntouched = isLeftOutTold(world, versions, resource, entry.id);
    const isBlind = world.adoptedBlind.has(entry.id);
    const adopting = { ...resource, args: { adopt: { id: entry.id }, ...resource.args } };
    const wrong = differencesFrom(
      world.accountWith(entry.id, entry.outputs),
      isBlind ? adopting : resource,
      entry.id,
      idOf,
      isUntouched,
      inheritedBy(resource, versions),
    );
    return wrong.map((each) => `${resource.name}: ${each}`);
  });
}

/** What the program leaves out is as the contract has it: nobody else and no template ever gave the object anything. */
const isLeftOutTold = (world: World, versions: readonly Program[], resource: Declared, id: string): boolean =>
  !world.everTouched.has(id) && !versions.flat().some((each) => isTemplated(each, resource));

/** It was once made from a template, which leaves its settings behind (P-34). */
const isTemplated = ({ name, args }: Declared, { name: now, aliases = [] }: Declared): boolean =>
  args.templateId !== undefined && [now, ...aliases].includes(name);

/** The variables that the templates of a program have, or got from others, where it was ever made from one of them. */
function inheritedBy(resource: Declared, versions: readonly Program[]): string[] {
  const all = versions.flat();
  const isMade = all.some((each) => isTemplated(each, resource) && isObject(each.args.templateId));
  if (!isMade) return [];
  const templates = all.filter(({ kind }) => kind === "template");
  return ["FOREIGN", ...templates.flatMap(({ args: { env } }) => (isObject(env) ? Object.keys(env) : []))];
}

/** No secret stands in clear in any of these texts. */
export function leaks(texts: readonly { readonly where: string; readonly text: string }[]): string[] {
  return texts.flatMap(({ where, text }) => {
    const leak = leakIn(text);
    return leak === undefined ? [] : [`a secret is in clear in ${where}: ${leak}`];
  });
}

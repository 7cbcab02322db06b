import type { Finding } from "../../cli/doctor/finding";
import type { StepReport } from "../../engine/run/events";
import type { ResourceState } from "../../engine/state/resource-state";
import { keyDigestOf, sightingIn } from "../../provider/state/sighting";
import { hidden as hiddenKeys } from "../../provider/state/state";
import { markIn } from "../../provider/table/names";
import { isObject, sameValue, strings } from "../../provider/table/props";
import { leakIn } from "../canaries";
import { type Checkout, logicalNameOf } from "./checkout";
import { diagnosis } from "./diagnosis";
import { differencesFrom } from "./expected";
import { kindOfType } from "./host";
import type { Operation } from "./life";
import type { Ended } from "./operate";
import { type Declared, type IdOf, type Program, referencesIn, takenBy } from "./program";
import type { Run } from "./run";
import type { World } from "./world";

/**
 * No object is deleted that another resource of the state owns.
 *
 * @param doomed URNs of the resources whose objects were to be deleted.
 */
export function takenAway(
  world: World,
  run: Run,
  doomed: ReadonlySet<string>,
  after: readonly ResourceState[],
): string[] {
  return run.deleted.flatMap(({ kind, id }) => {
    const holders = after.filter((entry) => entry.id === id && !entry.delete);
    // The states of the others are behind the platform then, as if somebody else had deleted it.
    if (holders.length > 0) world.touch(id);
    const owner = holders.find((entry) => !doomed.has(entry.urn) && isKnownToBe(world, kind, entry));
    return owner ? [`deleted ${kind} ${id}, which ${logicalNameOf(owner)} has`] : [];
  });
}

/** An SSH key that was seen with another API key may be of another account. */
function isKnownToBe({ key }: World, kind: string, { outputs }: ResourceState): boolean {
  const own = keyDigestOf({ apiKey: key });
  return kind !== "sshKey" || (sightingIn(outputs) ?? own).startsWith(own);
}

/** No object is deleted that another stack of the backend has. */
export function takenBack(world: World, { deleted }: Run): string[] {
  return deleted.flatMap(({ kind, id }) =>
    world.main.moved.some((entry) => entry.id === id && isKnownToBe(world, kind, entry))
      ? [`deleted ${kind} ${id}, which was moved to another stack`]
      : [],
  );
}

/** No data is deleted that the program refuses to lose. Requested replacements and imports of another object are not refused. */
export function lostData(
  run: Run,
  { replace = [] }: Operation,
  program: Program,
  doomed: ReadonlySet<string>,
  before: readonly ResourceState[],
): string[] {
  return run.deleted.flatMap(({ kind, id, hasData }) => {
    const holders = before.filter((entry) => entry.id === id);
    const entry = holders.find(({ urn }) => doomed.has(urn)) ?? holders[0];
    // An earlier run was allowed to replace it, and has done all but the deletion.
    if (!entry || entry.delete || run.made.has(id) || !hasData) return [];
    const resource = ownerOf(program, entry);
    if (!resource || replace.includes(resource.name)) return [];
    // Of an entry with the resource's name and one with its alias, engines drop the latter.
    const name = logicalNameOf(entry);
    if (name !== resource.name && before.some((each) => logicalNameOf(each) === resource.name)) return [];
    if (resource.importId !== undefined && resource.importId !== id) return [];
    const { dataLoss } = resource.ignoreChanges?.includes("dataLoss") ? entry.inputs : resource.args;
    const isRefused = dataLoss === "refuse" || (dataLoss === undefined && kind === "networkVolume");
    return isRefused ? [`destroyed the data of ${kind} ${id}, past dataLoss: "refuse"`] : [];
  });
}

/**
 * No object that matches the program is replaced, unless somebody asks for it.
 *
 * @param madeMeanwhile ids of objects that a host without its engine created after the plan's reads.
 */
export async function needless(
  world: World,
  checkout: Checkout,
  versions: readonly Program[],
  plan: readonly StepReport[],
  { replace = [], madeMeanwhile }: Pick<Operation, "replace"> & { readonly madeMeanwhile: ReadonlySet<string> },
): Promise<string[]> {
  const wrong = await unlike(world, checkout, versions);
  const entries = await checkout.entries();
  const program = versions.at(-1)!;
  const renewed = new Set(plan.filter(({ op }) => op !== "same" && op !== "update").map(({ name }) => name));
  return plan.flatMap(({ op, urn, replaceKeys, old }) => {
    const entry = entries.find(
      (each) => each.id === old?.id && ownerOf(program, each)?.name === logicalNameOf({ urn }),
    );
    const resource = op === "replace" && entry ? ownerOf(program, entry) : undefined;
    if (!entry?.id || !resource || replace.includes(resource.name) || isTaken(versions, entry.id)) return [];
    if (world.touched.has(entry.id) || madeMeanwhile.has(entry.id)) return [];
    if (wrong.some((each) => each.startsWith(`${resource.name}: `))) return [];
    const isMeant = (key: string) =>
      referencesIn(resource.args[key]).some((name) => renewed.has(name)) ||
      mayDiffer(world, versions, resource, entry, key) ||
      // The platform does not have what only the provider knows, such as `stopAfter`.
      (resource.replaceOnChanges?.includes(key) === true && !sameValue(entry.inputs[key], resource.args[key]));
    return replaceKeys.every(isMeant)
      ? []
      : [`would replace ${urn} (${replaceKeys.join(", ")}), which is as the program says`];
  });
}

/**
 * Tells whether the platform's value is open: the state says so after an interrupted run, or the program takes out what somebody else,
 * a template or an interrupted run may have set (docs/guides/troubleshooting.md).
 */
function mayDiffer(
  world: World,
  versions: readonly Program[],
  resource: Declared,
  { id = "", inputs, outputs }: ResourceState,
  key: string,
): boolean {
  if (strings(outputs[hiddenKeys.uncertain]).includes(key)) return true;
  if (outputs[hiddenKeys.unready] === true && (resource.ignoreChanges ?? []).includes(key)) return true;
  if (key === "name" && inputs.name !== outputs.name) return true;
  const isKnown = isUntouched(world, versions, resource, id) && !world.interrupted.has(id);
  return resource.args[key] === undefined && !isKnown;
}

/** The resource of a program that an entry is of. */
export const ownerOf = (program: Program, { urn, type }: Pick<ResourceState, "urn" | "type">): Declared | undefined =>
  program.find(
    ({ kind, name, aliases = [] }) => kind === kindOfType(type) && [name, ...aliases].includes(logicalNameOf({ urn })),
  );

/**
 * Everything that this machine made for the stack is in a state, gone, named in an output since it is in none, or a finding of
 * `compute doctor`.
 */
export async function hidden(
  world: World,
  checkout: Checkout,
  ended: Ended,
  findings: readonly Finding[],
): Promise<string[]> {
  const { place, machine } = checkout;
  const held = new Set((await world.allEntries()).map((entry) => `${world.accountOf(entry).name} ${entry.id}`));
  const found: string[] = [];
  for (const { kind, id, name, account, ...made } of world.made) {
    const object = `${account.name} ${id}`;
    if (held.has(object)) world.named.delete(object);
    else if (names(ended.output, id, name)) world.named.add(object);
    if (made.place !== place || made.machine !== machine.name || held.has(object)) continue;
    const there = account.find(kind, id);
    // Under a name of the program's nothing shows whose it is, once a run has handed it over (docs/guides/interrupted-runs.md).
    if (!there || world.named.has(object) || !isMarked(there.name)) continue;
    const doctor = account === world.account ? findings : await diagnosis(world, checkout, machine, account);
    if (!names(JSON.stringify(doctor), id, name))
      found.push(`${kind} ${id}, named ${name}, is in no state, and neither the output nor doctor names it`);
  }
  return found;
}

const isMarked = (name: unknown): boolean => typeof name === "string" && markIn(name) !== undefined;

const names = (text: string, id: string, name: string): boolean =>
  text.includes(id) ||
  text.includes(JSON.stringify(name)) ||
  text.includes(JSON.stringify(JSON.stringify(name)).slice(1, -1));

/** After a clean destroy nothing that the state had is left in its account, unless a warning names it. */
export async function left(world: World, before: readonly ResourceState[], { output }: Ended): Promise<string[]> {
  const held = new Set((await world.allEntries()).map(({ id }) => id));
  return before.flatMap((entry) => {
    const { id = "", type, retainOnDelete } = entry;
    const object = world.accountOf(entry).find(kindOfType(type), id);
    return !object || retainOnDelete || held.has(id) || output.includes(id)
      ? []
      : [`a destroy leaves ${kindOfType(type)} ${id} in its account, and no warning names it`];
  });
}

/** `compute doctor` says of nothing that the state has that it is in no state. */
export async function doubted(checkout: Checkout, findings: readonly Finding[]): Promise<string[]> {
  const held = new Set((await checkout.entries()).map(({ id }) => id));
  return findings
    .filter(({ problem }) => ["left", "lost-create", "same-name"].includes(problem))
    .flatMap(({ problem, objects }) => objects.map(({ id }) => ({ problem, id })))
    .filter(({ id }) => held.has(id))
    .map(({ id, problem }) => `leaves doctor saying of ${id}, which the state has, ${problem}`);
}

/** No two stacks own one object, unless a program says so. A key belongs to every stack that declares it. */
export async function shared(world: World, versions: readonly Program[]): Promise<string[]> {
  const adopted = new Set(versions.flat().map(takenBy));
  const holders = new Map<string, Set<string>>();
  for (const { checkout, entries } of await world.states())
    for (const { id, type } of entries)
      if (id && !adopted.has(id) && kindOfType(type) !== "sshKey")
        holders.set(id, (holders.get(id) ?? new Set()).add(checkout.place));
  return [...holders].flatMap(([id, by]) =>
    by.size > 1 ? [`${id} is in the states of ${[...by].join(" and ")}`] : [],
  );
}

/** The arguments that the platform does not hold as the program says, each with its resource. */
export async function unlike(world: World, checkout: Checkout, versions: readonly Program[]): Promise<string[]> {
  const program = versions.at(-1)!;
  const entries = (await checkout.entries()).filter((entry) => !entry.delete);
  const entryFor = (resource: Declared) => entries.find((entry) => ownerOf([resource], entry) !== undefined);
  const idOf: IdOf = (name) => program.filter((each) => each.name === name).map(entryFor)[0]?.id;
  return program.flatMap((resource) => {
    const entry = entryFor(resource);
    if (!entry?.id) return [`${resource.name} has no object`];
    if (world.touched.has(entry.id)) return [];
    const known = {
      isUntouched: isUntouched(world, versions, resource, entry.id),
      isTaken: isTaken(versions, entry.id),
      inherited: inheritedBy(resource, versions),
    };
    const wrong = differencesFrom(world.accountOf(entry), resource, entry.id, idOf, known);
    return wrong.map((each) => `${resource.name}: ${each}`);
  });
}

/** Tells whether a resource got the object while it was there, in any version of the program. */
const isTaken = (versions: readonly Program[], id: string): boolean =>
  versions.flat().some((each) => takenBy(each) === id);

/** Tells whether only the program ever gave the object anything. */
const isUntouched = (world: World, versions: readonly Program[], resource: Declared, id: string): boolean =>
  !world.everTouched.has(id) && !versions.flat().some((each) => isTemplated(each, resource));

/** Tells whether the resource was once made from a template, which leaves its settings behind (P-34). */
const isTemplated = ({ name, args }: Declared, { name: now, aliases = [] }: Declared): boolean =>
  args.templateId !== undefined && [now, ...aliases].includes(name);

/** Names of variables that a template of the program may have given to the object. */
function inheritedBy(resource: Declared, versions: readonly Program[]): string[] {
  const all = versions.flat();
  if (!all.some((each) => isTemplated(each, resource) && isObject(each.args.templateId))) return [];
  const templates = all.filter(({ kind }) => kind === "template");
  return ["FOREIGN", ...templates.flatMap(({ args: { env } }) => (isObject(env) ? Object.keys(env) : []))];
}

/** No text contains a secret in plain text. */
export function leaks(where: string, ...texts: readonly string[]): string[] {
  return texts.flatMap((text) => {
    const leak = leakIn(text);
    return leak === undefined ? [] : [`a secret is in clear in ${where}: ${leak}`];
  });
}

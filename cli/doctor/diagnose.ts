import type { KindName } from "../../provider/kinds/names";
import { quoted } from "../../values/shell";
import { getOrMake } from "../../values/many";
import { ownMember } from "../../values/own-member";
import type { Catalog } from "../../provider/cost/pricing";
import { markIn, withoutMark } from "../../provider/table/names";
import { parseUrn } from "../../plugin/names";
import { resourceKeyOf } from "../../provider/state/identity";
import { isUntraceable } from "../../provider/journal/attempt";
import { costOf, waysOn } from "../../provider/lifecycle/adoption/left-in-words";
import { isInAnyAccount, kinds } from "../../provider/kinds";
import type { Operations } from "../../provider/kinds/operations";
import { isFree } from "../../provider/kinds/prices";
import { isCurrent, isMadeSince, type Stack, stackOfUrn, type StackResource, stateDelete } from "../state/deployment";
import { describe, type Finding, findingOf, type LiveObject, type LiveObjects, type Problem } from "./finding";
import { type InOtherStacks, isAmong, type IsKnown, placeOf, stackThatHas } from "./holders";
import type { OpenAttempt } from "./journal";
import { leftObjects, type StackMark } from "./in-no-state";
import { resourceFinding } from "./in-state";
import { addressInWords, type Sighting } from "../../provider/state/sighting";

/** Facts beside the stack, the platform and the journal. */
export interface Surroundings {
  /** The address and key with which the platform was read. */
  readonly here?: Sighting | undefined;
  /** Resources of the stack in other accounts, or in this account with another key. */
  readonly others?: readonly StackResource[];
  /** Resources in all states of the backend, this stack's included. */
  readonly inStates?: readonly StackResource[];
  readonly holders?: InOtherStacks;
  /** The stacks of the state, as marks identify them. */
  readonly marks?: readonly StackMark[];
  readonly prices?: Catalog | undefined;
}

/** Compares the state of a stack with the platform and with the journal of this machine. A pure function. */
export function diagnose(
  stack: Stack,
  platform: LiveObjects,
  noted: readonly OpenAttempt[] = [],
  { here, others: reachedOtherwise = [], inStates = [], holders = new Map(), marks = [], prices }: Surroundings = {},
): Finding[] {
  const isKnown = isAmong([...stack.resources, ...reachedOtherwise]);
  // An object of another stack of the backend must not be proposed for deletion.
  const idsInStates = new Set([...inStates.map(({ id }) => id), ...idsBegunElsewhere(stack, inStates, platform)]);
  const isElsewhere = (id: string) => idsInStates.has(id);
  // An object that was handed over may be gone by now. If it exists but is in no state, the next `up` handles it anyway.
  const isThere = ({ kind, made = "" }: OpenAttempt) => platform[kind as KindName].some(({ id }) => id === made);
  const journal = noted.filter((each) => !each.isHanded || (isThere(each) && !isElsewhere(each.made!)));
  const entries = new Map(stack.pending.map(({ resource }) => [resource, entryOf(resource, stack, journal)]));
  // Objects of a pending operation of the engine are reported with that operation.
  const ofEngine = new Set(entries.values());
  const others = journal.filter((attempt) => !ofEngine.has(attempt));
  const evidence = { stack, platform, isKnown, holders, prices };
  const findings = [
    ...stack.pending.flatMap(({ type, resource }) =>
      pendingFinding(type, withId(resource, stack), evidence, entries.get(resource)),
    ),
    ...stack.resources
      .filter((resource) => !isPending(resource, stack))
      .flatMap((resource) => resourceFinding(resource, platform, { here, providers: stack.providers })),
    ...sharedObjects(stack, inStates, platform),
    ...others.flatMap((attempt) => attemptFinding(attempt, evidence)),
    ...sameName(stack, platform, (kind, id) => isKnown(kind, id) || isElsewhere(id)),
  ];
  const unlessTold = (told: readonly Finding[]): IsKnown => {
    const isTold = isAmong(told.flatMap(({ kind, objects }) => objects.map(({ id }) => ({ kind, id }))));
    return (kind, id) => isKnown(kind, id) || isTold(kind, id) || isElsewhere(id);
  };
  return [...findings, ...leftObjects(marks, stack, platform, unlessTold(findings), prices)];
}

/** Tells whether a pending operation deletes the object, or creates its replacement. */
const isPending = ({ urn, id, isLeftover, awaitsReplacement }: StackResource, { pending }: Stack): boolean =>
  pending.some(({ type, resource }) => {
    const isDeleted = type === "deleting" && !isLeftover && resource.id === id;
    return resource.urn === urn && (isDeleted || (type === "creating" && awaitsReplacement));
  });

/** Ids of objects that an interrupted run of another stack began to create: its next `up` takes them over. */
function idsBegunElsewhere(stack: Stack, inStates: readonly StackResource[], platform: LiveObjects): string[] {
  const own = new Set([...stack.resources, ...stack.pending.map(({ resource }) => resource)].map(stackOf));
  return inStates
    .filter((resource) => resource.id === "" && !own.has(stackOf(resource)))
    .flatMap(({ kind, inputs }) => platform[kind].filter(({ name }) => name === inputs["name"]).map(({ id }) => id));
}

const stackOf = ({ urn }: StackResource): string => stackOfUrn(urn);

/** Finds objects in two resources, of this stack or of two: the first deletion destroys the object for both. */
function sharedObjects({ resources }: Stack, inStates: readonly StackResource[], platform: LiveObjects): Finding[] {
  const own = new Set(resources.map(stackOf));
  const holders = new Map<string, StackResource>();
  const found: Finding[] = [];
  for (const resource of [...inStates.filter((each) => !own.has(stackOf(each))), ...resources]) {
    const { kind, name, urn, id } = resource;
    if (id === "" || !isCurrent(resource) || isInAnyAccount(kind)) continue;
    const holder = getOrMake(holders, placeOf(kind, id), () => resource);
    const stack = stackOf(resource);
    if (holder === resource || !own.has(stack)) continue;
    const whose =
      stackOf(holder) === stack
        ? `the resource ${holder.name} of this stack has it too`
        : `${stackThatHas(holder)} too`;
    const { project } = parseUrn(holder.urn);
    const elsewhere = project === parseUrn(urn).project ? "" : `, in the folder of the project ${project},`;
    found.push(
      findingOf(
        resource,
        platform[kind].filter((each) => each.id === id),
        "shared",
        `${kind} ${name} (${id}) is in the state, and ${whose}`,
        `Whichever of the two goes deletes the object for both. Take one of them out of its program, and out of its state with \`${stateDelete(resource)}\` ` +
          `or${elsewhere} \`${stateDelete(holder)}\`, which leave the object alone.`,
      ),
    );
  }
  return found;
}

interface Evidence {
  readonly stack: Stack;
  readonly platform: LiveObjects;
  readonly isKnown: IsKnown;
  readonly holders: InOtherStacks;
  readonly prices: Catalog | undefined;
}

/** The journal's entry about a pending create: the one of its name, or one of its resource without a record. */
function entryOf(resource: StackResource, { pending }: Stack, journal: readonly OpenAttempt[]) {
  if (!pending.some((operation) => operation.type === "creating" && operation.resource === resource)) return undefined;
  const entries = journal.filter(({ key }) => key === resourceKeyOf(resource.urn));
  const recorded = new Set(pending.map((operation) => operation.resource.inputs["name"]));
  return (
    entries.find(({ name }) => name === resource.inputs["name"]) ?? entries.find(({ name }) => !recorded.has(name))
  );
}

/** Adds the id, which the CLI's record of an update lacks. */
function withId(resource: StackResource, { resources }: Stack): StackResource {
  const current = resources.find(({ urn, isLeftover }) => urn === resource.urn && !isLeftover);
  return resource.id === "" && current ? { ...resource, id: current.id } : resource;
}

/** @param entry the journal's entry about the engine's record. */
function pendingFinding(type: string, resource: StackResource, evidence: Evidence, entry?: OpenAttempt): Finding[] {
  const { kind, name, id } = resource;
  const objects = evidence.platform[kind].filter((object) => object.id === id);
  const found = (problem: Problem, what: string, nextStep: string) => [
    findingOf(resource, objects, problem, what, nextStep),
  ];
  switch (type) {
    case "creating":
      return lostCreate(resource, evidence, entry);
    case "updating":
      return found(
        "unfinished-update",
        `an update of ${kind} ${name} (${id}) was started, and its outcome is unknown`,
        "Run `refresh` to read what the platform has, then `up`, which sends what is still missing.",
      );
    case "deleting":
      return found(
        "unfinished-delete",
        `a delete of ${kind} ${name} (${id}) was started; the object ${objects.length > 0 ? "still exists" : "is gone"}`,
        objects.length > 0
          ? "Run `up` or `destroy` again; deleting twice is safe."
          : "Run `refresh`, which takes the object out of the state.",
      );
    default:
      return [];
  }
}

function lostCreate(
  resource: StackResource,
  { stack, platform, isKnown, holders, prices }: Evidence,
  entry: OpenAttempt | undefined,
): Finding[] {
  const { kind, name, urn, inputs } = resource;
  const id = idFromInputs(resource);
  // An object has the marked name that the journal knows, or one with a suffix, until the create is done.
  const names = [inputs["name"], entry?.name];
  const isMeant = ({ name: its }: LiveObject) =>
    names.includes(its) || (entry === undefined && withoutMark(its) === inputs["name"]);
  const meant = platform[kind].filter((object) => (id === undefined ? isMeant(object) : object.id === id));
  const objects = meant.filter((object) => !isKnown(kind, object.id));
  const isNamed = inputs["name"] !== undefined;
  const called = isNamed ? ` (named ${JSON.stringify(inputs["name"])})` : "";
  const wasBegun = `a create of ${kind} ${name}${called} was started, and its outcome is unknown`;
  const unclear = entry && isUntraceable(entry) ? untraceable : undefined;
  const none = id
    ? `this command sees no ${id} outside this stack`
    : isNamed
      ? "this command sees no object of that name outside this stack"
      : "it has no name to look for";
  const found = objects.length === 0 ? none : `the platform has ${withCosts(kind, objects, prices)}`;
  const lost = (what: string, nextStep: string) => [
    findingOf(resource, objects, "lost-create", `${wasBegun}${what}`, nextStep),
  ];
  const current = stack.resources.find((other) => other.urn === urn && isCurrent(other));
  // A later `up` has created or taken over the object, and only the engine's record of the create is left.
  const isMade = id === undefined ? isMadeSince(resource, stack) : current?.id === id;
  if (isMade && objects.length === 0 && !entry) return [];
  const theirs = objects.find(({ id: each }) => holders.has(placeOf(kind, each)));
  if (theirs) {
    const forgotten = entry
      ? `Run ${endCommand(entry)}, which forgets the attempt and deletes nothing. Then run`
      : "Run";
    return lost(
      `; the platform has ${describe(theirs)}, and ${holders.get(placeOf(kind, theirs.id))}`,
      `Leave it to that one. ${forgotten} ${clearPending}; only the record of the create is left.`,
    );
  }
  const ownedBy = stack.resources.find(
    (other) => other.urn !== urn && isCurrent(other) && meant.some((object) => object.id === other.id),
  );
  if (ownedBy && objects.length === 0 && !entry) return [];
  // A later run that did not know of this attempt may have put another object into the state.
  const nextStep = afterLostCreate(kind, objects, entry, current, id === undefined ? undefined : name);
  return lost(`, and ${unclear ?? found}`, nextStep);
}

/** The id of the created object, for kinds whose id follows from an argument. */
function idFromInputs({ kind, inputs }: StackResource): string | undefined {
  const operations: Operations = kinds[kind].operations;
  if (!operations.idFrom || typeof ownMember(inputs, operations.idFrom) !== "string") return undefined;
  return operations.idOf?.(inputs, (count) => new Uint8Array(count));
}

const becauseBilled = (kind: KindName): string => (isFree(kind) ? "" : ", because it is billed");

const clearPending = "`refresh --clear-pending-creates`";

/** Says what to do about a create without an answer. @param taker the resource, if `up` takes over what is there. */
function afterLostCreate(
  kind: KindName,
  objects: readonly LiveObject[],
  entry: OpenAttempt | undefined,
  successor: StackResource | undefined,
  taker: string | undefined,
): string {
  if (entry) {
    const end = endOf(entry, successor);
    return entry.isBusy || !entry.isVouched ? end : `${end} Then run ${clearPending}.`;
  }
  const [only, ...others] = objects;
  if (only === undefined)
    return (
      `If this command uses the address and the API key of that run, there is nothing of it: run ${clearPending}, then \`up\`. ` +
      "With others it can't see what was created: set them as they were, and run `doctor` again."
    );
  if (taker !== undefined)
    return (
      `It is as ${taker} asks, and may have been there before. If the program still has ${taker}, run \`up\`, which takes it over. Otherwise, ` +
      `if nobody needs it, delete it on the platform. Then run ${clearPending}.`
    );
  if (others.length > 0)
    return "Find out by their creation time which of these objects this create made, and delete it if nobody needs it. Then run `doctor` again.";
  if (successor !== undefined) {
    const maker = { has: successor.id, urn: successor.urn };
    // A replacement adopts only what bears the mark of its resource.
    const next = markIn(only.name) ? `what to do: ${waysOn(kind, only.id, maker)}` : `delete it${becauseBilled(kind)}`;
    return (
      `\`up\` does not use ${only.id}: the state has ${successor.id} in its place. If ${only.id} is that object, ${next}. ` +
      `Then run ${clearPending}.`
    );
  }
  return (
    `If ${only.id} is that object, delete it, or keep it by giving the resource \`adopt: { id: ${JSON.stringify(only.id)} }\`. ` +
    `Run ${clearPending}, then \`up\`.`
  );
}

const endCommand = ({ id, made }: OpenAttempt): string => `\`compute doctor --delete ${quoted(made ?? id)}\``;

/** Says how an open attempt of the journal ends. @param current its resource with the object that it has by now. */
function endOf(open: OpenAttempt, current?: StackResource): string {
  const { isBusy, isVouched, isElsewhere } = open;
  if (isBusy) return "A process on this machine is still working on it. Wait, then run `doctor` again.";
  const end = endCommand(open);
  if (isUntraceable(open))
    return `Look for its traces, such as the health of the endpoint, the logs of its workers or what it writes. ${forgetting(end)}.`;
  if (isElsewhere)
    return `Set compute:apiUrl, or COMPUTE_API_URL, to ${addressInWords(open)}: there \`up\` takes over what it made or says why it can't, if it would create or replace the resource; or ${end} ends it.`;
  if (open.isHanded && isVouched) return endOfHanded(open, current);
  return isVouched
    ? `If \`preview\` shows that \`up\` would create or replace the resource, run \`up\` on this machine: it knows of the attempt from its journal, and takes over what it made or says why it can't. ${current ? `To have it in place of ${current.id}, run \`up --replace ${quoted(current.urn)}\`. ` : ""}Otherwise run ${end}.`
    : `With this API key nothing acts on the entry. Set compute:apiKey, or COMPUTE_API_KEY, to the key of that run: with it \`up\` takes over what it made or says why it can't. If the object is yours and there is no such key any more, take it over with \`adopt\`; ${end} forgets the entry and deletes nothing.`;
}

/** The next step for an object that was handed over to the engine but is in no state. */
const endOfHanded = ({ kind, id, made = id }: OpenAttempt, current?: StackResource): string =>
  `The state could not be written, or somebody has taken it out on purpose. What to do: ${waysOn(kind as KindName, made, current && { has: current.id, urn: current.urn }, `doctor --delete ${quoted(made)}`)}.`;

/** Finds a create of an interrupted run whose object is missing from the state. */
function attemptFinding(attempt: OpenAttempt, { stack, platform, isKnown, holders, prices }: Evidence): Finding[] {
  const { key, made } = attempt;
  const kind = attempt.kind as KindName;
  const resource = stack.resources.find(({ urn }) => resourceKeyOf(urn) === key);
  const objects = platform[kind].filter(
    (object) => !isKnown(kind, object.id) && (made === undefined ? object.name === attempt.name : object.id === made),
  );
  const began = `an ${attempt.isHanded ? "earlier run created" : "interrupted run started to create"} a ${kind} named ${JSON.stringify(attempt.name)} at ${new Date(attempt.startedAt).toISOString()}`;
  const theirs = objects.find(({ id }) => holders.has(placeOf(kind, id)));
  const found = isUntraceable(attempt)
    ? untraceable
    : theirs
      ? `the platform has ${describe(theirs)}, and ${holders.get(placeOf(kind, theirs.id))}`
      : attempt.isElsewhere
        ? `it was sent to ${addressInWords(attempt)}, where this command does not look`
        : objects.length > 0
          ? `the platform has ${withCosts(kind, objects, prices)}, which the state does not have`
          : !attempt.isVouched
            ? `it was sent with another API key, and this command can't see ${made ?? "what it made"}, which may be in another account${isFree(kind) ? "" : " and be billed"}`
            : `the platform has ${made ?? "no object of that name outside the state"}${made === undefined ? "" : " no longer"}`;
  const nextStep = theirs
    ? `Leave it to that one. Run ${endCommand(attempt)}, which forgets the attempt and deletes nothing.`
    : endOf(attempt, resource);
  const name = resource?.name ?? attempt.name;
  return [
    { problem: "lost-create", kind, name, urn: resource?.urn ?? "", objects, what: `${began}, and ${found}`, nextStep },
  ];
}

/** Finds an object with the name of a resource and another id: a copy, or an earlier attempt whose answer was lost. */
function sameName(stack: Stack, platform: LiveObjects, isKnown: IsKnown): Finding[] {
  const pending = new Set(stack.pending.map(({ resource }) => resource.urn));
  return stack.resources.flatMap((resource) => {
    const { kind, name, urn, id, inputs, isLeftover } = resource;
    if (isLeftover || pending.has(urn) || typeof inputs["name"] !== "string") return [];
    const objects = platform[kind].filter((object) => object.name === inputs["name"] && !isKnown(kind, object.id));
    if (objects.length === 0) return [];
    const what = `the platform has ${objects.map((object) => describe(object)).join(", ")} with the name of ${kind} ${name} (${id}), outside this stack`;
    const nextStep = `If it does not belong to another stack or person, delete it${becauseBilled(kind)}.`;
    return [findingOf(resource, objects, "same-name", what, nextStep)];
  });
}

const withCosts = (kind: KindName, objects: readonly LiveObject[], prices: Catalog | undefined): string =>
  objects.map((object) => describe(object, costOf(kind, object, prices))).join(", ");

const untraceable = "nobody can tell whether it exists, since the platform lists no such objects";

/** The effect of a command that ends an attempt of such a kind. */
const forgetting = (command: string): string =>
  `${command} forgets the attempt and ends nothing; the next \`up\` then submits it again, which may be for the second time`;

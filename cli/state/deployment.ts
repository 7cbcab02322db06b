import { isBeyond, isRecord, jsonIn } from "../../values/json";
import { parseUrn } from "../../plugin/names";
import { type KindName, kindNames } from "../../provider/kinds/names";
import { isFree, runs } from "../../provider/kinds/prices";
import { kindIn } from "../../provider/state/identity";
import { isOnePlatform, type Sighting, sightingIn } from "../../provider/state/sighting";
import { CommandFailure } from "../io";
import { quoted } from "../../values/shell";
import { type Decrypt, unwrap } from "./secret-values";

/** An entry of this provider in the state of a stack. */
export interface StackResource {
  readonly urn: string;
  /** Logical name in the program. */
  readonly name: string;
  readonly kind: KindName;
  /** Empty until the create is finished. */
  readonly id: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
  /** Paths of secrets, decrypted or not. */
  readonly secretInputs: readonly string[];
  readonly secretOutputs: readonly string[];
  /** Paths of those that are still encrypted. */
  readonly sealedOutputs: readonly string[];
  readonly initErrors: readonly string[];
  /** Paths of the option `ignoreChanges`. */
  readonly ignoreChanges: readonly string[];
  readonly isProtected?: boolean;
  /** It was replaced and waits for its delete. */
  readonly isLeftover: boolean;
  /** It was given up before its replacement, which a run began but did not make: the stack has no object in its place. */
  readonly awaitsReplacement: boolean;
  /** `<URN>::<id>` of its provider. */
  readonly provider?: string;
}

/** Tells whether the entry is the one with the current object of its URN. */
export const isCurrent = ({ isLeftover, awaitsReplacement }: StackResource): boolean =>
  !isLeftover && !awaitsReplacement;

/** The resources that are charged while they run, in the state's order, including replaced ones that were not deleted. */
export const running = (resources: readonly StackResource[]): StackResource[] =>
  resources.filter(({ kind }) => runs(kind));

/** A `Provider` of the program in the state, with its own account. */
export interface ExplicitProvider {
  readonly ref: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly isSealed: boolean;
}

export interface Stack {
  readonly resources: readonly StackResource[];
  /** The calls that were begun and whose outcome is unknown. */
  readonly pending: readonly { readonly type: string; readonly resource: StackResource }[];
  /** The explicit providers, without the default one. */
  readonly providers: readonly ExplicitProvider[];
  /** The beginnings of all URNs, which identify the stack of the state. */
  readonly prefixes: readonly string[];
}

export const emptyStack: Stack = { resources: [], pending: [], providers: [], prefixes: [] };

/** The kind that a type token names; undefined for resources of other providers. */
export function kindOfToken(token: unknown): KindName | undefined {
  const name = typeof token === "string" ? kindIn(token) : undefined;
  return kindNames.find((kind) => kind === name);
}

/** The creates with an unknown outcome, which a state records apart from its resources. */
export function interruptedCreates(stack: Pick<Stack, "pending" | "resources">): string[] {
  const creates = openCreates(stack);
  const names = creates.map(({ resource: { kind, name } }) => `${kind} ${name}`);
  if (names.length === 0) return [];
  const bills = creates.some(({ resource: { kind } }) => !isFree(kind)) ? " and bill" : "";
  return [
    `An operation was interrupted while it created ${[...new Set(names)].join(", ")}. What it made may exist${bills}, beside what is listed. ` +
      "Run `compute doctor`, which looks for it.",
  ];
}

/** The records of creates that no later run has finished. */
export const openCreates = (stack: Pick<Stack, "pending" | "resources">): Stack["pending"] =>
  stack.pending.filter(({ type, resource }) => type === "creating" && !isMadeSince(resource, stack));

/** Tells whether the state has an object with the name of such a create: a later `up` created it or took it over. */
export const isMadeSince = ({ urn, inputs }: StackResource, { resources }: Pick<Stack, "resources">): boolean =>
  inputs["name"] !== undefined &&
  resources.some((other) => other.urn === urn && isCurrent(other) && other.inputs["name"] === inputs["name"]);

/** The sighting in the state if it differs from this one: a 404 then does not mean gone. */
export function seenElsewhere({ outputs }: StackResource, here: Sighting | undefined): Sighting | undefined {
  const seen = sightingIn(outputs);
  return here === undefined || seen === here ? undefined : seen;
}

/** The resources that may be on this platform: ids are unique only within one, as two emulators with one seed show. */
export const onPlatformOf = (here: Sighting, resources: readonly StackResource[]): readonly StackResource[] =>
  resources.filter(({ outputs }) => isOnePlatform(sightingIn(outputs) ?? here, here));

const advice = "Give it the output of `pulumi stack export` or `compute stack export`.";

const providerType = "pulumi:providers:compute";

/** The kind of a step in either form of the package; the type of any other. */
export const kindOrType = (type: string): string => kindOfToken(type) ?? type;

export const urnOfReference = (ref: string): string => ref.slice(0, ref.lastIndexOf("::"));
export const nameOfReference = (ref: string): string => parseUrn(urnOfReference(ref)).name;
/** `training/dev` according to the state, or another name if it is empty. */
export function titleOf([first]: readonly { readonly urn: string }[], otherwise: string): string {
  if (first === undefined) return otherwise;
  const { project, stack } = parseUrn(first.urn);
  return `${project}/${stack}`;
}

/** A valid name of a stack or project; `.` and `..` would lead out of their folder. */
const soundName = /^(?!\.{1,2}$)[A-Za-z0-9_.-]{1,100}$/;

/**
 * Checks the stack and project names of a state, because they go into file names, ssh files and command lines. A resource
 * name may be any text.
 *
 * @throws CommandFailure for a URN with an invalid name.
 */
function checkUrns(entries: readonly unknown[], where: string): void {
  for (const entry of entries) {
    const urn = isRecord(entry) ? entry["urn"] : undefined;
    if (typeof urn !== "string") continue;
    const { stack, project } = parseUrn(urn);
    const wrong = [stack, project].find((name) => !soundName.test(name));
    if (wrong !== undefined || !urn.startsWith("urn:pulumi:"))
      throw new CommandFailure(
        `${where} has the URN ${JSON.stringify(urn)}, which names no stack of a project: such a name has letters, digits, ".", "_" and "-" ` +
          "only. Somebody else than Pulumi wrote this state, so nothing is done with it.",
      );
  }
}

/** The subcommand that removes a resource from its state. */
export const stateDelete = ({ urn, isProtected }: Pick<StackResource, "urn" | "isProtected">): string =>
  `state delete --yes${isProtected ? " --force" : ""} --stack ${parseUrn(urn).stack} ${quoted(urn)}`;

export const stackOfUrn = (urn: string): string => urn.split("::", 2).join("::");

/** Reads what `pulumi stack export` or `compute stack export` prints, or a checkpoint. @throws CommandFailure */
export function readDeployment(text: string, where: string, decrypt?: Decrypt): Stack {
  const deployment = parsed(text, where);
  const entries = listIn(deployment, "resources");
  const operations = listIn(deployment, "pending_operations");
  return {
    resources: entries.flatMap((entry) => toResource(entry, decrypt) ?? []),
    pending: operations.flatMap((operation) => toPending(operation, decrypt) ?? []),
    providers: entries.flatMap((entry) => toProvider(entry, decrypt) ?? []),
    prefixes: [...new Set([...entries, ...operations.map(resourceOf)].flatMap((entry) => prefixOf(entry) ?? []))],
  };
}

const listIn = (
  deployment: Readonly<Record<string, unknown>>,
  member: "resources" | "pending_operations",
): unknown[] => (Array.isArray(deployment[member]) ? deployment[member] : []);
const resourceOf = (operation: unknown): unknown => (isRecord(operation) ? operation["resource"] : undefined);
const prefixOf = (entry: unknown): string | undefined =>
  isRecord(entry) && typeof entry["urn"] === "string" ? stackOfUrn(entry["urn"]) : undefined;

/** More members than any object of a stack has, and few enough for the memory. */
const mostMembers = 50_000;

/** @throws CommandFailure for a state that would fill the memory. */
export function refuseHuge(text: string, where: string): void {
  if (isBeyond(text, mostMembers))
    throw new CommandFailure(
      `${where} is nested more than 1,000 deep, or an object in it has more than 50,000 members: reading it would fill the memory, so nothing is done with it.`,
    );
}

/** The raw entries of a state, of any provider. @throws CommandFailure as {@link readDeployment} does. */
export function deploymentIn(text: string, where: string): Record<string, unknown>[] {
  return listIn(parsed(text, where), "resources").filter(isRecord);
}

function parsed(text: string, where: string): Record<string, unknown> {
  refuseHuge(text, where);
  const json = jsonIn(text);
  if (json === undefined) throw new CommandFailure(`${where} is not JSON. ${advice}`);
  const deployment = deploymentOf(json);
  if (deployment === undefined)
    throw new CommandFailure(`${where} is neither a stack export nor a checkpoint of version 3 or 4. ${advice}`);
  checkUrns([...listIn(deployment, "resources"), ...listIn(deployment, "pending_operations").map(resourceOf)], where);
  return deployment;
}

function deploymentOf(json: unknown): Record<string, unknown> | undefined {
  if (!isRecord(json) || (json["version"] !== 3 && json["version"] !== 4)) return undefined;
  if (isRecord(json["deployment"])) return json["deployment"];
  const checkpoint = json["checkpoint"];
  if (!isRecord(checkpoint)) return undefined;
  // A stack that was never updated has no snapshot yet.
  return isRecord(checkpoint["latest"]) ? checkpoint["latest"] : {};
}

function toResource(entry: unknown, decrypt: Decrypt | undefined): StackResource | undefined {
  if (!isRecord(entry) || entry["external"] === true) return undefined;
  const kind = kindOfToken(entry["type"]);
  const urn = entry["urn"];
  if (kind === undefined || typeof urn !== "string") return undefined;
  const inputs = unwrap(entry["inputs"] ?? {}, decrypt);
  const outputs = unwrap(entry["outputs"] ?? {}, decrypt);
  return {
    urn,
    name: parseUrn(urn).name,
    kind,
    id: typeof entry["id"] === "string" ? entry["id"] : "",
    inputs: inputs.value as Record<string, unknown>,
    outputs: outputs.value as Record<string, unknown>,
    secretInputs: [...inputs.secrets, ...inputs.sealed],
    secretOutputs: [...outputs.secrets, ...outputs.sealed],
    sealedOutputs: outputs.sealed,
    initErrors: Array.isArray(entry["initErrors"]) ? (entry["initErrors"] as string[]) : [],
    ignoreChanges: Array.isArray(entry["ignoreChanges"]) ? (entry["ignoreChanges"] as string[]) : [],
    isProtected: entry["protect"] === true,
    isLeftover: entry["delete"] === true,
    awaitsReplacement: entry["pendingReplacement"] === true,
    ...(typeof entry["provider"] === "string" && { provider: entry["provider"] }),
  };
}

/** The name of a default provider: with its version, in which all characters except letters and digits are `_`. */
const defaultName = /^default(_\d+_\d+_\d+(?:[A-Za-z_]\w*)?)?$/;

function toProvider(entry: unknown, decrypt: Decrypt | undefined): ExplicitProvider | undefined {
  if (!isRecord(entry) || entry["type"] !== providerType) return undefined;
  const { urn, id } = entry;
  if (typeof urn !== "string" || typeof id !== "string" || defaultName.test(parseUrn(urn).name)) return undefined;
  const { value, sealed } = unwrap(entry["inputs"] ?? {}, decrypt);
  return { ref: `${urn}::${id}`, inputs: value as Record<string, unknown>, isSealed: sealed.length > 0 };
}

function toPending(operation: unknown, decrypt: Decrypt | undefined): Stack["pending"][number] | undefined {
  if (!isRecord(operation)) return undefined;
  const resource = toResource(resourceOf(operation), decrypt);
  return resource && { type: String(operation["type"]), resource };
}

import { isTooDeep } from "../../client/text";
import { parseUrn } from "../../plugin/names";
import { type KindName, kindNames } from "../../provider/kinds/names";
import { kindIn } from "../../provider/state/identity";
import { CommandFailure } from "../io";
import { quoted } from "../quoted";
import { type Decrypt, isRecord, unwrap } from "./secret-values";

export const kinds = kindNames;
export type Kind = KindName;

/** One object of this provider, as the state of a stack has it. */
export interface StackResource {
  readonly urn: string;
  /** Logical name in the program. */
  readonly name: string;
  readonly kind: Kind;
  /** Empty while the create was not finished. */
  readonly id: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
  /** Paths below inputs that are secret and could be read. */
  readonly secretInputs: readonly string[];
  /** Paths below inputs that stayed encrypted. */
  readonly sealedInputs: readonly string[];
  /** Paths below outputs that are secret and could be read. */
  readonly secretOutputs: readonly string[];
  /** Paths below outputs that stayed encrypted. */
  readonly sealedOutputs: readonly string[];
  readonly initErrors: readonly string[];
  /** Paths of the option `ignoreChanges`. */
  readonly ignoreChanges: readonly string[];
  readonly isProtected?: boolean;
  /** Replaced already; waits for its delete. */
  readonly isLeftover: boolean;
  /** Given up ahead of its replacement, which a run began and did not make: the stack has no object in its place. */
  readonly awaitsReplacement: boolean;
  /** `<URN>::<id>` of its provider. */
  readonly provider?: string;
}

/** Of the entries with one URN, the one whose object the stack uses. */
export const isCurrent = ({ isLeftover, awaitsReplacement }: StackResource): boolean =>
  !isLeftover && !awaitsReplacement;

/** A `Provider` of the program, as the state has it: an account of its own. */
export interface ExplicitProvider {
  /** What its resources name it by. */
  readonly ref: string;
  /** Its settings. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** A setting stayed encrypted. */
  readonly isSealed: boolean;
}

/** A call that was begun and whose end nobody saw. */
export interface PendingOperation {
  readonly type: string;
  readonly resource: StackResource;
}

export interface Stack {
  readonly resources: readonly StackResource[];
  readonly pending: readonly PendingOperation[];
  /** Those that the program names; not the one that takes the settings of the stack. */
  readonly providers: readonly ExplicitProvider[];
  /** What the URNs of its entries begin with, those of other providers too: the stack that the state is of. */
  readonly prefixes: readonly string[];
}

export const emptyStack: Stack = { resources: [], pending: [], providers: [], prefixes: [] };

/** The kind that a type token names; undefined for resources of other providers. */
export function kindOfToken(token: unknown): Kind | undefined {
  const name = typeof token === "string" ? kindIn(token) : undefined;
  return kinds.find((kind) => kind === name);
}

const advice = "Give it the output of `pulumi stack export` or `compute stack export`.";

/** The type of a provider of the plugin. */
const providerType = "pulumi:providers:compute";

/** What a step is about, whichever form of the package it comes by. */
export const kindOrType = (type: string): string => kindOfToken(type) ?? type;

/** Of a provider, as its resources name it. */
export const urnOfReference = (ref: string): string => ref.slice(0, ref.lastIndexOf("::"));
export const nameOfReference = (ref: string): string => parseUrn(urnOfReference(ref)).name;
/** `training/dev`, as the state says, or another name where it is empty. */
export function titleOf([first]: readonly { readonly urn: string }[], otherwise: string): string {
  if (first === undefined) return otherwise;
  const { project, stack } = parseUrn(first.urn);
  return `${project}/${stack}`;
}

/** What a stack or a project may be called; `.` and `..` lead out of the folder that they stand in. */
const soundName = /^(?!\.{1,2}$)[A-Za-z0-9_.-]{1,100}$/;

/**
 * The stack and the project of a state go into file names, files of ssh and command lines, so that they are names, whoever wrote the
 * state. What a resource is called may be any text.
 *
 * @throws CommandFailure of a URN with another one.
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

/** What takes a resource out of its state, after the name of the command that has the state. */
export const stateDelete = ({ urn, isProtected }: Pick<StackResource, "urn" | "isProtected">): string =>
  `state delete --yes${isProtected ? " --force" : ""} --stack ${parseUrn(urn).stack} ${quoted(urn)}`;

/** What all URNs of a stack begin with. */
export const stackOfUrn = (urn: string): string => urn.split("::", 2).join("::");

/**
 * Reads what `pulumi stack export` or `compute stack export` printed, or a checkpoint file.
 *
 * @throws CommandFailure for anything else.
 */
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

/** The entries of a state as they are, of whatever provider. @throws CommandFailure as {@link readDeployment} does. */
export function deploymentIn(text: string, where: string): Record<string, unknown>[] {
  return listIn(parsed(text, where), "resources").filter(isRecord);
}

function parsed(text: string, where: string): Record<string, unknown> {
  let json: unknown;
  try {
    if (isTooDeep(text)) throw new Error("it is nested too deeply");
    json = JSON.parse(text);
  } catch {
    throw new CommandFailure(`${where} is not JSON. ${advice}`);
  }
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
    secretInputs: inputs.secrets,
    sealedInputs: inputs.sealed,
    secretOutputs: outputs.secrets,
    sealedOutputs: outputs.sealed,
    initErrors: Array.isArray(entry["initErrors"]) ? (entry["initErrors"] as string[]) : [],
    ignoreChanges: Array.isArray(entry["ignoreChanges"]) ? (entry["ignoreChanges"] as string[]) : [],
    isProtected: entry["protect"] === true,
    isLeftover: entry["delete"] === true,
    awaitsReplacement: entry["pendingReplacement"] === true,
    ...(typeof entry["provider"] === "string" && { provider: entry["provider"] }),
  };
}

/** The name that engines give to a provider that no program names: with its version, in which all but letters and digits is `_`. */
const defaultName = /^default(_\d+_\d+_\d+(?:[A-Za-z_]\w*)?)?$/;

function toProvider(entry: unknown, decrypt: Decrypt | undefined): ExplicitProvider | undefined {
  if (!isRecord(entry) || entry["type"] !== providerType) return undefined;
  const { urn, id } = entry;
  if (typeof urn !== "string" || typeof id !== "string" || defaultName.test(parseUrn(urn).name)) return undefined;
  const { value, sealed } = unwrap(entry["inputs"] ?? {}, decrypt);
  return { ref: `${urn}::${id}`, inputs: value as Record<string, unknown>, isSealed: sealed.length > 0 };
}

function toPending(operation: unknown, decrypt: Decrypt | undefined): PendingOperation | undefined {
  if (!isRecord(operation)) return undefined;
  const resource = toResource(resourceOf(operation), decrypt);
  return resource && { type: String(operation["type"]), resource };
}

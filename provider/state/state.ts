import { ownMember } from "../../values/own-member";
import { secretsIn } from "../../client/errors/redact";
import { isObject, type Props, strings } from "../table/props";
import { isInert, isReadable, type Resource } from "../table/resource";

/**
 * What outputs hold besides what users read. The names begin with two underscores, which Pulumi leaves out of the
 * differences that it shows.
 */
export const hidden = {
  /** The provider's code, kept by Pulumi (`provider/state/stored-provider.ts`). */
  provider: "__provider",
  /** The resource's logical name, handed over by the SDK for auto-made names. An input only. */
  logicalName: "__logicalName",
  /** Which resource of which stack this is (`provider/state/identity.ts`), handed over by the SDK. An input only. */
  key: "__key",
  /** Which stack this is, in the same form, handed over by the SDK. */
  stack: "__stack",
  /** What people call the stack, handed over by the SDK. Seen by `check` only. */
  stackName: "__stackName",
  /** Paths of the option `replaceOnChanges`, handed over by the SDK. An input only. */
  replaceOnChanges: "__replaceOnChanges",
  /** The resource's URN, handed over by the SDK so that what is told about it stands beside it. Seen by `check` only. */
  urn: "__urn",
  /** Whether the program runs in a preview, handed over by the SDK. Seen by `check` only. */
  preview: "__preview",
  /** The process id of the program, handed over by the SDK. Seen by `check` only. */
  program: "__program",
  /** Names of the arguments in which the program has secrets, handed over by the SDK: engines tell dynamic providers nothing of it. Seen by `check` only. */
  secrets: "__secrets",
  /** Paths of what the program has as a secret as a whole, as a list of steps each, handed over like `secrets`. Seen by `check` only. */
  secretPaths: "__secretPaths",
  /** The name, where it is one that `check` made. */
  autoName: "__autoName",
  /** True where the name came as a secret: it stays one when the program leaves it out, and the resource keeps it. */
  secretName: "__secretName",
  /**
   * True when a run was told 404 while it made or changed the object. That need not be true for ever, so the object is
   * looked for again before a new one takes its place.
   */
  isGone: "__isGone",
  /** Where the object was made or last seen (`provider/state/sighting.ts`). */
  seen: "__seen",
  /** What the template gave the object when it was made, of what no read shows and the program left out. */
  fromTemplate: "__brought",
  /** True from a creation that failed after the object was there until an update has seen it as `waitFor` says. */
  unready: "__unready",
  /**
   * True from a change that nobody waited for until a look has seen what came of it: an `up` looks before it plans.
   */
  onItsWay: "__unsettled",
  /** Names of the arguments that the program set. The host gives `diff` and `read` the outputs only. */
  declared: "__declared",
  /** Lists of alternatives as the program gave them, by argument; the argument's output is the one that was chosen. */
  alternatives: "__alternatives",
  /** Names of arguments that an import could not read, because no read shows them. State takes the program's word for each of them, once. */
  unread: "__unread",
  /** Names of the variables that the platform or a template put into `env`. */
  inheritedEnv: "__inheritedEnv",
  /**
   * Names of arguments of which nobody knows whether the platform has them as state says: a change was sent and its
   * answer lost, or an interrupted run made the object from other arguments. Only arguments that a read cannot show.
   */
  uncertain: "__unsure",
  /** Names of arguments that a job which is done has yet to run with: they were set, and then its start was refused or never sent. */
  unrun: "__unrun",
} as const;

/** Ours: neither an argument nor anything that the platform is sent. */
export const isHidden = (name: string): boolean => name.startsWith("__");

/** The output that holds fingerprints of secret arguments, itself a secret. */
export const fingerprints = "fingerprints";

/** Arguments that the program set: as outputs record it, or, among inputs, those that are there. */
export function declaredNames(resource: Resource, props: Props): string[] {
  const recorded = props[hidden.declared];
  if (Array.isArray(recorded)) return strings(recorded);
  return Object.keys(resource.inputs).filter((name) => ownMember(props, name) !== undefined);
}

/** Only what the program set, from outputs or inputs. */
export function declaredInputs(resource: Resource, props: Props): Props {
  const names = declaredNames(resource, props).filter((name) => ownMember(props, name) !== undefined);
  return Object.fromEntries(names.map((name) => [name, ownMember(props, name)]));
}

/** Carried out, and not shown by a read: state keeps what was asked for. */
export function unreadableNames({ inputs }: Resource): string[] {
  return Object.keys(inputs).filter(
    (name) => !isInert(ownMember(inputs, name)!) && !isReadable(ownMember(inputs, name)!),
  );
}

/** What the object has of its template, where the program left it out (P-39). */
export function valueFromTemplate(state: Props, name: string): unknown {
  const { [hidden.fromTemplate]: brought } = state;
  return isObject(brought) ? ownMember(brought, name) : undefined;
}

/** The arguments that state may have wrong (`hidden.uncertain`). */
export const uncertainNames = (state: Props): string[] => strings(state[hidden.uncertain]);

/** The arguments that an update has to set again, whatever state and program hold. */
export const unsettledNames = (state: Props): string[] => [...uncertainNames(state), ...strings(state[hidden.unrun])];

export function fingerprintOf(state: Props, name: string): unknown {
  const all = state[fingerprints];
  return isObject(all) ? ownMember(all, name) : undefined;
}

/** The key of the resource whose inputs or outputs these are, where they say it. */
export function keyOf(props: Props): string | undefined {
  const { [hidden.key]: key } = props;
  return typeof key === "string" ? key : undefined;
}

/** The stack of the resource, where its inputs or outputs say it. */
export function stackOf(props: Props): string | undefined {
  const { [hidden.stack]: stack } = props;
  return typeof stack === "string" ? stack : undefined;
}

/** Identifies a resource over runs. States and tests without the SDK's key fall back to the name. */
export function keyOfInputs(inputs: Props): string {
  const key = inputs[hidden.key];
  return typeof key === "string" ? key : `name:${String(inputs.name)}`;
}

/** The values of arguments that are always secret, where inputs have them; of an object, those members that are secret. */
export function secretsOf({ inputs }: Resource, props: Props): string[] {
  const names = Object.keys(inputs).filter((name) => ownMember(inputs, name)!.secret);
  return names.flatMap((name) => {
    const value = ownMember(props, name);
    return typeof value === "string" ? [value] : secretsIn(value);
  });
}

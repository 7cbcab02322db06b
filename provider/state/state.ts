import { ownMember } from "../../values/own-member";
import { secretsIn } from "../../client/errors/redact";
import { isObject, type Props, strings } from "../table/props";
import { isInert, isReadable, type Resource } from "../table/resource";

/** The hidden members of inputs and outputs, with two underscores, which Pulumi omits from displayed differences. */
export const hidden = {
  /** The provider's code, kept by Pulumi (`provider/state/stored-provider.ts`). */
  provider: "__provider",
  /** The resource's logical name, passed by the SDK for generated names. An input only. */
  logicalName: "__logicalName",
  /** The key of the resource (`provider/state/identity.ts`), passed by the SDK. An input only. */
  key: "__key",
  /** The key of the stack, in the same form, passed by the SDK. */
  stack: "__stack",
  /** The name of the stack, passed by the SDK. Seen by `check` only. */
  stackName: "__stackName",
  /** Paths of the option `replaceOnChanges`, passed by the SDK. An input only. */
  replaceOnChanges: "__replaceOnChanges",
  /** The resource's URN, passed by the SDK so that messages appear beside the resource. Seen by `check` only. */
  urn: "__urn",
  /** Whether the program runs in a preview, passed by the SDK. Seen by `check` only. */
  preview: "__preview",
  /** The process id of the program, passed by the SDK. Seen by `check` only. */
  program: "__program",
  /** Names of the arguments that contain secrets, passed by the SDK because engines do not tell dynamic providers. Seen by `check` only. */
  secrets: "__secrets",
  /** Paths of values that are secret as a whole, each a list of steps, passed like `secrets`. Seen by `check` only. */
  secretPaths: "__secretPaths",
  /** The name, if `check` generated it. */
  autoName: "__autoName",
  /** True if the program passed the name as a secret: it stays secret when the program omits it and the resource keeps it. */
  secretName: "__secretName",
  /** A run got a 404 while it created or updated the object. The next one looks again before it replaces it. */
  isGone: "__isGone",
  /** The key and address with which the object was created or last seen (`provider/state/sighting.ts`). */
  seen: "__seen",
  /** Values from the template at the object's creation that no read shows and the program omits. */
  fromTemplate: "__brought",
  /** True after a create that failed once the object existed, until an update sees the object in the state of `waitFor`. */
  unready: "__unready",
  /** True after a change that nobody waited for, until a read sees the outcome: `up` reads before it plans. */
  onItsWay: "__unsettled",
  /** Names of the arguments that the program set, because the host passes only the outputs to `diff` and `read`. */
  declared: "__declared",
  /** The program's lists of alternatives, by argument; the argument's output is the chosen one. */
  alternatives: "__alternatives",
  /** Why the object fits no allowed alternative, by argument. Only present during a comparison. */
  lacks: "__lacks",
  /** Names of the unreadable arguments of an import. The state takes each of them from the program, once. */
  unread: "__unread",
  /** Names of the variables that the platform or a template put into `env`. */
  inheritedEnv: "__inheritedEnv",
  /** Names of unreadable arguments whose value on the platform a lost answer, or a run cut short, has left uncertain. */
  uncertain: "__unsure",
  /** Names of arguments that were set on a finished job whose next start was refused or never sent. */
  unrun: "__unrun",
} as const;

/** Tells whether a member is ours: neither an argument nor part of a request. */
export const isHidden = (name: string): boolean => name.startsWith("__");

/** The output that holds fingerprints of secret arguments, itself a secret. */
export const fingerprints = "fingerprints";

/** The arguments that the program set: as recorded in outputs, or those present in inputs. */
export function declaredNames(resource: Resource, props: Props): string[] {
  const recorded = props[hidden.declared];
  if (Array.isArray(recorded)) return strings(recorded);
  return Object.keys(resource.inputs).filter((name) => ownMember(props, name) !== undefined);
}

/** The values that the program set, from outputs or inputs. */
export function declaredInputs(resource: Resource, props: Props): Props {
  const names = declaredNames(resource, props).filter((name) => ownMember(props, name) !== undefined);
  return Object.fromEntries(names.map((name) => [name, ownMember(props, name)]));
}

/** The arguments that the platform applies but no read shows: the state keeps the program's value. */
export function unreadableNames({ inputs }: Resource): string[] {
  return Object.keys(inputs).filter(
    (name) => !isInert(ownMember(inputs, name)!) && !isReadable(ownMember(inputs, name)!),
  );
}

/** A value from the template that the program omits (P-39). */
export function valueFromTemplate(state: Props, name: string): unknown {
  const { [hidden.fromTemplate]: brought } = state;
  return isObject(brought) ? ownMember(brought, name) : undefined;
}

export const uncertainNames = (state: Props): string[] => strings(state[hidden.uncertain]);

/** The arguments that an update has to set again, whatever their values in state and program. */
export const unsettledNames = (state: Props): string[] => [...uncertainNames(state), ...strings(state[hidden.unrun])];

export function fingerprintOf(state: Props, name: string): unknown {
  const all = state[fingerprints];
  return isObject(all) ? ownMember(all, name) : undefined;
}

const textIn = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** The key of the resource in its inputs or outputs, if present. */
export const keyOf = ({ [hidden.key]: key }: Props): string | undefined => textIn(key);

/** The stack of the resource in its inputs or outputs, if present. */
export const stackOf = ({ [hidden.stack]: stack }: Props): string | undefined => textIn(stack);

/** Identifies a resource across runs. States and tests without the SDK's key fall back to the name. */
export const keyOfInputs = (inputs: Props): string => keyOf(inputs) ?? `name:${String(inputs.name)}`;

/** The values of arguments that are always secret, or of their secret members. */
export function secretsOf({ inputs }: Resource, props: Props): string[] {
  const names = Object.keys(inputs).filter((name) => ownMember(inputs, name)!.secret);
  return names.flatMap((name) => {
    const value = ownMember(props, name);
    return typeof value === "string" ? [value] : secretsIn(value);
  });
}

/** The member that marks an envelope, and the value for a secret (`sdk/go/common/resource` of Pulumi). */
export const mark = "4dabf18193072939515e22adb298388d";
export const secretEnvelope = "1b47061264138c4ac30d75fd1eb44270";

/** A secret in the form of engines. */
export const inEnvelope = (value: unknown) => ({ [mark]: secretEnvelope, value });

import { isObject, type Props, strings } from "./props";
import type { Resource } from "./resource";

/**
 * What outputs hold besides what users read. The names begin with two underscores, which Pulumi leaves out of the
 * differences that it shows.
 */
export const hidden = {
  /** The provider's code, kept by Pulumi (`provider/stored-provider.ts`). */
  provider: "__provider",
  /** The resource's logical name, handed over by the SDK for auto-made names. An input only. */
  logicalName: "__logicalName",
  /** Which resource of which stack this is (`provider/once/identity.ts`), handed over by the SDK. An input only. */
  key: "__key",
  /** Paths of the option `replaceOnChanges`, handed over by the SDK. An input only. */
  replaceOnChanges: "__replaceOnChanges",
  /** The name, where it is one that `check` made. */
  autoName: "__autoName",
  /** True when it was found to be gone while it was being made or changed: only a new one can take its place. */
  isGone: "__isGone",
  /** Names of the arguments that the program set. The host gives `diff` and `read` the outputs only. */
  declared: "__declared",
  /** Lists of alternatives as the program gave them, by argument; the argument's output is the one that was chosen. */
  alternatives: "__alternatives",
  /**
   * Names of arguments that an import could not read, because no read shows them. State takes the program's word for
   * each of them, once.
   */
  unread: "__unread",
  /** Names of the variables that the platform or a template put into `env`. */
  inheritedEnv: "__inheritedEnv",
} as const;

/** The output that holds fingerprints of secret arguments, itself a secret. */
export const fingerprints = "fingerprints";

/** Arguments that the program set: as outputs record it, or, among inputs, those that are there. */
export function declaredNames(resource: Resource, props: Props): string[] {
  const recorded = props[hidden.declared];
  if (Array.isArray(recorded)) return strings(recorded);
  return Object.keys(resource.inputs).filter((name) => props[name] !== undefined);
}

/** Only what the program set, from outputs or inputs. */
export function declaredInputs(resource: Resource, props: Props): Props {
  const names = declaredNames(resource, props).filter((name) => props[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, props[name]]));
}

export function fingerprintOf(state: Props, name: string): unknown {
  const all = state[fingerprints];
  return isObject(all) ? all[name] : undefined;
}

import { fingerprint } from "./fingerprint";
import { type Props, sameValue, withoutUndefined } from "./props";
import type { Resource } from "./resource";
import { declaredNames, fingerprintOf, fingerprints, hidden } from "./state";

/**
 * Outputs: what the platform reports, for arguments in the form of the request; what it never reports as it was asked
 * for; fingerprints in place of secrets. `asked` is checked inputs or earlier outputs.
 */
export function project(resource: Resource, id: string, asked: Props, observed: Props): Props {
  const declared = declaredNames(resource, asked);
  const outputs: Props = {};
  const prints: Props = {};
  for (const [name, field] of Object.entries(resource.inputs)) {
    const isDeclared = declared.includes(name);
    if (field.secret) {
      const secret = asked[name];
      prints[name] = typeof secret === "string" ? fingerprint(id, name, secret) : fingerprintOf(asked, name);
    } else if (field.createOnly || field.local) {
      if (isDeclared) outputs[name] = asked[name];
    } else if (!field.sensitive || isDeclared) {
      outputs[name] = observed[name];
    }
  }
  for (const name of Object.keys(resource.outputs)) outputs[name] = observed[name];
  if (Object.keys(prints).length > 0) outputs[fingerprints] = prints;
  outputs[hidden.declared] = declared;
  if (observed[hidden.inheritedEnv] !== undefined) outputs[hidden.inheritedEnv] = observed[hidden.inheritedEnv];
  if (asked[hidden.provider] !== undefined) outputs[hidden.provider] = asked[hidden.provider];
  return withoutUndefined(outputs);
}

/**
 * The inputs that a refresh hands back, so that Pulumi shows drift by property: what the program had set, as the
 * platform reports it now. `undefined` where nothing drifted: the engine then keeps the inputs it has.
 */
export function refreshedInputs(resource: Resource, before: Props, now: Props): Props | undefined {
  const names = declaredNames(resource, before);
  if (Object.values(resource.inputs).some((field) => field.secret)) return undefined;
  if (names.every((name) => sameValue(before[name], now[name]))) return undefined;
  const entries = names.filter((name) => now[name] !== undefined).map((name) => [name, now[name]] as const);
  return { ...Object.fromEntries(entries), [hidden.provider]: now[hidden.provider] };
}

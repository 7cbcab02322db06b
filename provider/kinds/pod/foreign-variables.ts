import type { Pod } from "../../../api/pods";
import { isObject, type Props } from "../../table/props";
import { hidden } from "../../state/state";

/** Stands in outputs for a variable that someone else added: its value may be a secret that Pulumi knows nothing of. */
export const foreignValue = "(set outside of this program)";

type Env = Readonly<Record<string, string>>;

/**
 * The variables that a request may hold. A refresh hands foreign ones to the inputs, where the option `ignoreChanges`
 * keeps them: what stands for a value is never sent. A pod that has the variable keeps it as it is there.
 */
export function requested(env: Env, present: Env = {}): Env {
  const entries = Object.entries(env).map(([name, value]) => [name, value === foreignValue ? present[name] : value]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Env;
}

/** The same of whatever a program declares, for a create. */
export const withoutForeign = (env: unknown): unknown => (isObject(env) ? requested(env as Env) : env);

/** Foreign variables that a request ignores and that the pod, being a new one, does not have: nothing follows from that. */
export function ignoredForeign(pod: Pod, asked: Props): Props {
  const isRequest = asked[hidden.declared] === undefined;
  const entries = isRequest && isObject(asked.env) ? Object.entries(asked.env) : [];
  return Object.fromEntries(entries.filter(([name, value]) => value === foreignValue && !(name in pod.env)));
}

import { hidden, keyOf } from "../state/state";
import type { Props } from "../table/props";
import type { Resource } from "../table/resource";

/** By what earlier runs are asked about a resource whose data goes with its object; undefined where it has no data or is none of the SDK. */
export function soughtOf(
  resource: Resource,
  inputs: Props,
): { readonly key: string; readonly name: string; readonly stack: string } | undefined {
  const { name, [hidden.stack]: stack } = inputs;
  const key = keyOf(inputs);
  const isSought = typeof name === "string" && typeof stack === "string" && resource.inputs.dataLoss !== undefined;
  return key !== undefined && isSought ? { key, name, stack } : undefined;
}

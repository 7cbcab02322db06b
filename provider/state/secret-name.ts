import { inEnvelope } from "./secret-envelope";
import { hidden } from "./state";
import type { Props } from "../table/props";

/**
 * Checked inputs, whose name is a secret where the resource keeps one that the program had as a secret and no longer gives.
 * Engines mark again what the program gives as a secret, and what they aren't given they would store in the clear.
 */
export function withSecretName(asked: Props, inputs: Props): Props {
  const isKept = asked.name === undefined && inputs[hidden.secretName] === true;
  return isKept ? { ...inputs, name: inEnvelope(inputs.name) } : inputs;
}

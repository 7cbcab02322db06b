import { hidden } from "./state";
import type { Props } from "../table/props";

/** A secret as engines write and read it: the member that marks an envelope, and what it is an envelope of. */
const secretOf = (value: unknown) => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  value,
});

/**
 * Checked inputs, whose name is a secret where the resource keeps one that the program had as a secret and no longer gives.
 * Engines mark again what the program gives as a secret, and what they aren't given they would store in the clear.
 */
export function withSecretName(asked: Props, inputs: Props): Props {
  const isKept = asked.name === undefined && inputs[hidden.secretName] === true;
  return isKept ? { ...inputs, name: secretOf(inputs.name) } : inputs;
}

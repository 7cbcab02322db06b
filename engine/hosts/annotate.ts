import { hasSecret, isMap, mapValues, type PropertyMap, Secret, type Value } from "../protocol/values";

/**
 * Gives back to a provider's answer the secrecy of what it was asked with: the provider gets plain values, so the
 * engine must remember. Objects are compared member by member; an array is secret as a whole (pulumi-engine 3.3).
 */
export function annotate(answer: PropertyMap, asked: PropertyMap): PropertyMap {
  return mapValues(answer, (value, key) => annotateValue(value, asked[key]));
}

function annotateValue(value: Value, asked: Value | undefined): Value {
  if (asked === undefined || value instanceof Secret) return value;
  if (isMap(value) && isMap(asked)) return annotate(value, asked);
  return hasSecret(asked) ? new Secret(value) : value;
}

/** Makes outputs secret that are named in `additionalSecretOutputs` or whose input of the same name is secret. */
export function hideOutputs(outputs: PropertyMap, inputs: PropertyMap, named: readonly string[]): PropertyMap {
  return mapValues(outputs, (value, key) => {
    const hidden = named.includes(key) || inputs[key] instanceof Secret;
    return hidden && !(value instanceof Secret) ? new Secret(value) : value;
  });
}

import { mapValues, type PropertyMap } from "./values";

/** The key of inputs that only the engine uses. */
export const internal = "__internal";

/** The inputs that the provider receives. */
export const settingsOf = (inputs: PropertyMap): PropertyMap =>
  mapValues(inputs, (value, key) => (key === internal ? undefined : value));

/** The inputs with the version of a registration, if any. */
export const withVersion = (inputs: PropertyMap, version: string): PropertyMap =>
  version === "" ? inputs : { ...inputs, version, [internal]: {} };

import { mapValues, type PropertyMap } from "./values";

/** Inputs that the engine keeps for itself. */
export const internal = "__internal";

/** What is told to the provider itself. */
export const settingsOf = (inputs: PropertyMap): PropertyMap =>
  mapValues(inputs, (value, key) => (key === internal ? undefined : value));

/** The version that a registration asks for, where it asks for one. */
export const withVersion = (inputs: PropertyMap, version: string): PropertyMap =>
  version === "" ? inputs : { ...inputs, version, [internal]: {} };

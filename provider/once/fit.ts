import { differences } from "../diff";
import type { Identified, Operations } from "../operations";
import { project } from "../project";
import type { Props } from "../props";
import type { Resource } from "../resource";

/** How an object that exists compares with what a program asks for. */
export interface Fit {
  /** Declared arguments that an update makes as asked. */
  readonly changed: ReadonlySet<string>;
  /** Declared arguments that only another object can have as asked. */
  readonly unmendable: readonly string[];
}

/**
 * Compares every declared argument with the object, by the rules by which state is compared. What the platform never
 * returns, such as a password, can't be compared and counts as it was asked for.
 */
export function fitOf<T extends Identified>(
  resource: Resource,
  operations: Operations<T>,
  inputs: Props,
  object: T,
): Fit {
  const state = project(resource, object.id, inputs, operations.observe(object, inputs));
  const found = differences(resource, object.id, state, inputs);
  return {
    changed: new Set(found.map(({ name }) => name)),
    unmendable: found.filter(({ effect }) => effect === "replace").map(({ name }) => name),
  };
}

import { alternativesOf, withChosenAlternatives } from "../../table/alternatives";
import { differences } from "../../table/diff";
import type { Identified } from "../../kinds/operations";
import { toOutputs } from "../../state/outputs";
import type { Props } from "../../table/props";
import type { VerbContext } from "../context";

/** How an object that exists compares with what a program asks for. */
export interface Fit {
  /** Declared arguments that an update makes as asked. */
  readonly changed: ReadonlySet<string>;
  /** Declared arguments that only another object can have as asked. */
  readonly unmendable: readonly string[];
  /** The object as state would hold it. */
  readonly state: Props;
  /** The inputs with, in place of a list of alternatives, the one that fits the object best. */
  readonly asked: Props;
}

/**
 * Compares every declared argument with the object, by the rules by which state is compared. What the platform never
 * returns, such as a password, can't be compared and counts as it was asked for.
 */
export function fitOf<T extends Identified>({ resource, operations }: VerbContext<T>, inputs: Props, object: T): Fit {
  const fits = alternativesOf(resource, inputs).map((candidate): Fit => {
    const state = toOutputs(resource, object.id, candidate, operations.observe(object, candidate));
    const found = differences(resource, object.id, state, candidate);
    return {
      changed: new Set(found.map(({ name }) => name)),
      unmendable: found.filter(({ effect }) => effect === "replace").map(({ name }) => name),
      state,
      asked: withChosenAlternatives(resource, inputs, candidate),
    };
  });
  return fits.reduce((best, fit) => (fit.unmendable.length < best.unmendable.length ? fit : best));
}

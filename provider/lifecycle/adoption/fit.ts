import { alternativesOf, withChosenAlternatives } from "../../table/alternatives";
import { differences } from "../../table/diff";
import type { Identified } from "../../kinds/operations";
import { toOutputs } from "../../state/outputs";
import type { Props } from "../../table/props";
import type { VerbContext } from "../context";

/** An existing object compared with the inputs of a program. */
export interface Fit {
  /** Declared arguments that an update can bring to the asked value. */
  readonly changed: ReadonlySet<string>;
  /** Declared arguments that need another object. */
  readonly unmendable: readonly string[];
  /** The object in the form of the state. */
  readonly state: Props;
  /** The inputs, with the alternative that fits the object best in place of a list. */
  readonly asked: Props;
}

/**
 * Compares every declared argument with the object, by the rules of `diff`. A value that the platform never returns,
 * such as a password, is assumed to match.
 */
export function fitOf({ resource, operations }: VerbContext, inputs: Props, object: Identified): Fit {
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

import type { Listed } from "../../state/identity";
import { ownMember } from "../../../values/own-member";
import { alternativesOf, withChosenAlternatives } from "../../table/alternatives";
import type { MadeOtherwiseError } from "../../create/errors";
import { type Difference, differences } from "../../table/diff";
import { toOutputs } from "../../state/outputs";
import type { Props } from "../../table/props";
import type { Context } from "../context";

export interface Fit {
  /** Declared arguments that an update can change to the program's value. */
  readonly changed: ReadonlySet<string>;
  /** Declared arguments that only a replacement can change. */
  readonly unmendable: readonly Pick<Difference, "name" | "because">[];
  /** The object in the form of the state. */
  readonly state: Props;
  /** The inputs, with a list of alternatives replaced by the one that fits the object best. */
  readonly asked: Props;
}

/** An existing object, and the changes that an update still has to make. */
export interface Obtained extends Pick<Fit, "changed" | "asked" | "state"> {
  readonly object: Listed;
  /** How the resource gets it: made or taken over by this run, adopted, or ensured because its id follows from the inputs. */
  readonly how: "made" | "taken up" | "adopted" | "ensured";
  /** Set if an interrupted run made it from other arguments: then this run leaves it unchanged. */
  readonly otherwise?: MadeOtherwiseError;
}

/** An object that matches the inputs after these changes. */
export const asAsked = (
  object: Listed,
  asked: Props,
  how: Obtained["how"],
  changed: readonly string[] = [],
): Obtained => ({ object, asked, how, state: asked, changed: new Set(changed) });

/** Compares every declared argument with the object as `diff` does. What the platform never returns is assumed to match. */
export function fitOf({ resource, operations }: Context, inputs: Props, object: Listed): Fit {
  const fits = alternativesOf(resource, inputs).map((candidate): Fit => {
    // Values that may appear later are not assumed for an object that somebody else may have made.
    const seen = Object.entries(candidate).filter(([name]) => !ownMember(resource.inputs, name)?.lags);
    const observed = operations.observe(object, Object.fromEntries(seen));
    const state = toOutputs(resource, object.id, candidate, observed);
    const found = differences(resource, object.id, state, candidate);
    return {
      changed: new Set(found.map(({ name }) => name)),
      unmendable: found.filter(({ effect }) => effect === "replace"),
      state,
      asked: withChosenAlternatives(resource, inputs, candidate),
    };
  });
  return fits.reduce((best, fit) => (fit.unmendable.length < best.unmendable.length ? fit : best));
}

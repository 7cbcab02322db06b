import type { Identified } from "../../kinds/operations";
import { differences } from "../../table/diff";
import type { Props } from "../../table/props";
import { reasons } from "../../table/reasons";
import type { VerbContext } from "../context";
import type { Changed } from "../cost";
import { lostIn } from "../look-ahead";
import { adopteeFit } from "./adopt";

/** What a create that adopts does to the object. To the engine it is a create like any other. */
export interface Adoption {
  readonly object: Identified;
  /** What it changes, in whole sentences. */
  readonly reasons: readonly string[];
  readonly changed: Changed;
}

/** What a preview tells of the update that follows an adoption: the same as of any update. */
export function foreseeAdoption<T extends Identified>(context: VerbContext<T>, inputs: Props, object: T): Adoption {
  const { resource, operations } = context;
  const { id } = object;
  const { state, asked } = adopteeFit(context, inputs, object);
  // What no update changes is refused, or not known yet.
  const found = differences(resource, id, state, asked).filter(({ effect }) => effect === "update");
  const names = found.map(({ name }) => name);
  const lost = lostIn(resource, operations, object, state, { news: asked, changed: new Set(names) });
  return {
    object,
    reasons: reasons(resource, state, asked, found, { lost }),
    changed: { news: inputs, before: state, names },
  };
}

import type { Identified } from "../../kinds/operations";
import { differences } from "../../table/diff";
import type { Props } from "../../table/props";
import { reasons } from "../../table/reasons";
import type { Context } from "../context";
import type { Changed } from "../step";
import { lostIn } from "../look-ahead";
import { adopteeFit } from "./adopt";

/** The changes that a create makes to the object that it adopts. The engine shows only a create. */
export interface Foreseen {
  readonly object: Identified;
  /** One sentence for each change. */
  readonly reasons: readonly string[];
  readonly changed: Changed;
}

/** Foresees the update that follows an adoption, as for any other update. */
export function foreseeAdoption(context: Context, inputs: Props, object: Identified): Foreseen {
  const { resource, operations } = context;
  const { id } = object;
  const { state, asked } = adopteeFit(context, inputs, object);
  // Other differences are refused, or still unknown.
  const found = differences(resource, id, state, asked).filter(({ effect }) => effect === "update");
  const names = found.map(({ name }) => name);
  const lost = lostIn(resource, operations, object, state, { news: asked, changed: new Set(names) });
  return {
    object,
    reasons: [
      `It is there already, as ${id}: \`up\` adopts it and makes no other.`,
      ...reasons(resource, state, asked, found, { lost }),
    ],
    changed: { news: inputs, before: state, names, adopts: id },
  };
}

import type { Listed } from "../../state/identity";
import { ownMember } from "../../../values/own-member";
import { lostIn } from "../../kinds/shared/environment";
import { differences, namesToSend } from "../../table/diff";
import type { Props } from "../../table/props";
import { reasons } from "../../table/reasons";
import { listed } from "../../table/spelling";
import { hasUnknown } from "../../table/unknown";
import type { Found } from "../../create/outlook";
import type { Context } from "../context";
import { foreseeUpdate } from "../foresight/before-update";
import type { Changed } from "../foresight/step";
import { adopteeFit } from "./adopt";
import { fitOf } from "./fit";
import { inheritedThen, madeOtherwise } from "./made-otherwise";

/** The changes that a create makes to its adopted object. The engine shows only a create. */
export interface Adoption {
  readonly object: Listed;
  readonly reasons: readonly string[];
  readonly changed: Changed;
}

/** Foresees the update that follows an adoption, as for any other update. */
export async function foreseeAdoption(context: Context, inputs: Props, object: Listed): Promise<Adoption> {
  const { resource, operations } = context;
  const { id } = object;
  const { state, asked, unmendable } = adopteeFit(context, inputs, object);
  // A known value that only a new object could have is refused before.
  const unclear = unmendable.map(({ name }) => name);
  const found = differences(resource, id, state, asked).filter(({ effect }) => effect === "update");
  const names = found.map(({ name }) => name);
  const lost = lostIn(resource, operations, object, state, { news: asked, changed: new Set(names) });
  const container = await foreseeUpdate(context, id, { state, news: asked, changed: namesToSend(state, found) }, []);
  return {
    object,
    reasons: [
      `It is there already, as ${id}: \`up\` adopts it and makes no other.`,
      ...(unclear.length > 0
        ? [`If it differs in ${listed(unclear, "or")}, which only \`up\` can tell, that ends with an error.`]
        : []),
      ...reasons(resource, state, asked, found, { lost, container }),
    ],
    changed: { news: inputs, before: state, names, gains: { id, does: "adopt", state, container } },
  };
}

export async function foreseeTakeOver(context: Context, inputs: Props, { object, earlier }: Found): Promise<Adoption> {
  const { resource, operations, session } = context;
  const { id } = object;
  const found = (await operations.inFull?.(session, object)) ?? object;
  const known = { ...inputs, ...inheritedThen(context, inputs, found, earlier) };
  const isUnclear = hasUnknown(inputs);
  const { otherwise } = madeOtherwise(context, known, found, earlier) ?? {};
  const { state, asked } = fitOf(context, known, found);
  const all = otherwise && !isUnclear ? [] : differences(resource, id, state, asked);
  // The last request of a create sets the program's name, and an unknown value that differs ends it with an error.
  const changes = all.filter(({ name }) => name !== "name" && !hasUnknown(ownMember(inputs, name)));
  const names = changes.map(({ name }) => name);
  const container = await foreseeUpdate(context, id, { state, news: asked, changed: namesToSend(state, changes) }, []);
  return {
    object,
    reasons: [
      `An earlier run made ${id} for it: \`up\` takes that over and makes no other.`,
      ...(otherwise ? [asItIs(isUnclear)] : []),
      ...reasons(resource, state, asked, changes, { container }),
    ],
    changed: { news: inputs, before: state, names, gains: { id, does: "take over", state, container } },
  };
}

/** A value that is unknown before `up` may be the one that it was made from. */
const asItIs = (isUnclear: boolean): string =>
  `${isUnclear ? "If it was made from other arguments," : "It was made from other arguments, so"} \`up\` takes it over as it is and ends ` +
  "with an error; the preview after that tells what changes.";

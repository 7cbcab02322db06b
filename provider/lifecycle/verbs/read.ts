import { NotFoundError } from "../../../client";
import type { Identified } from "../../kinds/operations";
import { isLeftTo } from "../../create/journal/holders";
import { refreshedInputs } from "../../state/outputs";
import { entryOf } from "../../state/entry";
import { hidden, keyOf } from "../../state/state";
import type { Props } from "../../table/props";
import { withNewSecretsConcealed } from "../applying/uncertain";
import type { VerbContext } from "../context";
import { noteMention, noteNamesake } from "../notes";
import { outputsAfter } from "./present-state";

/** A refresh of what state knows, or a look by `.get` of a program, which has no earlier outputs. */
export async function read<T extends Identified>(
  context: VerbContext<T>,
  id: string,
  props: Props,
): Promise<{ id: string; props: Props; inputs?: Props }> {
  const { resource, lookup, history, kind } = context;
  const isRefresh = props[hidden.declared] !== undefined;
  noteMention(context, props);
  noteNamesake(context, id, props);
  const { books } = context.session;
  // Looking changes nothing, so it need not wait for the journal.
  const [{ object, cause }] = await Promise.all([lookup.read(id, props), books.engineNames(kind, id, keyOf(props))]);
  if (!object) {
    // For `.get` the engine would take an empty id for an empty object.
    if (cause instanceof NotFoundError && !isRefresh) throw cause;
    await books.gone(context.object(id));
    return { id: "", props: {} };
  }
  const outputs = isRefresh ? await refreshed(context, object, props) : context.outputs(object, props);
  // What a program looks at by `.get` it may manage too, under another name: that is no refresh of what it manages.
  if (isRefresh) history.sawRead(id, props);
  else delete outputs[hidden.seen];
  const inputs = refreshedInputs(resource, props, outputs);
  return { id, props: outputs, ...(inputs && { inputs }) };
}

/**
 * Outputs for a refresh, which no longer says for sure what an interrupted change may have set, and does not say in clear what may be
 * the secret of a resource that has taken the object over.
 */
async function refreshed<T extends Identified>(context: VerbContext<T>, object: T, props: Props): Promise<Props> {
  const { resource, changes, session } = context;
  const change = await changes.interrupted(object.id);
  const now = outputsAfter(context, object, props, change);
  const isTakenOver = isLeftTo(await session.books.ownership.holderOf(context.object(object.id)), entryOf(props));
  const setElsewhere = isTakenOver ? Object.keys(resource.inputs) : (change?.names ?? []);
  return withNewSecretsConcealed(resource, props, now, setElsewhere);
}

import type { Listed } from "../../state/identity";
import { NotFoundError } from "../../../client";
import { refreshedInputs } from "../../state/outputs";
import { hidden, keyOf } from "../../state/state";
import type { Props } from "../../table/props";
import { withNewSecretsConcealed } from "../missing/uncertain";
import type { Context } from "../context";
import { noteMention, noteAccountOfSharedId } from "../noted-for-run";
import { outputsAfter } from "./present-state";

/** Reads an object for a refresh, or for `.get` of a program, which has no earlier outputs. */
export async function read(
  context: Context,
  id: string,
  props: Props,
): Promise<{ id: string; props: Props; inputs?: Props }> {
  const { resource, lookup, history, kind } = context;
  const isRefresh = props[hidden.declared] !== undefined;
  noteMention(context, props);
  noteAccountOfSharedId(context, id, props);
  const { bookkeeping } = context.session;
  // A read changes nothing and need not wait for the journal. One for `.get` says nothing of what the state has.
  const [{ object, cause }] = await Promise.all([
    lookup.read(id, props),
    isRefresh && bookkeeping.engineNames(kind, id, keyOf(props)),
  ]);
  if (!object) {
    // The engine would take an empty id for an empty object of `.get`.
    if (cause instanceof NotFoundError && !isRefresh) throw cause;
    await bookkeeping.gone(kind, id);
    return { id: "", props: {} };
  }
  const outputs = isRefresh ? await refreshed(context, object, props) : context.outputs(object, props);
  // An object read by `.get` may be managed under another name, which this read does not refresh.
  if (isRefresh) history.sawRead(id, props);
  else delete outputs[hidden.seen];
  const inputs = refreshedInputs(resource, props, outputs);
  return { id, props: outputs, ...(inputs && { inputs }) };
}

/** Outputs for a refresh. Values that an interrupted change may have set are unsure. */
async function refreshed(context: Context, object: Listed, props: Props): Promise<Props> {
  const { resource, changes } = context;
  const change = await changes.interrupted(object.id);
  const now = outputsAfter(context, object, props, change);
  return withNewSecretsConcealed(resource, props, now, change?.names ?? []);
}

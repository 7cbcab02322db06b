import { NotFoundError } from "../../../client";
import { refreshedInputs } from "../../state/outputs";
import { hidden, keyOf } from "../../state/state";
import type { Props } from "../../table/props";
import { withNewSecretsConcealed, withUncertain } from "../missing/uncertain";
import type { Context } from "../context";
import { noteMention, noteAccountOfSharedId } from "../noted-for-run";

/** Reads an object for a refresh, or for `.get` of a program, which has no earlier outputs. */
export async function read(
  context: Context,
  id: string,
  props: Props,
): Promise<{ id: string; props: Props; inputs?: Props }> {
  const { resource, lookup, history, changes, kind } = context;
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
  const change = isRefresh ? await changes.interrupted(object.id) : undefined;
  const now = context.outputs(object, withUncertain(resource, props, change));
  const outputs = withNewSecretsConcealed(resource, props, now, change?.names ?? []);
  // An object read by `.get` may be managed under another name, which this read does not refresh.
  if (isRefresh) history.sawRead(id, props);
  else delete outputs[hidden.seen];
  const inputs = refreshedInputs(resource, props, outputs);
  return { id, props: outputs, ...(inputs && { inputs }) };
}

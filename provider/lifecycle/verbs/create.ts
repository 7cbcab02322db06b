import type { Listed } from "../../state/identity";
import { ownMember } from "../../../values/own-member";
import { withAllThatMeets } from "../../capacity/choices";
import { hidden, unreadableNames } from "../../state/state";
import { sides, standing } from "../../effects/standing";
import type { Props } from "../../table/props";
import { applyTask } from "../applying/apply";
import { initializationError } from "../failures/in-error";
import { makeOrAdopt } from "../applying/make-or-adopt";
import { startsSeen, changeToNote } from "../applying/starts";
import type { Context } from "../context";
import { timeout } from "../../table/duration";

/** Creates or adopts an object, or takes over the one of an interrupted run, and brings it to the program's arguments. */
export async function create(context: Context, given: Props, withinMs?: number): Promise<{ id: string; outs: Props }> {
  const { session, operations, kind } = context;
  const inputs = await withAllThatMeets(session, context.resource, given);
  const fromTemplate = await operations.valuesFromTemplate?.(session, inputs);
  const made = await makeOrAdopt(context, { ...inputs, [hidden.fromTemplate]: fromTemplate });
  const { object, asked, state: olds, how, otherwise } = made;
  const isAdopted = how === "adopted";
  // The CLI calls this a create.
  if (isAdopted)
    await context.messages.tell(inputs, `has adopted ${object.id}, which was there already. Nothing was made`);
  if (how === "taken up") {
    const price = standing(kind, olds, olds);
    await context.messages.tellFacts(inputs, { does: "take over", id: object.id, ...sides(price, price) });
  }
  const interrupted = isAdopted ? await outlasted(context, object, inputs) : undefined;
  const changed = new Set([
    ...made.changed,
    ...(interrupted ?? []).filter((name) => ownMember(inputs, name) !== undefined),
  ]);
  const news = { [hidden.fromTemplate]: fromTemplate, ...asked };
  // An adopted object may have been ready long ago and have finished its work.
  const progress = { isUnready: !isAdopted, isMadeNow: !isAdopted && how !== "taken up" };
  const task = { olds, news, changed, ...progress, withinMs: timeout(inputs, "create", withinMs) };
  try {
    if (otherwise) {
      const properties = { ...context.outputs(object, news), [hidden.unready]: true };
      throw initializationError(context, object.id, properties, inputs, otherwise);
    }
    const apply = () => applyTask(context, object, task, isAdopted ? "adopted" : "made");
    if (!isAdopted) return { id: object.id, outs: await apply() };
    // Noted like an update, so that a refresh of another resource with the object knows of it.
    const begun = await changeToNote(context, object, { news: inputs, changed });
    return { id: object.id, outs: await context.changes.update(object.id, begun, apply) };
  } finally {
    await session.bookkeeping.creates.handedOver(kind, object.id);
  }
}

/** Unreadable arguments that an interrupted run began to change before `adopt` moved the object. They are sent once more. */
async function outlasted(context: Context, object: Listed, inputs: Props): Promise<string[] | undefined> {
  const { resource, changes } = context;
  const begun = await changes.interrupted(object.id);
  if (!begun) return undefined;
  const unreadable = unreadableNames(resource);
  const change = begun.names.length > 0 ? await changes.outlast(object.id, begun) : begun;
  const { done } = await startsSeen(context, object, inputs, change);
  return change.names.filter((name) => unreadable.includes(name) && !done.includes(name));
}

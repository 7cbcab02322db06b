import { withAllThatMeets } from "../../capacity/choices";
import { stampsIn } from "../../state/outputs";
import { hidden, keyOf, keyOfInputs, unreadableNames } from "../../state/state";
import { withChosenAlternatives } from "../../table/alternatives";
import { differences, namesToSend } from "../../table/diff";
import type { Props } from "../../table/props";
import { applyTask } from "../applying/apply";
import { startsSeen, changeToNote, withStartsSeen } from "../applying/starts";
import { carriedOn, withBothDeclared, withUncertain } from "../missing/uncertain";
import type { Context } from "../context";
import { refuseReplacement } from "../foresight/before-update";
import { comparison } from "../foresight/look-ahead";
import { timeout } from "../../table/duration";
import { mayBeBehind, presentObject } from "./present-state";

/** Reads the object once more and sends what the preview has told and it still lacks. The next preview shows other changes. */
export async function update(
  context: Context,
  id: string,
  olds: Props,
  given: Props,
  withinMs?: number,
): Promise<{ outs: Props }> {
  const { resource, kind, changes } = context;
  const news = await withAllThatMeets(context.session, resource, given, olds);
  const { bookkeeping } = context.session;
  await bookkeeping.engineNames(kind, id, keyOf(news));
  bookkeeping.ownership.note(kind, id, { having: keyOfInputs(news) });
  const begun = await changes.interrupted(id);
  // A late change of these would go unnoticed.
  const isLateUnseen = begun?.names.some((name) => unreadableNames(resource).includes(name));
  const change = begun && isLateUnseen ? await changes.outlast(id, begun) : begun;
  const object = await presentObject(context, id, olds, news);
  const read = context.outputs(object, withUncertain(resource, withBothDeclared(resource, olds, news), change));
  const present = withStartsSeen(read, news, await startsSeen(context, object, news, change));
  const isCompared = context.settings.refreshBeforeUpdate || mayBeBehind(olds, change);
  const told = isCompared ? undefined : comparison(resource, id, olds, news, [], present).found;
  const isTold = (name: string) => told?.some((each) => each.name === name) ?? true;
  const found = differences(resource, id, present, news).filter(({ name }) => isTold(name));
  refuseReplacement(context, id, found, present, news);
  const changed = namesToSend(olds, found);
  const chosen = withChosenAlternatives(resource, news, present);
  const asked = { ...chosen, ...carriedOn(resource, olds, present, news) };
  const isUnready = olds[hidden.unready] === true;
  const before = { ...present, ...stampsIn(resource, olds) };
  const task = { olds: before, news: asked, changed, isUnready, withinMs: timeout(news, "update", withinMs) };
  const call = () => applyTask(context, object, task, "managed");
  return { outs: await changes.update(id, await changeToNote(context, object, { news, changed }), call) };
}

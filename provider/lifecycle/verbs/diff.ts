import { withAllThatMeets } from "../../capacity/choices";
import { hidden, keyOf, keyOfInputs } from "../../state/state";
import {
  type Difference,
  differences,
  goneAway,
  keepsUniqueName,
  namesToSend,
  newlyRecorded,
  newlySecret,
  replacing,
} from "../../table/diff";
import { certain } from "../../table/data-loss";
import type { Props } from "../../table/props";
import { goesAlong, goneBefore, goneInPlace, goneReason, reasons } from "../../table/reasons";
import type { Context } from "../context";
import { noteAccountOf, noteDeclared, noteMention, refuseHadTwice } from "../noted-for-run";
import {
  foreseeUpdate,
  refuseDataLoss,
  refuseOtherKind,
  refuseOverLimits,
  warnOfOtherLosses,
} from "../foresight/before-update";
import type { Adoption } from "../adoption/foresee-adoption";
import { outlookOf } from "../adoption/outlook";
import { concealedNames, type Foreseen, LookAhead } from "../foresight/look-ahead";
import { type Changed, tellOfChange } from "../foresight/step";
import { requireMovableName } from "../foresight/name-moves";
import { type Present, presentState } from "./present-state";

export interface DiffResult {
  readonly changes: boolean;
  readonly replaces: string[];
  readonly deleteBeforeReplace: boolean;
  /** Each argument that differs or that the state has yet to record. Only the plugin can pass these on. */
  readonly differences: readonly Difference[];
  readonly reasons: readonly string[];
  readonly step: Changed;
}

/** Compares state and program. The answer depends on who asks, which the earlier calls reveal. */
export async function diff(
  context: Context,
  id: string,
  olds: Props,
  given: Props,
  inClear: readonly string[],
): Promise<DiffResult> {
  const { resource, history, kind } = context;
  const { bookkeeping } = context.session;
  refuseOtherKind(kind, id, olds);
  noteMention(context, given);
  const asker = history.askerOf(id, olds, given);
  const news = await withAllThatMeets(context.session, resource, given, olds);
  // A deletion may be about the earlier resource of an object that this run has just adopted.
  await bookkeeping.engineNames(kind, id, asker === "deletion" ? undefined : keyOf(news));
  if (asker === "program") {
    const result = await diffForProgram(context, id, olds, news, inClear);
    if (result.changes) bookkeeping.noteChange();
    return result;
  }
  const found = differences(resource, id, olds, news);
  // A deletion leaves a newly adopted object alone, so no data is lost.
  if (asker === "deletion" && !bookkeeping.ownership.object(kind, id).isTaken) {
    await refuseDataLoss(context, id, olds, news, found);
    if (replacing(found).length > 0) {
      await warnOfOtherLosses(context, id, olds, news);
      const why = goesAlong(replacing(found));
      history.note(keyOf(news), { goesAlong: why });
      return { ...verdict(context, olds, news, found), reasons: [`Replaced because of ${why}.`] };
    }
  }
  return verdict(context, olds, news, found);
}

/** The program's inputs compared with the state and the platform. */
interface Compared extends Present, Foreseen {
  readonly id: string;
  readonly olds: Props;
  readonly news: Props;
  /** The differences, including those that the state has yet to record. */
  readonly changing: readonly Difference[];
  readonly ahead: LookAhead;
  readonly inClear: readonly string[];
}

/** Compares a resource of the program in a preview or an `up`, with every refusal and warning. */
async function diffForProgram(
  context: Context,
  id: string,
  olds: Props,
  news: Props,
  inClear: readonly string[],
): Promise<DiffResult> {
  const { resource, kind, session } = context;
  context.history.sawDiff(keyOf(news), olds, []);
  noteAccountOf(context, id, olds);
  const present = await presentState(context, id, olds, news);
  if (!present) return foreseeAnew(context, id, olds, news);
  const { state } = present;
  const ahead = new LookAhead(context, id, state, news, inClear);
  const comparison = await ahead.compared();
  const { found, foreseen } = comparison;
  const isReplaced = replacing(found).length > 0;
  if (isReplaced && comparison.isGone) {
    context.history.goneIds.add(id);
    return foreseeAnew(context, id, olds, news);
  }
  if (found.length > 0 && (await session.bookkeeping.ownership.isDeletedAhead(kind, id)))
    return foreseeAnew(context, id, olds, news);
  const changing = [...found, ...newlyRecorded(resource, state, news, found)];
  const compared: Compared = { id, olds, news, ...present, ...comparison, changing, ahead, inClear };
  await requireMovableName(context, id, state, news, isReplaced);
  refuseHadTwice(context, id, news, !isReplaced);
  const lost = await refuseDataLoss(context, id, state, news, certain(resource, foreseen, found));
  return isReplaced ? foreseeReplacement(context, compared, lost) : foreseeInPlace(context, compared);
}

async function foreseeAnew(context: Context, id: string, olds: Props, news: Props): Promise<DiffResult> {
  const taken = await takenInPlace(context, news);
  const because = taken ? [goneBefore, ...taken.reasons] : [goneReason];
  const step: Changed = { news, isGone: true, ...taken?.changed };
  const anew = await foreseeNew(context, step, because, { leaving: id }, olds, [goneAway(context.resource)]);
  return { ...anew, deleteBeforeReplace: false };
}

async function foreseeReplacement(context: Context, compared: Compared, lost: Props): Promise<DiffResult> {
  const { resource, operations } = context;
  const { id, olds, news, foreseen, mayStay, state, known, found, changing, isRunUnseen } = compared;
  const taken = await takenInPlace(context, news);
  const { ownership } = context.session.bookkeeping;
  const isRetained = await ownership.isRetained(context.kind, id);
  await warnOfOtherLosses(context, id, olds, news);
  if (!(await ownership.outlasts(context.looked(id))))
    await context.messages.warnOfLoss(lost, replacing(found), foreseen);
  const first = operations.whyDeletedFirst?.(state, news) ?? [];
  const because = reasons(resource, known, foreseen, changing).concat(first, taken?.reasons ?? []);
  if (isRunUnseen) because.push(runUnseen);
  const { gains } = taken?.changed ?? {};
  const names = found.map(({ name }) => name);
  const step = { news, before: known, names, mayStay, ...(gains && { gains }), ...(isRetained && { keeps: id }) };
  return foreseeNew(context, step, because, { leaving: id, mayStay, before: state }, state, changing);
}

/** Tells of a new object in place of an earlier one, and answers with these differences. */
async function foreseeNew(
  context: Context,
  step: Changed,
  because: readonly string[],
  earlier: Parameters<typeof noteDeclared>[3],
  state: Props,
  found: readonly Difference[],
): Promise<DiffResult> {
  await context.messages.tellReasons(step.news, because);
  noteDeclared(context, step.news, undefined, earlier);
  await tellOfChange(context, step, true);
  return { ...verdict(context, state, step.news, found), reasons: because, step };
}

const runUnseen = "Whether its container runs could not be read: this goes by the state.";

/** The existing replacement that an earlier run made. @throws if nothing may be created. */
async function takenInPlace(context: Context, news: Props): Promise<Adoption | undefined> {
  const taken = await outlookOf(context, news);
  if (taken instanceof Error) throw taken;
  return taken;
}

/** Foresees a resource that keeps its object, with or without an update. */
async function foreseeInPlace(context: Context, compared: Compared): Promise<DiffResult> {
  const { resource, messages, operations, session, history } = context;
  const { id, olds, news, foreseen, state, known, found, changing, ahead, inClear, isGone } = compared;
  const changed = namesToSend(known, found);
  refuseOverLimits(context, id, { state: known, news, changed });
  const [lost, brought] = await Promise.all([ahead.lost(changed), ahead.brought(changed)]);
  const container = await foreseeUpdate(context, id, { state: known, news: foreseen, changed }, brought);
  const all = [...changing, ...newlySecret(inClear, changing)];
  const names = all.map(({ name }) => name);
  history.sawDiff(keyOf(news), olds, names);
  const due = await operations.due?.(session, news);
  const because = isGone
    ? [goneInPlace]
    : reasons(resource, known, foreseen, all, { lost, brought, started: compared.started, container });
  if (compared.isRunUnseen) because.push(runUnseen);
  // A state that was out of date, or never saw the object ready, is written even without a difference.
  const isToRecord = state !== olds || olds[hidden.unready] === true || concealedNames(resource, state).length > 0;
  if (due !== undefined) because.push(due);
  if (isToRecord && because.length === 0) because.push("Only the state changes: it records the object as it is now.");
  await messages.tellReasons(news, because);
  noteDeclared(context, news, id, { leaving: undefined, before: state });
  await operations.refuseToStay?.(session, { id, state, news, changed, called: messages.called(news) });
  const step: Changed = { news, before: known, names: [...changed], container };
  if (isGone) await messages.tellFacts(news, { does: "change" });
  else await tellOfChange(context, step, false);
  const changes = all.length > 0 || isToRecord || due !== undefined;
  if (!changes) session.bookkeeping.ownership.note(context.kind, id, { having: keyOfInputs(news) });
  return { ...verdict(context, state, news, all), changes, reasons: because, step };
}

function verdict(
  { resource, operations }: Context,
  state: Props,
  news: Props,
  found: readonly Difference[],
): DiffResult {
  const replaces = replacing(found);
  // Also for reasons that the engine adds later, such as replaceOnChanges.
  const deleteBeforeReplace =
    keepsUniqueName(resource, state, news) || operations.whyDeletedFirst?.(state, news) !== undefined;
  const step = { news, before: state, names: [...namesToSend(state, found)] };
  return { changes: found.length > 0, replaces, deleteBeforeReplace, differences: found, reasons: [], step };
}

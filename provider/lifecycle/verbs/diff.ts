import { hidden, keyOf } from "../../state/state";
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
import type { Props } from "../../table/props";
import { reasons } from "../../table/reasons";
import { hasUnknown } from "../../table/unknown";
import type { Context } from "../context";
import { noteAccountOf, noteDeclared, noteKept, noteMention, noteObject } from "../notes";
import { noteData } from "../data-at-risk";
import { refuseDataLoss } from "../data-at-stake";
import { foreseeUpdate, refuseOtherKind, refuseOverLimits } from "../before-update";
import { concealedNames, LookAhead } from "../look-ahead";
import { tellOfStep } from "../step";
import { noteName } from "../unique-names";
import { presentState } from "./present-state";

export interface DiffResult {
  readonly changes: boolean;
  readonly replaces: string[];
  readonly deleteBeforeReplace: boolean;
  /** Each argument that differs or that the state has yet to record. Only the plugin can pass these on. */
  readonly differences: readonly Difference[];
  /** One sentence for each reason. */
  readonly reasons: readonly string[];
}

/** Compares state and program. The answer depends on the asker, whom the earlier calls reveal. */
export async function diff(
  context: Context,
  id: string,
  olds: Props,
  news: Props,
  inClear: readonly string[],
): Promise<DiffResult> {
  const { resource, history, kind } = context;
  const { books } = context.session;
  refuseOtherKind(kind, id, olds);
  noteMention(context, news);
  const asker = history.askerOf(id, olds, news);
  // A deletion may be about the earlier resource of an object that this run has just adopted.
  await books.engineNames(kind, id, asker === "deletion" ? undefined : keyOf(news));
  if (asker === "program") return diffForProgram(context, id, olds, news, inClear);
  const found = differences(resource, id, olds, news);
  // A deletion leaves an object alone that was just adopted, so no data is lost.
  if (asker === "deletion" && !books.ownership.object(kind, id).isTaken)
    await refuseDataLoss(context, id, olds, news, found);
  return verdict(context, olds, news, found);
}

/** Compares a resource of the program in a preview or an `up`, with every refusal and warning. */
async function diffForProgram(
  context: Context,
  id: string,
  olds: Props,
  news: Props,
  inClear: readonly string[],
): Promise<DiffResult> {
  const { resource, messages, history } = context;
  history.sawDiff(keyOf(news), olds, []);
  noteAccountOf(context, id, olds);
  const present = await presentState(context, id, olds, news);
  if (!present) {
    const gone = goneAway(resource);
    const why = await messages.tellReasons(news, reasons(resource, olds, news, [gone]));
    noteDeclared(context, news, undefined);
    await tellOfStep(context, { news }, true);
    return {
      changes: true,
      replaces: [gone.name],
      deleteBeforeReplace: false,
      differences: [gone],
      reasons: why,
    };
  }
  const { state } = present;
  const ahead = new LookAhead(context, id, state, news);
  const known = await ahead.compared();
  const found = differences(resource, id, known, news);
  const replaces = replacing(found);
  noteName(context, id, state, news, replaces.length > 0);
  noteObject(context, id, news, replaces.length === 0);
  // An unknown may turn out to be the old value; the `up` will tell.
  const isCertain = !hasUnknown(replaces.map((name) => news[name]));
  const lost = isCertain ? await refuseDataLoss(context, id, state, news, found) : olds;
  const changed = namesToSend(known, found);
  if (found.some(({ name }) => name === "name")) await noteData(context, news, id);
  if (replaces.length === 0) {
    refuseOverLimits(context, id, known, news, changed);
    await foreseeUpdate(context, id, known, news, changed);
  } else {
    await context.operations.expectReplacement?.(context.session, id, olds, news);
    await messages.warnOfLoss(lost, replaces, news);
  }
  const changing = [...found, ...newlyRecorded(resource, state, news, found)];
  // A replacement writes its secrets into the state anyway.
  const all = replaces.length === 0 ? [...changing, ...newlySecret(inClear, changing)] : changing;
  if (replaces.length === 0)
    history.sawDiff(
      keyOf(news),
      olds,
      all.map(({ name }) => name),
    );
  const due = replaces.length === 0 ? await context.operations.due?.(context.session, news) : undefined;
  const variables = replaces.length === 0 ? await ahead.lost(changed) : [];
  const because = reasons(resource, known, news, all, { lost: variables, started: present.started });
  const first = replaces.length > 0 ? context.operations.goesFirst?.(state, news) : undefined;
  const why = await messages.tellReasons(news, [...because, ...[due, first].filter((each) => each !== undefined)]);
  const isReplaced = replaces.length > 0;
  noteDeclared(context, news, isReplaced ? undefined : id, { leaving: isReplaced ? id : undefined, before: state });
  const stays = { id, state, news, changed, called: messages.called(news) };
  if (!isReplaced) await context.operations.refuseToStay?.(context.session, stays);
  await tellOfStep(context, { news, before: state, names: found.map(({ name }) => name) }, replaces.length > 0);
  // State that was behind the platform, or never saw the object ready, is written even without a difference.
  const isConcealing = concealedNames(resource, state).length > 0;
  const isToRecord = state !== olds || olds[hidden.unready] === true || isConcealing;
  const result = verdict(context, state, news, all);
  const changes = result.changes || isToRecord || due !== undefined;
  if (!changes) noteKept(context, id, olds, news);
  return { ...result, changes, reasons: why };
}

function verdict(
  { resource, operations }: Context,
  state: Props,
  news: Props,
  found: readonly Difference[],
): DiffResult {
  const replaces = replacing(found);
  // Answered even without a reason to replace: the engine adds reasons of its own later, such as the option
  // replaceOnChanges.
  const deleteBeforeReplace =
    keepsUniqueName(resource, state, news) || operations.goesFirst?.(state, news) !== undefined;
  return { changes: found.length > 0, replaces, deleteBeforeReplace, differences: found, reasons: [] };
}

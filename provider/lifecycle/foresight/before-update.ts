import type { KindName } from "../../kinds/names";
import { runOf } from "../../effects/run";
import { hidden, keyOf } from "../../state/state";
import { kindOfStoredProvider } from "../../state/stored-provider";
import { overLimits } from "../../table/check";
import { dataIn, dataLossRefusal, DataLossRefusedError, isLossAllowed, transition } from "../../table/data-loss";
import { type Difference, replacing } from "../../table/diff";
import type { Props } from "../../table/props";
import type { Lost } from "../../table/reasons";
import type { ContainerRun, Update } from "../../table/resource";
import { warnOfNamesake } from "./namesake";
import type { Context } from "../context";
import { ChangedMeanwhileError, ImportRefusedError, LimitError, OtherKindError } from "../failures/errors";
import { wordedFailure } from "../failures/worded-failure";

/** Refuses an alias that names an object of another kind, because comparing the two would be meaningless. */
export function refuseOtherKind(kind: KindName, id: string, olds: Props): void {
  const theirs = kindOfStoredProvider(olds[hidden.provider]);
  if (theirs !== undefined && theirs !== kind) throw new OtherKindError(kind, theirs, id);
}

/** Tells a preview or an `up` about an update before it happens. @returns what it does to the container. */
export async function foreseeUpdate(
  context: Context,
  id: string,
  update: Update,
  brought: Lost,
): Promise<ContainerRun> {
  const { resource, operations, session, messages, kind } = context;
  const { state, news, changed } = update;
  const container = runOf(resource, update, brought);
  const { run, onlyIf } = container;
  if (run === "starts" || run === "restarts")
    session.rollouts.absent.set(id, onlyIf === undefined ? "certain" : "possible");
  const disturbed = resource.disturbs?.(container, update);
  const losses = changed.size > 0 ? await operations.otherLosses?.(session, state, news) : undefined;
  for (const each of [disturbed, losses])
    if (each) await messages.warn(`${kind} ${messages.nameOf(news) ?? id}: ${each}`, news);
  if (resource.uniqueNames === true && changed.has("name")) await warnOfNamesake(context, news, id);
  return container;
}

/** Tells a preview or an `up` what goes with an object that is replaced, besides its data. @throws if that is refused. */
export async function warnOfOtherLosses(context: Context, id: string, olds: Props, news: Props): Promise<void> {
  const { operations, session, messages } = context;
  if (!operations.lostByReplacement || (await session.bookkeeping.ownership.outlasts(context.looked(id)))) return;
  const lost = await operations.lostByReplacement(session, id, olds, news);
  if (lost !== undefined) await messages.warn(`${messages.called(news)} ${lost}.`, news);
}

/** Tells what goes with the object that the engine deletes after an import of another. @throws ImportRefusedError */
export async function refuseLossByImport(context: Context, imported: string, given: Props): Promise<void> {
  const { resource, kind, messages, session } = context;
  const entry = await session.bookkeeping.ownership.entryOf(kind, keyOf(given));
  const { id, isRetained, isProtected, losses } = entry ?? {};
  if (id === undefined || id === imported || isRetained) return;
  const news = { ...given, ...losses };
  const seen = await context.asSeen(id, news);
  if (seen === "gone") return;
  const olds = seen === "unseen" ? given : seen;
  const data = dataIn(resource, olds);
  const refuse = (why: string, ways: string) => {
    const what = `this resource has ${id} already, which the engine deletes after an import${why}`;
    throw new ImportRefusedError(kind, imported, what, `import it as another resource; or first run \`up\` ${ways}`);
  };
  if (isProtected) refuse(" although it is protected", "without the option `protect`");
  if (data && !isLossAllowed(resource, news))
    refuse(
      `, and with it ${data}`,
      `with the option \`retainOnDelete\` to keep ${id} beside it, or with dataLoss: "allow" to lose the data`,
    );
  await warnOfOtherLosses(context, id, olds, news);
  await messages.warnOfLoss(olds, ["the option import"], news);
}

/** @throws LimitError if the update would break a limit. `check` does not know the object's value. */
export function refuseOverLimits(context: Context, id: string, { state, news, changed }: Update): void {
  const failures = overLimits(context.resource, state, news, changed);
  const told = failures.map((failure) => wordedFailure(failure, context, []));
  if (told.length > 0) throw new LimitError(context.kind, id, told);
}

/** @throws ChangedMeanwhileError if the object has changed since the diff so that no update can bring it to the inputs. */
export function refuseReplacement(
  { resource, kind }: Context,
  id: string,
  found: readonly Difference[],
  present: Props,
  news: Props,
): void {
  const changedMeanwhile = found.filter(({ effect }) => effect === "replace");
  if (changedMeanwhile.length === 0) return;
  const what = changedMeanwhile.map(({ name }) => transition(resource, name, present, news));
  throw new ChangedMeanwhileError(kind, id, what);
}

/** The state, with a note on whether the object has data. @throws DataLossRefusedError unless the program allows the loss. */
export async function refuseDataLoss(
  context: Context,
  id: string,
  olds: Props,
  news: Props,
  found: readonly Difference[],
): Promise<Props> {
  const { data } = context.resource;
  // Data that the state does not declare, as from a template or an adoption, is in the object.
  const isUnseen = replacing(found).length > 0 && data !== undefined && data.isIn(olds) === undefined;
  const seen = isUnseen ? await context.asSeen(id, olds) : olds;
  const state = typeof seen === "string" ? olds : seen;
  const refused = dataLossRefusal(context.resource, state, news, found);
  if (refused && !(await context.session.bookkeeping.ownership.isRetained(context.kind, id)))
    throw new DataLossRefusedError(context.kind, id, refused);
  return state;
}

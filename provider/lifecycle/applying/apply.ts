import { ownMember } from "../../../values/own-member";
import { secretsIn } from "../../../client/errors/redact";
import type { Listed, Task } from "../../kinds/operations";
import { broughtBack, inheritedAfter } from "../../kinds/shared/template-variables";
import { rememberedOutputs } from "../../state/outputs";
import { hidden, keyOf } from "../../state/state";
import { pick, type Props } from "../../table/props";
import { appliesTemplate, updateBody } from "../../table/requests";
import type { Context } from "../context";
import { SpentError } from "../failures/errors";
import { initializationError, isOfWait, lastLogLines, whoIs } from "../failures/in-error";
import { mayBeDone } from "../../../client/errors/errors";
import { whyRefused } from "../foresight/references";
import { beforeAcceptance, uncertainAfter, withBothDeclared } from "../missing/uncertain";
import { unrunAfter } from "./starts";

/** The origin of a task's object: a create, `adopt`, or an earlier run. */
type Origin = "made" | "adopted" | "managed";

/** Carries out a task. After the first change, a failure keeps the id and all known outputs in the state. */
export async function applyTask(context: Context, object: Listed, task: Task, origin: Origin): Promise<Props> {
  const { operations, session } = context;
  // A create or a template adds its own variables; otherwise the inherited ones are known.
  const isInherited = origin === "made" || appliesTemplate(context.resource, task);
  const before = origin === "made" ? {} : rememberedOutputs(context.resource, task);
  const asked = {
    ...before,
    ...task.news,
    [hidden.inheritedEnv]: isInherited ? undefined : inheritedAfter(task),
  };
  const progress = { latest: object, isChanged: origin !== "managed", isAccepted: origin !== "managed" };
  try {
    const tellPhase = () => context.messages.tellPhase(task.news, operations.phase?.(progress.latest, task.news));
    tellPhase();
    const brought = operations.environmentOf && (await broughtBack(session, context.resource, task));
    const last = origin === "made" ? namedLast(context, task.changed) : new Set<string>();
    const nameIt = async () => {
      if (last.size === 0 || !operations.rename) return;
      const body = updateBody(context.resource, { news: task.news, changed: last }) as { name: string };
      const named = await operations.rename(session, object.id, body);
      progress.latest = { ...progress.latest, ...pick({ ...named }, Object.keys(body)) };
    };
    const first = new Set([...task.changed].filter((each) => !last.has(each)));
    const its = { ...task, changed: first, ...(brought && { brought }), name: context.messages.nameOf(task.news) };
    try {
      await operations.apply(session, object, its, (value, isAccepted = false) => {
        progress.latest = value;
        progress.isChanged = true;
        progress.isAccepted ||= isAccepted;
        tellPhase();
      });
    } catch (error) {
      // The object receives the program's name even after a failed wait, so that its name does not differ later.
      const { isEngineThere } = await session.bookkeeping.journal.open();
      if (await isEngineThere()) await nameIt().catch(() => undefined);
      throw error;
    }
    await nameIt();
    session.bookkeeping.ownership.noteResource(context.kind, keyOf(task.news), { unready: undefined });
    // Nobody waits, so a later `up` has to see the outcome.
    const isOnItsWay = operations.isUnawaited?.(asked);
    const outputs = { ...context.outputs(progress.latest, asked), ...asKnown(context, progress.latest, task, asked) };
    return { ...outputs, ...(isOnItsWay && { [hidden.onItsWay]: true }) };
  } catch (failure) {
    const outcome = "This update changed nothing.";
    const error = (await whyRefused(context, task.news, [...task.changed], failure, outcome)) ?? failure;
    if (!progress.isChanged && !mayBeDone(error) && !isOfWait(error)) throw error;
    const secrets = secretsIn([task.olds, task.news]);
    const readLog = () => lastLogLines(context, progress.latest, error, secrets);
    if (origin === "made" && operations.isSpent?.(progress.latest, error)) {
      await session.bookkeeping.gone(context.kind, object.id);
      throw new SpentError(whoIs(context, object.id, task.news), error, await readLog());
    }
    const properties = await outputsAfterFailure(context, object, task, asked, progress, error);
    throw initializationError(context, object.id, properties, task.news, error, await readLog());
  }
}

/** Lagging arguments that neither program nor task sets: a read shows them only in comparison with the earlier state. */
function asKnown({ resource, operations }: Context, object: Listed, { olds, news, changed }: Task, asked: Props) {
  const isKept = (name: string) =>
    ownMember(resource.inputs, name)!.lags && ownMember(news, name) === undefined && !changed.has(name);
  const names = Object.keys(resource.inputs).filter(isKept);
  return names.length === 0 ? {} : pick(operations.observe(object, { ...asked, ...pick(olds, names) }), names);
}

/** The known outputs of the object after a task that failed half-way. */
async function outputsAfterFailure(
  context: Context,
  before: Listed,
  task: Task,
  asked: Props,
  { latest, isAccepted }: { readonly latest: Listed; readonly isAccepted: boolean },
  error: unknown,
): Promise<Props> {
  const { resource, lookup, operations } = context;
  const isGone = operations.isGone?.(latest, { [hidden.unready]: task.isUnready });
  const now = isGone ? "gone" : await lookup.afterFailure(error, latest.id);
  const uncertain = mayBeDone(error) && !isAccepted ? uncertainAfter(resource, task, now !== "unseen") : [];
  const { [hidden.declared]: declared } = withBothDeclared(resource, task.olds, task.news);
  const known = isAccepted ? asked : { ...asked, ...beforeAcceptance(resource, task.olds, declared) };
  const object = typeof now === "string" ? latest : now;
  const outputs = { ...context.outputs(object, known), ...asKnown(context, object, task, known) };
  const unrun = unrunAfter(context, object, before, task, outputs);
  return {
    ...outputs,
    ...(unrun.length > 0 && { [hidden.unrun]: unrun }),
    ...(now === "gone" && { [hidden.isGone]: true }),
    ...(task.isUnready && { [hidden.unready]: true }),
    ...(uncertain.length > 0 && { [hidden.uncertain]: uncertain }),
  };
}

/** What a waiting create sends last: the name, so that a run cut short leaves the mark, and what no create accepts. */
function namedLast({ resource: { inputs } }: Context, changed: ReadonlySet<string>): ReadonlySet<string> {
  if (!changed.has("name") || !inputs.waitFor) return new Set();
  const isPlain = (name: string) => name === "name" || ownMember(inputs, name)?.sent === "update";
  return [...changed].every(isPlain) ? changed : new Set(["name"]);
}

import type { Listed } from "../../state/identity";
import { ownMember } from "../../../values/own-member";
import { mayBeDone } from "../../../client/errors/errors";
import type { Task } from "../../kinds/operations";
import { hidden } from "../../state/state";
import { pick, type Props } from "../../table/props";
import type { Context } from "../context";
import { unrunAfter } from "./starts";
import { beforeAcceptance, uncertainAfter, withBothDeclared } from "../missing/uncertain";

/** Lagging arguments that neither program nor task sets: a read shows them only in comparison with the earlier state. */
export function asKnown(
  { resource, operations }: Context,
  object: Listed,
  { olds, news, changed }: Task,
  asked: Props,
) {
  const isKept = (name: string) =>
    ownMember(resource.inputs, name)!.lags && ownMember(news, name) === undefined && !changed.has(name);
  const names = Object.keys(resource.inputs).filter(isKept);
  return names.length === 0 ? {} : pick(operations.observe(object, { ...asked, ...pick(olds, names) }), names);
}

/** The known outputs of the object after a task that failed half-way. */
export async function outputsAfterFailure(
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
  const uncertain = mayBeDone(error) && !isAccepted ? uncertainAfter(resource, task, now !== undefined) : [];
  const { [hidden.declared]: declared } = withBothDeclared(resource, task.olds, task.news);
  const known = isAccepted ? asked : { ...asked, ...beforeAcceptance(resource, task.olds, declared) };
  const object = now === undefined || now === "gone" ? latest : now;
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

import type { Listed } from "../../state/identity";
import { ownMember } from "../../../values/own-member";
import type { Begun, InterruptedChange } from "../../journal/changes";
import type { Task } from "../../kinds/operations";
import { hidden, uncertainNames } from "../../state/state";
import { canonical } from "../../table/resource";
import { type Props, sameValue, withoutUndefined } from "../../table/props";
import { restarting } from "../../table/requests";
import type { Context } from "../context";

/** Findings about the container starts that an interrupted change was to bring. */
export interface StartsSeen {
  /** Arguments that only a start applies and whose start has happened: they match the program. */
  readonly done: readonly string[];
  /** Arguments with which a finished job has not run yet. */
  readonly due: readonly string[];
}

/** The note about an update, by which a later run can tell whether the container start that it requests has happened. */
export async function changeToNote(
  context: Context,
  object: Listed,
  { news, changed }: Pick<Task, "news" | "changed">,
): Promise<Begun> {
  const names = restarting(context.resource, changed);
  const run = context.operations.runOf?.(object, news);
  if (!run || names.length === 0) return { names: [...changed] };
  const digest = await digesting(context, object.id, news);
  const asked = Object.fromEntries(names.map((name) => [name, digest(name)]));
  return { names: [...changed], start: { run: run.id, asked } };
}

/** Covers only arguments with the same value as in the interrupted run: any other value is another change. */
export async function startsSeen(
  context: Context,
  object: Listed,
  news: Props,
  change: InterruptedChange | undefined,
): Promise<StartsSeen> {
  const run = context.operations.runOf?.(object, news);
  if (!run || !change || change.starts.size === 0) return { done: [], due: [] };
  const { inputs } = context.resource;
  const digest = await digesting(context, object.id, news);
  const asked = [...change.starts].filter(([name, start]) => ownMember(inputs, name) && start.asked === digest(name));
  const hasStarted = asked.filter(([name, before]) => before.run !== run.id && ownMember(inputs, name)!.local);
  const hasNot = run.staysEnded ? asked.filter(([, before]) => before.run === run.id) : [];
  const names = (starts: typeof asked) => starts.map(([name]) => name);
  return { done: names(hasStarted), due: names(hasNot) };
}

/** The state, read after an interrupted change, updated with the findings about its starts. */
export function withStartsSeen(state: Props, news: Props, { done, due }: StartsSeen): Props {
  if (done.length === 0 && due.length === 0) return state;
  const { [hidden.declared]: declared } = state;
  return withoutUndefined({
    ...state,
    ...Object.fromEntries(done.map((name) => [name, ownMember(news, name)])),
    [hidden.uncertain]: uncertainNames(state).filter((name) => ![...done, ...due].includes(name)),
    ...(due.length > 0 && { [hidden.unrun]: due }),
    ...(Array.isArray(declared) && {
      [hidden.declared]: declared.filter(
        (name) => !done.includes(String(name)) || ownMember(news, String(name)) !== undefined,
      ),
    }),
  });
}

/** Arguments that an update has set on a finished job that has not run again yet. */
export function unrunAfter(
  { resource, operations }: Context,
  object: Listed,
  before: Listed,
  { changed, news }: Task,
  outputs: Props,
): string[] {
  const [was, is] = [operations.runOf?.(before, news), operations.runOf?.(object, news)];
  if (!is?.staysEnded || was?.id !== is.id) return [];
  return restarting(resource, changed).filter((name) => {
    const field = ownMember(resource.inputs, name)!;
    return sameValue(
      canonical(field, ownMember(outputs, name) ?? field.absent),
      canonical(field, ownMember(news, name) ?? field.absent),
    );
  });
}

async function digesting({ resource, changes }: Context, id: string, news: Props) {
  const seal = await changes.sealOf(id);
  return (name: string): string => {
    const field = ownMember(resource.inputs, name)!;
    return seal.digest(name, canonical(field, ownMember(news, name) ?? field.absent) ?? null);
  };
}

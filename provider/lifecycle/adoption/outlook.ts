import { withAllThatMeets } from "../../capacity/choices";
import { keyOf } from "../../state/state";
import type { Props } from "../../table/props";
import { createRequest } from "../applying/create-request";
import type { Context } from "../context";
import { type Adoption, foreseeTakeOver } from "./foresee-adoption";
import { leftBehind, leftOf, takesUp } from "./left-behind";

/** The outcome for a new resource if an earlier run left or began to create its object: that object, or the reason to make none. */
export async function outlookOf(context: Context, inputs: Props): Promise<Adoption | Error | undefined> {
  const { session, kind, operations, messages } = context;
  const key = keyOf(inputs);
  if (key === undefined || operations.idOf) return undefined;
  const request = () => createRequest(context, inputs);
  const begun = await session.bookkeeping.creates.outlook(kind, key, request);
  const left = begun && takesUp(context) ? undefined : await leftBehind(context, inputs, request);
  // A left object stops a create, whatever else was begun.
  const outlook = left && "refusal" in left ? left : (begun ?? left);
  if (!outlook) return undefined;
  if ("refusal" in outlook) return outlook.refusal;
  if ("object" in outlook)
    return foreseeTakeOver(context, await withAllThatMeets(session, context.resource, inputs), outlook);
  const since = new Date(outlook.open.startedAt).toISOString();
  await messages.warn(
    `${messages.called(inputs)}: an interrupted run began to create it at ${since}, and lists may not show it yet: ` +
      "`up` looks for it, and makes another only where there is none.",
    inputs,
  );
  return undefined;
}

/** The name that an earlier run generated for the object that this run takes up, if neither the program nor the state has one. */
export async function interruptedName(context: Context, olds: Props, news: Props): Promise<string | undefined> {
  const { session, kind } = context;
  const key = keyOf(news);
  if (key === undefined || news.name !== undefined || olds.name !== undefined) return undefined;
  const begun = await session.bookkeeping.creates.interruptedName(kind, key);
  if (begun !== undefined || !takesUp(context)) return begun;
  return (await leftOf(context, news))?.own[0]?.name;
}

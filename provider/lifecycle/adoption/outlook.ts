import type { Outlook } from "../../create/outlook";
import { keyOf } from "../../state/state";
import type { Props } from "../../table/props";
import { createRequest } from "../applying/create-request";
import type { Context } from "../context";
import { leftBehind } from "../left";

/** The outcome for a new resource if an earlier run left or began to create its object: that object, or a refusal. */
export async function outlookOf(context: Context, inputs: Props): Promise<Outlook | undefined> {
  const { session, kind, operations } = context;
  const key = keyOf(inputs);
  if (key === undefined || operations.idOf) return undefined;
  const begun = await session.books.creates.outlook(kind, key, () => createRequest(context, inputs));
  return begun ?? leftBehind(context, inputs);
}

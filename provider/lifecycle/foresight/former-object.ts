import { fateOf } from "../../plan/fate";
import { fateText } from "../../plan/in-words";
import { isAskedAbout } from "../../plan/let-go";
import { standing } from "../../plan/standing";
import type { StateEntry } from "../../ownership/states";
import { keyOf } from "../../state/state";
import { isEmpty, type Props } from "../../table/props";
import { goneReason } from "../../table/reasons";
import type { Context } from "../context";
import type { Predecessor } from "../missing/call-history";
import { listPrice } from "./cost";
import type { Checked } from "./refusals";
import type { Changed } from "./step";

/** The entry of a resource in readable states. */
export async function entryOf({ session, kind }: Context, inputs: Props): Promise<StateEntry | undefined> {
  const key = keyOf(inputs);
  return key === undefined ? undefined : session.bookkeeping.ownership.entryOf(kind, key);
}

/** Finds the object of a resource that the engine checks as if it were new, after no diff that asked for a replacement. */
export async function predecessorOf(checked: Omit<Checked, "predecessor">): Promise<Predecessor | undefined> {
  const { context, olds, inputs, object: adopted, replaced } = checked;
  const { resource, operations, lookup, history } = context;
  const isUnasked = isEmpty(olds) && (replaced !== undefined || history.isReplacedOnRequest(keyOf(inputs)));
  if (!isUnasked || operations.idOf || resource.isOnlyInState) return undefined;
  const { id, isRetained = false } = (await entryOf(context, inputs)) ?? {};
  if (id === undefined || id === adopted?.id) return undefined;
  if (replaced && replaced.inPlace.length > 0) return { id, isRetained, found: replaced.props };
  const read = lookup.read(id, inputs).then(({ object }) => (object ? context.outputs(object, inputs) : "gone"));
  return { id, isRetained, found: await read.catch(() => "unseen" as const) };
}

/** What a preview says of the object that a new one replaces. */
interface Former {
  readonly isGone?: true;
  /** The properties that determine its price, if the step ends that. */
  readonly before?: Props | undefined;
  /** It could not be read, so its price is unknown. */
  readonly isUnseen?: boolean;
  /** What becomes of it, unless the reasons for the step say so. */
  readonly fate?: string | undefined;
}

/** @param given a step that makes a new object. */
export async function formerOf(context: Context, { news, before, isGone, keeps: told }: Changed): Promise<Former> {
  const { history, kind } = context;
  if (isGone) return { isGone };
  const { found, isRetained, id } = (!before && history.predecessorOf(keyOf(news))) || {};
  if (found === "gone") return { isGone: true, fate: goneReason };
  if (found === "unseen") return { isUnseen: true };
  const had = before ?? found ?? history.replacedByOption(keyOf(news))?.props;
  const keeps = isRetained ? id : told;
  if (!had) return {};
  return keeps === undefined ? { before: standing(kind, had, had) } : { fate: await keptText(context, keeps, had) };
}

/** The fate of an object that the option `retainOnDelete` keeps, with its cost. */
async function keptText(context: Context, id: string, had: Props): Promise<string | undefined> {
  const { kind, messages } = context;
  const perHour = await listPrice(context, standing(kind, had, had) ?? {});
  const isAsked = isAskedAbout(kind, had.name) && { isAskedAbout: true as const };
  const effect = { kind, id, name: messages.called(had), ...fateOf({ isRetained: true }), ...isAsked };
  return fateText({ ...effect, price: [{ perHour }] });
}

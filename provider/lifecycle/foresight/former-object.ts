import { fateOf, isAskedAbout } from "../../effects/fate";
import { fateText } from "../../effects/in-words";
import { standing } from "../../effects/standing";
import { keyOf } from "../../state/state";
import type { Props } from "../../table/props";
import { goneReason } from "../../table/reasons";
import type { Context } from "../context";
import { listPrice } from "./cost";
import type { Changed } from "./step";

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
  const { predecessor, replacedByOption } = history.of(keyOf(news));
  const { found, isRetained, id } = (!before && predecessor) || {};
  if (found === "gone") return { isGone: true, fate: goneReason };
  if (found === "unseen") return { isUnseen: true };
  const had = before ?? found ?? replacedByOption?.props;
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

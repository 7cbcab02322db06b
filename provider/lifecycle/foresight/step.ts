import { ownMember } from "../../../values/own-member";
import { withChoices, withUnknownHardware } from "../../capacity/choices";
import type { Notify } from "../../host/notify";
import type { StepFacts } from "../../effects/effect";
import { runOf } from "../../effects/run";
import { asAsked, sides, updating } from "../../effects/standing";
import { idGiven } from "../../kinds";
import { isLossAllowed } from "../../table/data-loss";
import type { Props } from "../../table/props";
import type { ContainerRun } from "../../table/resource";
import { hasUnknown } from "../../table/unknown";
import type { Context } from "../context";
import { costOfChange, watchCost } from "./cost";
import { formerOf } from "./former-object";
import { type Obstacles, obstaclesTo } from "./obstacles";

/** An existing object that comes under management: its outputs, and what becomes of its container. */
export interface Gained {
  readonly id: string;
  readonly does: "adopt" | "take over";
  readonly state: Props;
  readonly container: ContainerRun;
}

/** A step of a preview, as determined by the verbs. */
export interface Changed {
  /** Checked inputs. */
  readonly news: Props;
  /** Outputs; omitted for a create. */
  readonly before?: Props;
  /** Arguments that an update sends, or that differ from those of the replaced object. */
  readonly names?: readonly string[];
  /** Only `up` can tell whether the object is replaced. */
  readonly mayStay?: boolean;
  /** What an update in place does to the container, if the object was looked at for it. */
  readonly container?: ContainerRun;
  /** The existing object that comes under management. */
  readonly gains?: Gained;
  /** The resource's object is gone. */
  readonly isGone?: true;
  /** The id of the replaced object, if the option `retainOnDelete` keeps it. */
  readonly keeps?: string | undefined;
}

/** The effects and warnings of one step in a preview. */
export interface StepMessages extends Obstacles {
  /** The step as data, for displays. */
  readonly facts: StepFacts;
  /** What becomes of the object that the new one replaces, unless the reasons say so. */
  readonly fate?: string | undefined;
  readonly cost?: string | undefined;
  /** The choice for each need. */
  readonly choices?: readonly string[];
}

/** The cost of a step, and what stands in its way, which `up` leaves to the platform. @param isCreate for a new object. */
export async function messagesOfStep(context: Context, given: Changed, isCreate: boolean): Promise<StepMessages> {
  const { session, resource, kind } = context;
  const isMade = isCreate && !given.gains;
  const { isGone, isUnseen, before: had, fate } = isMade ? await formerOf(context, given) : {};
  const isChosen = isMade || given.names?.some((name) => ownMember(resource.inputs, name)?.need);
  const chosen = isChosen
    ? await withChoices(session, resource, given.news, context.operations.hardware).catch(() =>
        withUnknownHardware(resource, given.news),
      )
    : undefined;
  const change = { ...given, ...(chosen && { news: chosen.inputs }), ...(isGone && { isGone }) };
  const { news, before, names = [] } = change;
  const facts = factsOf(context, change, isMade);
  const kept = isMade || !before ? undefined : context.operations.keptAdvice?.(before, news);
  const toldOfKept = kept === undefined ? [] : [`${context.messages.called(news)}: ${kept}`];
  if (!isMade && before && names.length === 0) return { facts, warnings: toldOfKept };
  const priced = had ? { ...facts, ...sides(had, facts.after) } : facts;
  const cost = isUnseen ? undefined : await costOfChange(kind, priced, session);
  if (resource.isOnlyInState) return { facts, cost, warnings: toldOfKept };
  const { warnings, refusal } = await obstaclesTo(context, news, isMade ? undefined : names, chosen);
  return { facts, fate, cost, choices: chosen?.told ?? [], warnings: [...toldOfKept, ...warnings], refusal };
}

/** The effect of the step on the resource's final object. */
function factsOf(
  { kind, resource }: Context,
  { news, before, names = [], mayStay, container, gains, isGone }: Changed,
  isMade: boolean,
): StepFacts {
  if (gains) {
    const { id, does, state } = gains;
    const { before: was, after } = updating(kind, { state, news }, gains.container);
    return { id, does, ...sides(was, after), ...(isGone && { isGone }) };
  }
  if (isMade && hasUnknown(news.adopt)) return { does: "adopt", ...sides(asAsked(kind, news), asAsked(kind, news)) };
  if (isMade || !before) {
    const id = idGiven(kind, news);
    const price = { ...sides(undefined, asAsked(kind, news)), ...(mayStay && { isPossible: true as const }) };
    const keepsData = before !== undefined && !isLossAllowed(resource, news) ? { keepsData: true as const } : {};
    return { does: "make", ...(id !== undefined && { id }), ...price, ...(isGone && { isGone }), ...keepsData };
  }
  const update = { state: before, news, changed: new Set(names) };
  return updating(kind, update, container ?? runOf(resource, update, "unseen"));
}

/** Prints the messages of a step beside its resource, after the reasons for it. @returns what refuses it. */
export async function sayStep(
  notify: Notify,
  urn: string,
  { facts, fate, cost, choices = [], warnings, refusal }: StepMessages,
  reasons: readonly string[] = [],
): Promise<StepMessages["refusal"]> {
  await notify.facts?.(facts, urn);
  for (const each of [...reasons, fate, ...choices, cost]) if (each !== undefined) await notify.info(each, urn);
  for (const warning of warnings) await notify.warn(warning, urn);
  return refusal;
}

/** Does so once for each resource, because the engine checks a replacement again as if it were new. */
export const tellOfStep = (context: Context, change: Changed, isCreate: boolean): Promise<StepMessages["refusal"]> =>
  context.messages.onceInPreview(change.news, async (urn) =>
    sayStep(context.session.notify, urn, await messagesOfStep(context, change, isCreate)),
  );

/** Does the same for an object that is in the state, and counts its cost if it stays. @throws what refuses the step. */
export async function tellOfChange(context: Context, change: Changed, isCreate: boolean): Promise<void> {
  if (!isCreate) await watchCost(context, change.news, change.before);
  const refusal = await tellOfStep(context, change, isCreate);
  if (refusal) throw refusal;
}

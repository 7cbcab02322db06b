import { ownMember } from "../../../values/own-member";
import { withChoices, withUnknownHardware } from "../../capacity/needs";
import { fatalSlips, type Slip, slipSentence } from "../../capacity/catalog-names";
import { nothingToChange, NotInCatalogError } from "../../capacity/errors";
import { keyOf } from "../../state/state";
import { allAsWritten } from "../../table/alternatives";
import type { Props } from "../../table/props";
import { hasUnknown } from "../../table/unknown";
import type { Context } from "../context";
import type { StepFacts } from "../../plan/effect";
import { asAsked, sides, standing, updating } from "../../plan/standing";
import { costOfChange } from "./cost";
import { isKnownOutOfReach, outOfReach } from "./reach";
import { problemsOf } from "./problems";
import { spelledIn } from "./references";

/** An existing object that comes under management: its outputs, and the arguments that an update changes. */
export interface Gained {
  readonly id: string;
  readonly does: "adopt" | "take over";
  readonly state: Props;
  readonly names: readonly string[];
}

/** A step of a preview, as determined by the verbs. */
export interface Changed {
  /** Checked inputs. */
  readonly news: Props;
  /** Outputs; omitted for a create. */
  readonly before?: Props;
  /** Arguments that differ. */
  readonly names?: readonly string[];
  /** The existing object that comes under management. */
  readonly gains?: Gained;
  /** The resource's object is gone. */
  readonly isGone?: true;
}

/** The effects and warnings of one step in a preview. */
export interface StepMessages {
  /** The step as data, for displays. */
  readonly facts: StepFacts;
  readonly cost?: string | undefined;
  /** The choice for each need. */
  readonly choices?: readonly string[];
  readonly warnings: readonly string[];
  /** The catalog does not have what the step needs, so the preview fails. */
  readonly refusal?: NotInCatalogError | undefined;
}

/**
 * The cost of a step, and the reasons known so far why the platform would refuse it. `up` does not ask for these, because
 * there the platform's own answer counts.
 *
 * @param isCreate the step gives the resource a new object; otherwise it changes the existing one.
 */
export async function messagesOfStep(context: Context, given: Changed, isCreate: boolean): Promise<StepMessages> {
  const { session, resource, kind, history } = context;
  const isMade = isCreate && !given.gains;
  const isChosen = isMade || given.names?.some((name) => ownMember(resource.inputs, name)?.need);
  const chosen = isChosen
    ? await withChoices(session, resource, given.news, context.operations.hardware).catch(() =>
        withUnknownHardware(resource, given.news),
      )
    : undefined;
  const change = chosen ? { ...given, news: chosen.inputs } : given;
  const { news, before, names = [] } = change;
  const facts = factsOf(context, change, isMade);
  const about = (warning: string) => `${context.messages.called(news)}: ${warning}`;
  const kept = isMade || !before ? undefined : context.operations.keptAdvice?.(before, news);
  const toldOfKept = kept === undefined ? [] : [about(kept)];
  if (!isMade && before && names.length === 0) return { facts, warnings: toldOfKept };
  // A replacement due to an option arrives as a create of a resource that is in the state.
  const had = isMade ? (before ?? history.replacedByOption(keyOf(news))?.props) : undefined;
  // If the engine replaces a resource without a diff, the cost of the old object is unknown here, so no cost is shown.
  const isAsBefore = !before && (await session.bookkeeping.ownership.idsInFolder(kind, keyOf(news))).length > 0;
  const priced = had ? { ...facts, ...sides(standing(kind, had, had), facts.after) } : facts;
  const cost = isAsBefore ? undefined : await costOfChange(kind, priced, session);
  if (resource.isOnlyInState) return { facts, cost, warnings: toldOfKept };
  const unreached = await outOfReach(session, resource);
  if (unreached !== undefined) return { facts, cost, warnings: [unreached] };
  if (isKnownOutOfReach(session)) return { facts, cost, warnings: [] };
  const called = context.messages.called(news);
  const none = { slips: [], others: [] };
  const { slips, others } = chosen?.isEmpty ? none : await problemsOf(context, news, isMade ? undefined : names);
  const fatal = fatalSlips(resource, allAsWritten(news), slips);
  const spelled = (some: readonly Slip[]) => spelledIn(context, news, some);
  const refusal =
    fatal.length > 0 ? new NotInCatalogError(called, spelled(fatal), nothingToChange, undefined) : undefined;
  const slipped = spelled(slips.filter((slip) => !fatal.includes(slip))).map(slipSentence);
  const ofHardware = (chosen?.nothing ?? []).map((why) => `${why}. \`up\` looks again, and fails if that is still so.`);
  const warnings = [...toldOfKept, ...[...ofHardware, ...slipped, ...others].map(about)];
  return { facts, cost, choices: chosen?.told ?? [], warnings, refusal };
}

/** The effect of the step on the resource's final object. */
function factsOf(
  { kind, operations, session }: Context,
  { news, before, names = [], gains, isGone }: Changed,
  isMade: boolean,
): StepFacts {
  if (gains) {
    const { id, does, state, names: changed } = gains;
    return { ...updating(kind, { state, news, changed }), does, id };
  }
  if (isMade && hasUnknown(news.adopt)) return { does: "adopt", ...sides(asAsked(kind, news), asAsked(kind, news)) };
  if (isMade || !before) {
    const { idFrom } = operations;
    const isKnown = idFrom !== undefined && !hasUnknown(ownMember(news, idFrom));
    const id = isKnown ? operations.idOf?.(news, session.randomBytes) : undefined;
    const price = sides(undefined, asAsked(kind, news));
    return { does: "make", ...(id !== undefined && { id }), ...price, ...(isGone && { isGone }) };
  }
  return updating(kind, { state: before, news, changed: names });
}

/** Prints it beside the step, and returns what refuses it, once for each resource, because the engine checks a replacement again as if it were new. */
export const tellOfStep = (
  context: Context,
  change: Changed,
  isCreate: boolean,
): Promise<NotInCatalogError | undefined> =>
  context.messages.onceInPreview(change.news, async (urn) => {
    const { facts, cost, choices = [], warnings, refusal } = await messagesOfStep(context, change, isCreate);
    const { notify } = context.session;
    await notify.facts?.(facts, urn);
    for (const choice of choices) await notify.info(choice, urn);
    if (cost !== undefined) await notify.info(cost, urn);
    for (const warning of warnings) await notify.warn(warning, urn);
    return refusal;
  });

/** Does the same for an object that is in the state. @throws what refuses the step. */
export async function tellOfChange(context: Context, change: Changed, isCreate: boolean): Promise<void> {
  const refusal = await tellOfStep(context, change, isCreate);
  if (refusal) throw refusal;
}

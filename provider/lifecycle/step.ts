import { stockWarning } from "../capacity/stock";
import { slipSentence } from "../capacity/catalog-names";
import { keyOf } from "../state/state";
import { alternativesOf } from "../table/alternatives";
import { pick, type Props, sameValue } from "../table/props";
import { hasUnknown } from "../table/unknown";
import type { Context } from "./context";
import { type Changed, costOfChange } from "./cost";
import { isKnownOutOfReach, outOfReach } from "./reach";
import { slipsOf, templateProblem, volumesElsewhere } from "./references";

/** What a preview says of one step, besides why it is there. */
export interface Told {
  readonly cost?: string | undefined;
  readonly warnings: readonly string[];
}

/**
 * What a step costs, and why the platform would refuse it as far as anybody can know. An `up` asks nothing of this: there the platform's own
 * answer counts.
 *
 * @param isMade the step makes an object, anew or in place of another; else it changes one.
 */
export async function tellingOf(context: Context, change: Changed, isMade: boolean): Promise<Told> {
  const { session, resource, kind, history } = context;
  const { news, before, names = [] } = change;
  if (!isMade && before && names.length === 0) return { warnings: [] };
  // No cost is told of what the engine replaces without asking for a diff: what the object before it costs is not known here.
  const isAsBefore = !before && history.hasEarlier(keyOf(news));
  const cost = isAsBefore ? undefined : await costOfChange(kind, replacing(context, change), session);
  if (resource.isOnlyInState) return { cost, warnings: [] };
  const unreached = await outOfReach(session, resource);
  if (unreached !== undefined) return { cost, warnings: [unreached] };
  if (isKnownOutOfReach(session)) return { cost, warnings: [] };
  const warnings = await foreseen(context, news, isMade ? undefined : names);
  return { cost, warnings: warnings.map((each) => `${context.messages.called(news)}: ${each}`) };
}

/** A replacement that an option of the program asks for comes as a create, of a resource that the state has. */
function replacing({ history }: Context, change: Changed): Changed {
  const had = change.before ? undefined : history.replacedByOption(keyOf(change.news))?.props;
  return had ? { news: change.news, before: had, names: differing(had, change.news) } : change;
}

const differing = (had: Props, news: Props): string[] =>
  Object.keys({ ...had, ...news }).filter((name) => !sameValue(had[name], news[name]));

/** What can't be looked up is no reason to fail a preview. */
async function foreseen(context: Context, news: Props, names: readonly string[] | undefined): Promise<string[]> {
  const has = (...some: string[]) => names === undefined || some.some((name) => names.includes(name));
  // Its answer shows most of the ids that are looked for next.
  const scarce = names === undefined ? await orNone(() => scarcity(context, news)) : undefined;
  const slips = await orNone(() => slipsOf(context, news, names));
  const problem = has("templateId") ? await orNone(() => templateProblem(context, news)) : undefined;
  const isPlaced = has("dataCenterIds", "mounts", "networkVolumes");
  const apart = isPlaced ? await orNone(() => volumesElsewhere(context, news)) : undefined;
  const isRight = slips?.length === 0 && apart === undefined;
  const advise = async () => context.operations.advice?.(context.session, news);
  const advised = names === undefined ? await orNone(advise) : undefined;
  const others = [problem, apart, isRight ? scarce : undefined, advised];
  return [...(slips ?? []).map(slipSentence), ...others.filter((each) => each !== undefined)];
}

const orNone = <R>(look: () => Promise<R>): Promise<R | undefined> => look().catch(() => undefined);

/** Arguments that say where there has to be stock of what. */
const placing = ["gpu", "cpu", "compute", "cloud", "dataCenterIds", "globalNetworking"];

/** The alternatives have no stock where the program allows them. */ // K-21
async function scarcity({ resource, operations, session }: Context, news: Props): Promise<string | undefined> {
  const { hardware } = operations;
  const asked = pick(news, placing);
  if (!hardware || hasUnknown(asked) || news.adopt !== undefined) return undefined;
  const judged = await Promise.all(
    alternativesOf(resource, asked).map(async (form) => ({
      label: hardware.label(form),
      stock: await hardware.stock(session, form),
    })),
  );
  return stockWarning(judged, news.waitForCapacity !== undefined);
}

/** Tells it beside the step, once for each resource: the engine checks a replacement a second time, as if it were new. */
export const tellOfStep = (context: Context, change: Changed, isMade: boolean): Promise<void> =>
  context.messages.onceInPreview(change.news, async (urn) => {
    const { cost, warnings } = await tellingOf(context, change, isMade);
    const { notify } = context.session;
    if (cost !== undefined) await notify.info(cost, urn);
    for (const warning of warnings) await notify.warn(warning, urn);
  });

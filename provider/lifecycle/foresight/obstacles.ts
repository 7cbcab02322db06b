import { fatalSlips, type Slip, slipsIn, slipSentence } from "../../capacity/catalog-names";
import { nothingToChange, NotInCatalogError } from "../../capacity/errors";
import type { Chosen } from "../../capacity/choices";
import { stockFor } from "../../capacity/choose";
import { stockWarning } from "../../capacity/stock";
import { allAsWritten, alternativesOf } from "../../table/alternatives";
import { pick, type Props } from "../../table/props";
import { hasUnknown } from "../../table/unknown";
import type { Context } from "../context";
import { outOfReach } from "./reach";
import { spelledIn, templateProblem, unknownReferences, volumesElsewhere } from "./references";

/** The reasons known so far why the platform would refuse a step. */
export interface Obstacles {
  readonly warnings: readonly string[];
  /** The catalog does not have what the step needs, so the preview fails. */
  readonly refusal?: NotInCatalogError | undefined;
}

/**
 * @param changed the arguments that an update changes; undefined for a new object.
 * @param chosen the answer to the needs among the arguments, if they were looked up.
 */
export async function obstaclesTo(
  context: Context,
  news: Props,
  changed: readonly string[] | undefined,
  chosen: Chosen | undefined,
): Promise<Obstacles> {
  const { session, resource, messages } = context;
  const unreached = await outOfReach(session, resource);
  if (unreached) return { warnings: unreached };
  const called = messages.called(news);
  const nothing = chosen?.nothing ?? [];
  const { slips, others } = nothing.length > 0 ? { slips: [], others: [] } : await problemsOf(context, news, changed);
  const fatal = fatalSlips(resource, allAsWritten(news), slips);
  const spelled = (some: readonly Slip[]) => spelledIn(context, news, some);
  const refusal =
    fatal.length > 0 ? new NotInCatalogError(called, spelled(fatal), nothingToChange, undefined) : undefined;
  const slipped = spelled(slips.filter((slip) => !fatal.includes(slip))).map(slipSentence);
  const ofHardware = nothing.map((why) => `${why}. \`up\` looks again, and fails if that is still so.`);
  return { warnings: [...ofHardware, ...slipped, ...others].map((warning) => `${called}: ${warning}`), refusal };
}

/** What the step names that is not there, or does not fit. A failed look-up is no reason to fail a preview. */
async function problemsOf(
  context: Context,
  news: Props,
  names: readonly string[] | undefined,
): Promise<{ readonly slips: readonly Slip[]; readonly others: readonly string[] }> {
  const has = (...some: string[]) => names === undefined || some.some((name) => names.includes(name));
  // Its answer contains most of the ids that are looked up next.
  const scarce = names === undefined ? await orNone(() => scarcity(context, news)) : undefined;
  const { resource, session } = context;
  const slips = await orNone(() => slipsIn(resource, allAsWritten(news), session.catalog, names));
  const problem = has("templateId") ? await orNone(() => templateProblem(context, news)) : undefined;
  const absent = (await orNone(() => unknownReferences(context, news, names))) ?? [];
  const isPlaced = has("dataCenterIds", "mounts", "networkVolumes");
  const apart = isPlaced ? await orNone(() => volumesElsewhere(context, news)) : undefined;
  const isRight = slips?.length === 0 && apart === undefined;
  const advise = async () => context.operations.advice?.(context.session, news);
  const advised = names === undefined ? await orNone(advise) : undefined;
  const others = [problem, apart, isRight ? scarce : undefined, advised];
  return { slips: slips ?? [], others: [...absent, ...others.filter((each) => each !== undefined)] };
}

const orNone = <R>(look: () => Promise<R>): Promise<R | undefined> => look().catch(() => undefined);

/** Arguments that determine which hardware must be in stock where. */
const placing = ["gpu", "cpu", "compute", "cloud", "dataCenterIds", "globalNetworking"];

/** Warns if no alternative is in stock where the program allows it. */ // K-21
async function scarcity({ resource, operations, session }: Context, news: Props): Promise<string | undefined> {
  const { hardware } = operations;
  const asked = pick(news, placing);
  if (!hardware || hasUnknown(asked) || news.adopt !== undefined) return undefined;
  const judged = await Promise.all(
    alternativesOf(resource, asked).map(async (form) => ({
      label: hardware.label(form),
      stock: await stockFor(session, hardware, form),
    })),
  );
  return stockWarning(judged, news.waitForCapacity !== undefined);
}

import { stockFor } from "../../capacity/choose";
import { type Slip, slipsIn } from "../../capacity/catalog-names";
import { stockWarning } from "../../capacity/stock";
import { allAsWritten, alternativesOf } from "../../table/alternatives";
import { pick, type Props } from "../../table/props";
import { hasUnknown } from "../../table/unknown";
import type { Context } from "../context";
import { templateProblem, unknownReferences, volumesElsewhere } from "./references";

/** What the step names that is not there, or does not fit. A failed look-up is no reason to fail a preview. */
export async function problemsOf(
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

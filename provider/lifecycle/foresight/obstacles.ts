import { fatalSlips, type Slip, slipSentence } from "../../capacity/catalog-names";
import { nothingToChange, NotInCatalogError } from "../../capacity/errors";
import type { withChoices } from "../../capacity/choices";
import { allAsWritten } from "../../table/alternatives";
import type { Props } from "../../table/props";
import type { Context } from "../context";
import { problemsOf } from "./problems";
import { isKnownOutOfReach, outOfReach } from "./reach";
import { spelledIn } from "./references";

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
  chosen: Awaited<ReturnType<typeof withChoices>> | undefined,
): Promise<Obstacles> {
  const { session, resource, messages } = context;
  const unreached = await outOfReach(session, resource);
  if (unreached !== undefined) return { warnings: [unreached] };
  if (isKnownOutOfReach(session)) return { warnings: [] };
  const called = messages.called(news);
  const { slips, others } = chosen?.isEmpty ? { slips: [], others: [] } : await problemsOf(context, news, changed);
  const fatal = fatalSlips(resource, allAsWritten(news), slips);
  const spelled = (some: readonly Slip[]) => spelledIn(context, news, some);
  const refusal =
    fatal.length > 0 ? new NotInCatalogError(called, spelled(fatal), nothingToChange, undefined) : undefined;
  const slipped = spelled(slips.filter((slip) => !fatal.includes(slip))).map(slipSentence);
  const ofHardware = (chosen?.nothing ?? []).map((why) => `${why}. \`up\` looks again, and fails if that is still so.`);
  return { warnings: [...ofHardware, ...slipped, ...others].map((warning) => `${called}: ${warning}`), refusal };
}

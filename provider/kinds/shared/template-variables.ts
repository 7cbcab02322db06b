import { NotFoundError } from "../../../client";
import { pick, type Props } from "../../table/props";
import { appliesTemplate, type Wanted } from "../../table/requests";
import type { Resource } from "../../table/resource";
import type { Reading } from "../operations";
import { type Env, environment, foreignValue } from "./environment";

/** An update of an object that may have come from a template. */
interface Update extends Wanted {
  readonly olds: Props;
}

/**
 * The template's values of variables that the program no longer sets: the two maps are merged, so that a new object would
 * have them (P-33, E-33). Empty where the update applies the template, which brings them by itself (P-35, E-34).
 */
export async function broughtBack({ client }: Reading, resource: Resource, update: Update): Promise<Env> {
  const { olds, news, changed } = update;
  const { templateId } = news;
  if (typeof templateId !== "string" || !changed.has("env") || appliesTemplate(resource, update)) return {};
  const [before, now] = [environment(olds), environment(news)];
  const gone = Object.keys(before).filter((name) => before[name] !== foreignValue && !Object.hasOwn(now, name));
  if (gone.length === 0) return {};
  try {
    const { env } = await client.templates.get(templateId);
    return pick(env, gone) as Env;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return {};
  }
}

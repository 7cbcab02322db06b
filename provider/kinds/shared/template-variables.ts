import { ownMember } from "../../../values/own-member";
import { unlessAbsent } from "../../../client";
import { hidden } from "../../state/state";
import { pick, type Props, strings } from "../../table/props";
import { appliesTemplate, type Wanted } from "../../table/requests";
import type { Resource } from "../../table/resource";
import type { Reading } from "../operations";
import { type Env, environment, foreignValue } from "./environment";

/** An update of an object that may have come from a template. */
interface Update extends Wanted {
  readonly olds: Props;
}

/** Names of variables that the program no longer sets, if it names a template. */
function leftToTemplate({ olds, news, changed }: Update): string[] {
  if (news.templateId === undefined || !changed.has("env")) return [];
  const [before, now] = [environment(olds), environment(news)];
  return Object.keys(before).filter((name) => ownMember(before, name) !== foreignValue && !Object.hasOwn(now, name));
}

/** The variables that are the template's or the platform's after an update (`hidden.inheritedEnv`). */
export function inheritedAfter(update: Update): unknown {
  const { [hidden.inheritedEnv]: before } = update.olds;
  const brought = leftToTemplate(update);
  return brought.length === 0 ? before : [...new Set([...strings(before), ...brought])];
}

/**
 * The template's values of variables that the program no longer sets: the two maps are merged, so that a new object would
 * have them (P-33, E-33). Empty if the update applies the template, which sets them by itself (P-35, E-34).
 */
export async function broughtBack({ client }: Reading, resource: Resource, update: Update): Promise<Env> {
  const { templateId } = update.news;
  const gone = leftToTemplate(update);
  if (typeof templateId !== "string" || gone.length === 0 || appliesTemplate(resource, update)) return {};
  const template = await unlessAbsent(client.templates.get(templateId));
  return template ? (pick(template.env, gone) as Env) : {};
}

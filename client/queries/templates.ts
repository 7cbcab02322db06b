import { templateSources } from "../../api/words";
import type { Template } from "../../api/templates";
import type { Client } from "../client";
import type { Ask } from "./questions";

export interface GetTemplatesArgs {
  /** `own` for those of the account, else a slice of the public catalog, at most 100. Default: all of them. */ // T-1, K-7
  readonly source?: Source | undefined;
}

const sources = ["own", ...templateSources] as const;
type Source = (typeof sources)[number];

/** Templates, each once. `serverless` ones are not for pods. */
export async function templates(once: Ask, { source }: GetTemplatesArgs): Promise<Template[]> {
  const slices = await Promise.all((source ? [source] : sources).map((each) => slice(once, each)));
  const found = slices.flat();
  return [...new Map(found.map((template) => [template.id, template] as const)).values()];
}

const slice = (once: Ask, source: Source): Promise<Template[]> =>
  once(`templates ${source}`, (client) =>
    source === "own" ? ownTemplates(client) : client.catalog.templates({ source }),
  );

async function ownTemplates(client: Client): Promise<Template[]> {
  const found: Template[] = [];
  for await (const template of client.templates.listAll()) found.push(template);
  return found;
}

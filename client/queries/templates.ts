import type { Template } from "../../api/templates";
import type { Client } from "../client";
import type { Ask } from "./questions";

export interface GetTemplatesArgs {
  /** `own` (default) for those of the account (T-1), else a slice of the public catalog, at most 100 (K-7). */
  readonly source?: "own" | "official" | "verified" | "community" | undefined;
}

/** Templates. `serverless` ones are not for pods. */
export const templates = (once: Ask, { source = "own" }: GetTemplatesArgs): Promise<Template[]> =>
  once(`templates ${source}`, (client) =>
    source === "own" ? ownTemplates(client) : client.catalog.templates({ source }),
  );

async function ownTemplates(client: Client): Promise<Template[]> {
  const found: Template[] = [];
  for await (const template of client.templates.listAll()) found.push(template);
  return found;
}

import * as pulumi from "@pulumi/pulumi";
import type { Template as ApiTemplate } from "../../api/templates";
import type { Client } from "../../client";
import { once } from "./connection";
import { concealed, type Concealed, type Inputs } from "./shape";

/** A template as the platform reports it (T-6); what may hold tokens is there as secrets. */
export type TemplateResult = Concealed<ApiTemplate>;

export interface GetTemplatesArgs {
  /** `own` (default) for those of the account (T-1), else a slice of the public catalog, at most 100 (K-7). */
  readonly source?: "own" | "official" | "verified" | "community";
}

/** Templates. One call for each source, shared within a run. `serverless` ones are not for pods. */
export const getTemplates = ({ source = "own" }: GetTemplatesArgs = {}): Promise<TemplateResult[]> =>
  once(`templates ${source}`, async (client) => {
    const found = source === "own" ? await ownTemplates(client) : await client.catalog.templates({ source });
    return found.map(concealed);
  });

export const getTemplatesOutput = (args: Inputs<GetTemplatesArgs> = {}): pulumi.Output<TemplateResult[]> =>
  pulumi.output(args).apply((plain) => getTemplates(plain));

async function ownTemplates(client: Client): Promise<ApiTemplate[]> {
  const found: ApiTemplate[] = [];
  for await (const template of client.templates.listAll()) found.push(template);
  return found;
}

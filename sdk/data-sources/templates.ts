import * as pulumi from "@pulumi/pulumi";
import type { Template as ApiTemplate } from "../../api/templates";
import { connection } from "./connection";
import { once } from "./once";
import { type Inputs, type WithoutEnv, withoutEnv } from "./shape";

/** A template as the platform reports it (T-6), but for the values of its environment. */
export type TemplateResult = WithoutEnv<ApiTemplate>;

export interface GetTemplatesArgs {
  /** `own` (default) for those of the account (T-1), else a slice of the public catalog, at most 100 (K-7). */
  readonly source?: "own" | "official" | "verified" | "community";
}

/** Templates. One call for each source, shared within a run. `serverless` ones are not for pods. */
export async function getTemplates({ source = "own" }: GetTemplatesArgs = {}): Promise<TemplateResult[]> {
  const found = await once(`templates ${source}`, () =>
    source === "own" ? ownTemplates() : connection().catalog.templates({ source }),
  );
  return found.map(withoutEnv);
}

export const getTemplatesOutput = (args: Inputs<GetTemplatesArgs> = {}): pulumi.Output<TemplateResult[]> =>
  pulumi.output(args).apply((plain) => getTemplates(plain));

async function ownTemplates(): Promise<ApiTemplate[]> {
  const found: ApiTemplate[] = [];
  for await (const template of connection().templates.listAll()) found.push(template);
  return found;
}

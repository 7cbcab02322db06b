import * as pulumi from "@pulumi/pulumi";
import type { Template as ApiTemplate } from "../../api/templates";
import { type GetTemplatesArgs, templates } from "../../client/queries/objects";
import { asking } from "./asking";
import { once } from "./connection";
import { concealed, type Concealed, type Inputs } from "./shape";

/** A template as the platform reports it; what may hold tokens is there as secrets. */
export type TemplateResult = Concealed<ApiTemplate>;

export type { GetTemplatesArgs };

/** What {@link getTemplates} answers, as in every language. */
export interface GetTemplatesResult {
  readonly templates: TemplateResult[];
}

/** As {@link getTemplatesOutput}, for a program that awaits the answer. */
export const getTemplates = async (args: GetTemplatesArgs = {}): Promise<GetTemplatesResult> => ({
  templates: (await templates(once, args)).map(concealed),
});

/**
 * Templates. One call for each source, shared within a run. `serverless` ones are not for pods.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const templates = compute.getTemplatesOutput().templates;
 * export const names = templates.apply((all) => all.map(({ name }) => name));
 * ```
 */
export const getTemplatesOutput = (args: Inputs<GetTemplatesArgs> = {}): pulumi.Output<GetTemplatesResult> =>
  asking(args, getTemplates);

import * as pulumi from "@pulumi/pulumi";
import type { Pod as ApiPod } from "../../api/pods";
import { lookUp, type LookupArgs } from "./lookup";
import { once } from "./connection";
import { concealed, type Concealed, type Inputs } from "./shape";

/** A pod as the platform reports it (P-30); what may hold tokens is there as secrets. */
export type PodResult = Concealed<ApiPod>;

export interface GetPodsArgs {
  /** Also members of clusters. Default false (P-2). */
  readonly includeClusterPods?: boolean;
}

/** Every pod of the account, newest first: one call for each 1,000, shared within a run. */
export const getPods = ({ includeClusterPods = false }: GetPodsArgs = {}): Promise<PodResult[]> =>
  allPods(includeClusterPods);

export const getPodsOutput = (args: Inputs<GetPodsArgs> = {}): pulumi.Output<PodResult[]> =>
  pulumi.output(args).apply((plain) => getPods(plain));

/**
 * One pod, by id or by name; also a member of a cluster by its id.
 *
 * @throws LookupError when the name fits none or several, or not exactly one of `id` and `name` is given.
 * @throws NotFoundError when there is no pod of that id.
 */
export const getPod = (args: LookupArgs): Promise<PodResult> =>
  lookUp(
    "pod",
    args,
    () => allPods(false),
    (id) => once(`pod ${id}`, async (client) => concealed(await client.pods.get(id))),
  );

export const getPodOutput = (args: Inputs<LookupArgs>): pulumi.Output<PodResult> =>
  pulumi.output(args).apply((plain) => getPod(plain));

/** The environment of a pod, as a secret: variables of the platform's making included, such as `JUPYTER_PASSWORD`. */
export const getPodEnvOutput = (args: Inputs<LookupArgs>): pulumi.Output<Record<string, string>> =>
  getPodOutput(args).env;

const allPods = (includeClusterPods: boolean): Promise<PodResult[]> =>
  once(`pods ${includeClusterPods}`, async (client) => {
    const found: PodResult[] = [];
    for await (const pod of client.pods.listAll({ includeClusterPods })) found.push(concealed(pod));
    return found;
  });

import * as pulumi from "@pulumi/pulumi";
import type { Pod as ApiPod } from "../../api/pods";
import { connection } from "./connection";
import { lookUp, type LookupArgs } from "./lookup";
import { once } from "./once";
import { type Inputs, type WithoutEnv, withoutEnv } from "./shape";

/** A pod as the platform reports it (P-30), but for the values of its environment. */
export type PodResult = WithoutEnv<ApiPod>;

export interface GetPodsArgs {
  /** Also members of clusters. Default false (P-2). */
  readonly includeClusterPods?: boolean;
}

/** Every pod of the account, newest first: one call for each 1,000, shared within a run. */
export async function getPods({ includeClusterPods = false }: GetPodsArgs = {}): Promise<PodResult[]> {
  return (await allPods(includeClusterPods)).map(withoutEnv);
}

export const getPodsOutput = (args: Inputs<GetPodsArgs> = {}): pulumi.Output<PodResult[]> =>
  pulumi.output(args).apply((plain) => getPods(plain));

/**
 * One pod, by id or by name; also a member of a cluster by its id.
 *
 * @throws LookupError when the name fits none or several, or not exactly one of `id` and `name` is given.
 * @throws NotFoundError when there is no pod of that id.
 */
export async function getPod(args: LookupArgs): Promise<PodResult> {
  return withoutEnv(await findPod(args));
}

export const getPodOutput = (args: Inputs<LookupArgs>): pulumi.Output<PodResult> =>
  pulumi.output(args).apply((plain) => getPod(plain));

/** The environment of a pod, as a secret: variables of the platform's making included, such as `JUPYTER_PASSWORD`. */
export const getPodEnvOutput = (args: Inputs<LookupArgs>): pulumi.Output<Record<string, string>> =>
  pulumi.secret(pulumi.output(args).apply(async (plain) => (await findPod(plain)).env));

const findPod = (args: LookupArgs): Promise<ApiPod> =>
  lookUp(
    "pod",
    args,
    () => allPods(false),
    (id) => once(`pod ${id}`, () => connection().pods.get(id)),
  );

const allPods = (includeClusterPods: boolean): Promise<ApiPod[]> =>
  once(`pods ${includeClusterPods}`, async () => {
    const found: ApiPod[] = [];
    for await (const pod of connection().pods.listAll({ includeClusterPods })) found.push(pod);
    return found;
  });

import * as pulumi from "@pulumi/pulumi";
import type { LookupArgs } from "../../client/queries/lookup";
import { type FoundPod, type GetPodsArgs, pod, pods } from "../../client/queries/objects";
import { asking } from "./asking";
import { once } from "./connection";
import { concealed, type Concealed, type Inputs } from "./shape";

/** A pod as the platform reports it; what may hold tokens is there as secrets. */
export type PodResult = Concealed<FoundPod>;

export type { GetPodsArgs };

/** What {@link getPods} answers, as in every language. */
export interface GetPodsResult {
  readonly pods: PodResult[];
}

/** As {@link getPodsOutput}, for a program that awaits the answer. */
export const getPods = async (args: GetPodsArgs = {}): Promise<GetPodsResult> => ({
  pods: (await pods(once, args)).map(concealed),
});

/**
 * Every pod of the account, newest first: one call for each 1,000, shared within a run.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const pods = compute.getPodsOutput().pods;
 * export const names = pods.apply((all) => all.map(({ name }) => name));
 * ```
 */
export const getPodsOutput = (args: Inputs<GetPodsArgs> = {}): pulumi.Output<GetPodsResult> => asking(args, getPods);

/** As {@link getPodOutput}, for a program that awaits the answer. */
export const getPod = async (args: LookupArgs): Promise<PodResult> => concealed(await pod(once, args));

/**
 * One pod, by id or by name; also a member of a cluster by its id.
 *
 * @throws LookupError when the name fits none or several, or not exactly one of `id` and `name` is given.
 * @throws NotFoundError when there is no pod of that id.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const pod = compute.getPodOutput({ name: "trainer" });
 * export const image = pod.image;
 * ```
 */
export const getPodOutput = (args: Inputs<LookupArgs>): pulumi.Output<PodResult> => asking(args, getPod);

/**
 * The environment of a pod, as a secret: variables of the platform's making included, such as `JUPYTER_PASSWORD`.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * export const environment = compute.getPodEnvOutput({ name: "trainer" });
 * ```
 */
export const getPodEnvOutput = (args: Inputs<LookupArgs>): pulumi.Output<Record<string, string>> =>
  getPodOutput(args).env;

import * as pulumi from "@pulumi/pulumi";
import type { Cluster as ApiCluster } from "../../api/clusters";
import type { LookupArgs } from "../../client/queries/lookup";
import { cluster, clusters } from "../../client/queries/objects";
import { asking } from "./asking";
import { once } from "./connection";
import type { Inputs, Known } from "./shape";

/** A cluster as the platform reports it. */
export type ClusterResult = Known<ApiCluster>;

/** What {@link getClusters} answers, as in every language. */
export interface GetClustersResult {
  readonly clusters: ClusterResult[];
}

/** As {@link getClustersOutput}, for a program that awaits the answer. */
export const getClusters = async (): Promise<GetClustersResult> => ({ clusters: await clusters(once) });

/**
 * Every cluster of the account: one call, shared within a run.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const clusters = compute.getClustersOutput().clusters;
 * export const names = clusters.apply((all) => all.map(({ name }) => name));
 * ```
 */
export const getClustersOutput = (): pulumi.Output<GetClustersResult> => pulumi.output(getClusters());

/** As {@link getClusterOutput}, for a program that awaits the answer. */
export const getCluster = (args: LookupArgs): Promise<ClusterResult> => cluster(once, args);

/**
 * One cluster, by id or by name.
 *
 * @throws LookupError when the name fits none or several, or not exactly one of `id` and `name` is given.
 * @throws NotFoundError when there is no cluster of that id.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const cluster = compute.getClusterOutput({ name: "training" });
 * export const id = cluster.id;
 * ```
 */
export const getClusterOutput = (args: Inputs<LookupArgs>): pulumi.Output<ClusterResult> => asking(args, getCluster);

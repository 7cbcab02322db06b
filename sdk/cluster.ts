import type * as pulumi from "@pulumi/pulumi";
import type { ClusterArgs } from "./args/cluster";
import { clusterKind, ClusterOutputs } from "./outputs/cluster";

/**
 * Two or more identical GPU pods in one data center on one private network. Only the name changes in place.
 * Its member pods are never changed one by one.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const slurm = new compute.Cluster("slurm", {
 *   type: "SLURM",
 *   image: "registry.example.com/public/slurm:24.05",
 *   compute: { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 },
 *   ports: ["22/tcp"],
 *   startSsh: true,
 * });
 *
 * export const controller = slurm.primary;
 * export const dataCenter = slurm.dataCenterId;
 * ```
 */
export class Cluster extends ClusterOutputs {
  constructor(name: string, args: ClusterArgs, options?: pulumi.CustomResourceOptions) {
    super(clusterKind, name, args, options);
  }

  /** Reads a cluster that this program does not manage. @throws when there is none with this id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Cluster {
    return new Cluster(name, undefined as unknown as ClusterArgs, { ...options, id });
  }
}

import type * as pulumi from "@pulumi/pulumi";
import type { ClusterArgs } from "./args/cluster";
import { clusterKind, ClusterOutputs } from "./outputs/cluster";

/**
 * Two or more identical GPU pods in one data center on one private network (section 5). Only the name changes in place
 * (C-20). Its member pods are never touched one by one (P-59).
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

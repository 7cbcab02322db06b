import type * as pulumi from "@pulumi/pulumi";
import type { ClusterArgs } from "./args/cluster";
import { type Kind, PlatformResource } from "./resource";
import type { ClusterType, Mounts, PodStatus } from "./values";

export const clusterKind: Kind = {
  kind: "Cluster",
  outputs: [
    ...["name", "type", "compute", "image", "args", "cmd", "entrypoint", "disk", "env", "ports", "templateId"],
    ...["dataCenterIds", "mounts", "startJupyter", "startSsh"],
    ...["pods", "primary", "network", "dataCenterId", "template", "createdAt"],
  ],
  alternatives: ["compute"],
};

/**
 * Two or more identical GPU pods in one data center on one private network (section 5). Only the name changes in place
 * (C-20). Its member pods are never touched one by one (P-59).
 */
export class Cluster extends PlatformResource {
  declare readonly name: pulumi.Output<string>;
  declare readonly type: pulumi.Output<ClusterType>;
  /** Of a list, the alternative that was chosen. */
  declare readonly compute: pulumi.Output<{ gpuTypeId: string; gpuCountPerPod: number; podCount: number }>;
  declare readonly image: pulumi.Output<string | undefined>;
  declare readonly args: pulumi.Output<string | undefined>;
  declare readonly cmd: pulumi.Output<string[] | undefined>;
  declare readonly entrypoint: pulumi.Output<string[] | undefined>;
  declare readonly disk: pulumi.Output<number | undefined>;
  declare readonly env: pulumi.Output<Record<string, string> | undefined>;
  declare readonly ports: pulumi.Output<string[] | undefined>;
  declare readonly templateId: pulumi.Output<string | undefined>;
  declare readonly dataCenterIds: pulumi.Output<string[] | undefined>;
  declare readonly mounts: pulumi.Output<Mounts | undefined>;
  declare readonly startJupyter: pulumi.Output<boolean | undefined>;
  declare readonly startSsh: pulumi.Output<boolean | undefined>;
  /** Members by status when last looked at; zero counts are left out (C-11). */
  declare readonly pods: pulumi.Output<{ total: number; byStatus: Record<string, number> }>;
  /** The entry node, rank 0 (C-27); `sshEndpoint` is `host:port` (C-28). */
  declare readonly primary: pulumi.Output<{ podId: string; status: PodStatus; sshEndpoint?: string } | undefined>;
  /** The private network of the members. */
  declare readonly network: pulumi.Output<{ cidr: string; vxlanId?: number; vxlanPort?: number } | undefined>;
  /** Where it was placed (C-25). */
  declare readonly dataCenterId: pulumi.Output<string | undefined>;
  /** The template it was made from (C-21). */
  declare readonly template: pulumi.Output<string | undefined>;
  /** RFC 3339, UTC. */
  declare readonly createdAt: pulumi.Output<string>;

  constructor(name: string, args: ClusterArgs, options?: pulumi.CustomResourceOptions) {
    super(clusterKind, name, args, options);
  }

  /** Reads a cluster that this program does not manage. @throws when there is none with this id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Cluster {
    return new Cluster(name, undefined as unknown as ClusterArgs, { ...options, id });
  }
}

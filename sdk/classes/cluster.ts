// Made from the declarations in provider/kinds by `npm run docs`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ClusterArgs } from "../args/cluster";
import type { ClusterType } from "../enums";
import { type ClassKind, ReadableResource } from "../resource";
import type { Mounts } from "../values";

export const clusterKind: ClassKind = {
  kind: "Cluster",
  outputs: [
    "name",
    "type",
    "compute",
    "image",
    "args",
    "cmd",
    "entrypoint",
    "disk",
    "env",
    "ports",
    "templateId",
    "dataCenterIds",
    "mounts",
    "startJupyter",
    "startSsh",
    "pods",
    "primary",
    "network",
    "dataCenterId",
    "template",
    "createdAt",
  ],
  alternatives: ["compute"],
  dataLoss: "allow",
};

/**
 * Two or more identical GPU pods in one data center, connected by a private network. Only the name can change in place; member pods can't be changed one by one.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const training = new compute.Cluster("training", {
 *   type: "TRAINING",
 *   image: "registry.example.com/public/trainer:1.4.0",
 *   compute: { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 },
 * });
 *
 * export const entry = training.primary;
 * ```
 */
export class Cluster extends ReadableResource {
  /** Name shown in the console. Default: the resource's name in the program and a short suffix. */
  declare readonly name: pulumi.Output<string>;
  /** What the cluster is for. Determines the roles of its members. */
  declare readonly type: pulumi.Output<ClusterType>;
  /** The hardware of every member; the cluster has `podCount` × `gpuCountPerPod` GPUs. `memory` in place of `gpuTypeId` picks the cheapest type in stock with at least this much memory per GPU. A list gives alternatives in order of preference, tried one after the other until one has capacity; the output is the one the cluster got. */
  declare readonly compute: pulumi.Output<{ gpuTypeId: string; gpuCountPerPod: number; podCount: number }>;
  /** Container image. Required unless `templateId` is set. */
  declare readonly image: pulumi.Output<string>;
  /** The container's command in the form the platform stores: a shell string that sets CMD, or a JSON object as a string with `entrypoint`, `cmd` or both. Prefer `cmd` and `entrypoint`. Only where the program sets it. */
  declare readonly args: pulumi.Output<string | undefined>;
  /** CMD in exec form. Only where the program sets it. */
  declare readonly cmd: pulumi.Output<string[] | undefined>;
  /** ENTRYPOINT in exec form. Only where the program sets it. */
  declare readonly entrypoint: pulumi.Output<string[] | undefined>;
  /** Size of the container disk, in GB. Its contents are lost at every restart. */
  declare readonly disk: pulumi.Output<number>;
  /** Environment variables. Variables that the platform or a template adds (such as `PUBLIC_KEY` and `JUPYTER_PASSWORD`) are kept and are not drift. Only where the program sets it. */
  declare readonly env: pulumi.Output<Record<string, string> | undefined>;
  /** Exposed ports as `port/protocol`, in any order. A number of 70000 or more asks for the same port number inside and outside. */
  declare readonly ports: pulumi.Output<string[]>;
  /** Template that the members are created from, instead of container settings and mounts. The cluster keeps the link. A private image requires a template. */
  declare readonly templateId: pulumi.Output<string>;
  /** Data centers it may be placed in, in any order. The scheduler chooses one. Only where the program sets it. */
  declare readonly dataCenterIds: pulumi.Output<string[] | undefined>;
  /** Storage besides the container disk: `persistent`, a disk on the pod's host that is deleted with the pod, or `network`, a network volume that outlives it. At most one of the two. */
  declare readonly mounts: pulumi.Output<Mounts>;
  /** Starts Jupyter on every member, in images that support it. Only where the program sets it. */
  declare readonly startJupyter: pulumi.Output<boolean | undefined>;
  /** Accepts the account's SSH keys on every member, in images that support it. Only where the program sets it. */
  declare readonly startSsh: pulumi.Output<boolean | undefined>;
  /** Number of members by status at the last refresh; statuses without members are omitted. */
  declare readonly pods: pulumi.Output<{ total: number; byStatus: Record<string, number> }>;
  /** The entry node, rank 0; `sshEndpoint` is `host:port`. */
  declare readonly primary: pulumi.Output<{ podId: string; status: "PROVISIONING" | "STARTING" | "RUNNING" | "EXITED" | "ERROR" | "TERMINATED"; sshEndpoint?: string } | undefined>;
  /** The private network of the members. */
  declare readonly network: pulumi.Output<{ cidr: string; vxlanId?: number; vxlanPort?: number } | undefined>;
  /** Where it was placed. */
  declare readonly dataCenterId: pulumi.Output<string | undefined>;
  /** The template it was created from. */
  declare readonly template: pulumi.Output<string | undefined>;
  /** RFC 3339, UTC. */
  declare readonly createdAt: pulumi.Output<string>;

  constructor(name: string, args: ClusterArgs, options?: pulumi.CustomResourceOptions) {
    super(clusterKind, name, args, options);
  }
}

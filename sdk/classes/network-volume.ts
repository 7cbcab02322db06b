// Made from the declarations in provider/kinds by `npm run docs`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { NetworkVolumeArgs } from "../args/network-volume";
import type { NetworkVolumeType } from "../enums";
import { type ClassKind, ReadableResource } from "../resource";

export const networkVolumeKind: ClassKind = {
  kind: "NetworkVolume",
  outputs: ["name", "size", "dataCenter", "type"],
  dataLoss: "refuse",
};

/**
 * Storage in one data center that pods can mount and that outlives them. Billed until it is deleted.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const datasets = new compute.NetworkVolume("datasets", { dataCenter: "EU-XX-1", size: 100 });
 *
 * const trainer = new compute.Pod("trainer", {
 *   image: "registry.example.com/public/trainer:1.4.0",
 *   gpu: { id: "NVIDIA L40S" },
 *   dataCenterIds: [datasets.dataCenter],
 *   mounts: { network: [{ volumeId: datasets, path: "/data" }] },
 * });
 *
 * export const volumeId = datasets.id;
 * export const status = trainer.status;
 * ```
 */
export class NetworkVolume extends ReadableResource {
  /** Name shown in the console. Need not be unique. Default: the resource's name in the program and a short suffix. */
  declare readonly name: pulumi.Output<string>;
  /** Size, in GB. */
  declare readonly size: pulumi.Output<number>;
  /** Data center of the volume. Only pods in the same data center can mount it. */
  declare readonly dataCenter: pulumi.Output<string>;
  /** Storage tier. Default: the first tier of the data center. */
  declare readonly type: pulumi.Output<NetworkVolumeType>;

  constructor(name: string, args: NetworkVolumeArgs, options?: pulumi.CustomResourceOptions) {
    super(networkVolumeKind, name, args, options);
  }
}

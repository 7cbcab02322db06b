import type * as pulumi from "@pulumi/pulumi";
import type { NetworkVolumeArgs } from "./args/network-volume";
import { networkVolumeKind, NetworkVolumeOutputs } from "./outputs/network-volume";

/**
 * Storage in one data center that pods mount and that outlives them. Billed until it is deleted.
 *
 * It grows in place; what would need a new volume is refused in preview unless `dataLoss: "allow"`. Pulumi's `protect`
 * keeps it from being deleted.
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
export class NetworkVolume extends NetworkVolumeOutputs {
  constructor(name: string, args: NetworkVolumeArgs, options?: pulumi.CustomResourceOptions) {
    super(networkVolumeKind, name, args, options);
  }

  /** Reads a volume that this program does not manage. @throws when there is none with this id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): NetworkVolume {
    return new NetworkVolume(name, undefined as unknown as NetworkVolumeArgs, { ...options, id });
  }
}

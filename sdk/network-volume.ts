import type * as pulumi from "@pulumi/pulumi";
import type { NetworkVolumeArgs } from "./args/network-volume";
import { networkVolumeKind, NetworkVolumeOutputs } from "./outputs/network-volume";

/**
 * Storage in one data center that pods mount and that outlives them (section 6). Billed until it is deleted (V-17).
 *
 * It grows in place; what would need a new volume is refused in preview unless `dataLoss: "allow"`. Pulumi's `protect`
 * keeps it from being deleted.
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

import type * as pulumi from "@pulumi/pulumi";
import type { NetworkVolumeArgs } from "./args/network-volume";
import { type Kind, PlatformResource } from "./resource";
import type { VolumeType } from "./values";

export const networkVolumeKind: Kind = { kind: "NetworkVolume", outputs: ["name", "size", "dataCenter", "type"] };

/**
 * Storage in one data center that pods mount and that outlives them (section 6). Billed until it is deleted (V-17).
 *
 * It grows in place; what would need a new volume is refused in preview unless `dataLoss: "allow"`. Pulumi's `protect`
 * keeps it from being deleted.
 */
export class NetworkVolume extends PlatformResource {
  declare readonly name: pulumi.Output<string>;
  /** GB. */
  declare readonly size: pulumi.Output<number>;
  /** Data center id. */
  declare readonly dataCenter: pulumi.Output<string>;
  declare readonly type: pulumi.Output<VolumeType>;

  constructor(name: string, args: NetworkVolumeArgs, options?: pulumi.CustomResourceOptions) {
    super(networkVolumeKind, name, args, options);
  }

  /** Reads a volume that this program does not manage. @throws when there is none with this id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): NetworkVolume {
    return new NetworkVolume(name, undefined as unknown as NetworkVolumeArgs, { ...options, id });
  }
}

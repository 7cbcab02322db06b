// Made from the declaration in provider/kinds by `npm run docs`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { type Kind, PlatformResource } from "../resource";
import type { VolumeType } from "../values";

export const networkVolumeKind: Kind = {
  kind: "NetworkVolume",
  outputs: ["name", "size", "dataCenter", "type"],
};

/** What a NetworkVolume has as outputs. */
export abstract class NetworkVolumeOutputs extends PlatformResource {
  /** Name shown in the console. Need not be unique. Default: the resource's name in the program and a short suffix. */
  declare readonly name: pulumi.Output<string>;
  /** Size, in GB. */
  declare readonly size: pulumi.Output<number>;
  /** Data center of the volume. Only pods in the same data center can mount it. */
  declare readonly dataCenter: pulumi.Output<string>;
  /** Storage tier. Default: the first tier of the data center. */
  declare readonly type: pulumi.Output<VolumeType>;
}

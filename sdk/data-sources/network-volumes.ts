import * as pulumi from "@pulumi/pulumi";
import type { NetworkVolume as ApiNetworkVolume } from "../../api/network-volumes";
import type { LookupArgs } from "../../client/queries/lookup";
import { networkVolume, networkVolumes } from "../../client/queries/objects";
import { asking } from "./asking";
import { once } from "./connection";
import type { Inputs, Known } from "./shape";

/** A volume as the platform reports it; `size` in GB. */
export type NetworkVolumeResult = Known<ApiNetworkVolume>;

/** What {@link getNetworkVolumes} answers, as in every language. */
export interface GetNetworkVolumesResult {
  readonly networkVolumes: NetworkVolumeResult[];
}

/** As {@link getNetworkVolumesOutput}, for a program that awaits the answer. */
export const getNetworkVolumes = async (): Promise<GetNetworkVolumesResult> => ({
  networkVolumes: await networkVolumes(once),
});

/**
 * Every network volume of the account: one call, shared within a run.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const volumes = compute.getNetworkVolumesOutput().networkVolumes;
 * export const gigabytes = volumes.apply((all) => all.reduce((sum, { size }) => sum + size, 0));
 * ```
 */
export const getNetworkVolumesOutput = (): pulumi.Output<GetNetworkVolumesResult> => pulumi.output(getNetworkVolumes());

/** As {@link getNetworkVolumeOutput}, for a program that awaits the answer. */
export const getNetworkVolume = (args: LookupArgs): Promise<NetworkVolumeResult> => networkVolume(once, args);

/**
 * One network volume, by id or by name.
 *
 * @throws LookupError when the name fits none or several, or not exactly one of `id` and `name` is given.
 * @throws NotFoundError when there is no network volume of that id.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const volume = compute.getNetworkVolumeOutput({ name: "datasets" });
 * export const volumeId = volume.id;
 * ```
 */
export const getNetworkVolumeOutput = (args: Inputs<LookupArgs>): pulumi.Output<NetworkVolumeResult> =>
  asking(args, getNetworkVolume);

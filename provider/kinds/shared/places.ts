import { unlessAbsent, type ResourceClient } from "../../../client";
import type { Asking } from "../../capacity/stock";
import { type Props, strings } from "../../table/props";
import { volumeOf } from "./mounts";

/** The possible data centers, undefined for any: those that the program allows (P-14), with its volume (M-32), with networking (P-15). */
export async function placesOf(asking: Asking, asked: Props): Promise<readonly string[] | undefined> {
  const allowed = strings(asked.dataCenterIds);
  const limits = [
    allowed.length > 0 ? allowed : undefined,
    await placeOfVolume(asking, asked),
    asked.globalNetworking === true ? await networkedPlaces(asking) : undefined,
  ].filter((list) => list !== undefined);
  return limits[0]?.filter((id) => limits.every((list) => list.includes(id)));
}

async function placeOfVolume({ client }: Asking, { mounts }: Props): Promise<string[] | undefined> {
  const volume = volumeOf(mounts);
  if (volume === undefined) return undefined;
  const place = await placeOf(volume, client);
  // A missing volume has no place: the refusal was about the volume.
  return place === undefined ? [] : [place];
}

/** The data center of a volume; undefined if there is none with this id. */
export const placeOf = async (volume: string, client: ResourceClient): Promise<string | undefined> =>
  (await unlessAbsent(client.reads.networkVolume(volume)))?.dataCenter;

const networkedPlaces = async ({ catalog }: Asking): Promise<string[]> =>
  (await catalog.dataCenters({ globalNetwork: true })).map(({ id }) => id);

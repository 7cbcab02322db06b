import { NetworkVolume, NetworkVolumeCreate, NetworkVolumeUpdate } from "../../api/network-volumes";
import type { V1NetworkVolume } from "../../api/v1/network-volumes";
import type { Dated } from "../store/collection";
import { type KeptBy, keptMembers } from "../store/kept";

/** The members that a volume keeps unchanged. Its tier depends on the data center. */
export const volumeMembers = keptMembers({
  create: NetworkVolumeCreate.shape,
  update: NetworkVolumeUpdate.shape,
  answer: NetworkVolume.shape,
  own: ["type"],
  fixed: ["type", "dataCenter"],
  absent: {},
});

export type StoredVolume = Dated & KeptBy<typeof volumeMembers> & { readonly type: string };

/** A volume as the platform reports it. */
export const toVolume = (volume: StoredVolume): NetworkVolume => ({
  ...volumeMembers.shown(volume),
  id: volume.id,
  type: volume.type,
});

/** A volume in v1's words: no type, and `dataCenterId` for `dataCenter` (O-35, V-18). */
export const toV1Volume = ({ id, name, size, dataCenter }: StoredVolume): V1NetworkVolume => ({
  id,
  name,
  size,
  dataCenterId: dataCenter,
});
